-- The schema as all migrations leave it, to be read; nothing runs it. Written by
--   npx vitest run --project api tests/api/schema.test.ts -u
-- Partitions are not among the tables, but the tables that have them.

-- Types

CREATE TYPE active_status AS ENUM ('activo', 'inactivo');

CREATE TYPE bet_kind AS ENUM ('animalito', 'triple', 'terminal', 'punta', 'zodiacal', 'terminal_signo', 'tripleta', 'terminal_pa', 'polla');

CREATE TYPE currency AS ENUM ('BS', 'USD', 'COP');

CREATE TYPE draw_state AS ENUM ('activo', 'premiado', 'suspendido');

CREATE TYPE line_state AS ENUM ('pendiente', 'ganadora', 'perdedora', 'anulada', 'devuelta', 'vencida');

CREATE TYPE partner_type AS ENUM ('banca', 'distribuidor', 'agencia', 'taquilla');

CREATE TYPE product_kind AS ENUM ('animalitos', 'triples', 'panama', 'polla');

CREATE TYPE ticket_state AS ENUM ('vendido', 'anulado', 'ganador', 'pagado', 'perdedor', 'devuelto', 'vencido');

CREATE TYPE user_role AS ENUM ('ADMIN_BANCA', 'SUPERV_BANCA', 'DISTRIBUIDOR', 'ADMIN_TAQUILLA', 'VEND_TAQUILLA', 'VEND_TAQUILLA_POLLA');

-- Tables

CREATE TABLE alarm_settings (
  singleton boolean NOT NULL DEFAULT true,
  quota_on boolean NOT NULL DEFAULT true,
  quota_percent smallint NOT NULL DEFAULT 90,
  stake_on boolean NOT NULL DEFAULT true,
  stake_minutes smallint NOT NULL DEFAULT 10,
  stake_times smallint NOT NULL DEFAULT 3,
  stake_from_bs numeric(14,2) NOT NULL DEFAULT 5000,
  stake_from_usd numeric(14,2) NOT NULL DEFAULT 50,
  stake_from_cop numeric(14,2) NOT NULL DEFAULT 200000,
  late_on boolean NOT NULL DEFAULT true,
  late_minutes smallint NOT NULL DEFAULT 30,
  payout_on boolean NOT NULL DEFAULT true,
  payout_points smallint NOT NULL DEFAULT 50,
  payout_from_bs numeric(14,2) NOT NULL DEFAULT 50000,
  payout_from_usd numeric(14,2) NOT NULL DEFAULT 500,
  payout_from_cop numeric(14,2) NOT NULL DEFAULT 2000000,
  agency_on boolean NOT NULL DEFAULT true,
  agency_minutes smallint NOT NULL DEFAULT 60,
  agency_tickets smallint NOT NULL DEFAULT 10,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT alarm_settings_pkey PRIMARY KEY (singleton),
  CONSTRAINT alarm_settings_agency_minutes_check CHECK (((agency_minutes >= 60) AND (agency_minutes <= 720))),
  CONSTRAINT alarm_settings_agency_tickets_check CHECK (((agency_tickets >= 5) AND (agency_tickets <= 1000))),
  CONSTRAINT alarm_settings_late_minutes_check CHECK (((late_minutes >= 5) AND (late_minutes <= 720))),
  CONSTRAINT alarm_settings_payout_from_bs_check CHECK ((payout_from_bs >= (0)::numeric)),
  CONSTRAINT alarm_settings_payout_from_cop_check CHECK ((payout_from_cop >= (0)::numeric)),
  CONSTRAINT alarm_settings_payout_from_usd_check CHECK ((payout_from_usd >= (0)::numeric)),
  CONSTRAINT alarm_settings_payout_points_check CHECK (((payout_points >= 10) AND (payout_points <= 1000))),
  CONSTRAINT alarm_settings_quota_percent_check CHECK (((quota_percent >= 50) AND (quota_percent <= 100))),
  CONSTRAINT alarm_settings_singleton_check CHECK (singleton),
  CONSTRAINT alarm_settings_stake_from_bs_check CHECK ((stake_from_bs >= (0)::numeric)),
  CONSTRAINT alarm_settings_stake_from_cop_check CHECK ((stake_from_cop >= (0)::numeric)),
  CONSTRAINT alarm_settings_stake_from_usd_check CHECK ((stake_from_usd >= (0)::numeric)),
  CONSTRAINT alarm_settings_stake_minutes_check CHECK (((stake_minutes >= 1) AND (stake_minutes <= 60))),
  CONSTRAINT alarm_settings_stake_times_check CHECK (((stake_times >= 2) AND (stake_times <= 100)))
);

CREATE TABLE audit_chain (
  seq bigint NOT NULL,
  audit_id bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_chain_audit_id_key UNIQUE (audit_id),
  CONSTRAINT audit_chain_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id)
);

CREATE TABLE audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  user_id integer,
  username text,
  role text,
  ip text,
  request_id text,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text,
  before jsonb,
  after jsonb,
  reason text,
  significant boolean NOT NULL DEFAULT false,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC);
CREATE INDEX audit_log_change ON public.audit_log USING btree ((((after ->> 'change_id'::text))::bigint)) WHERE ((action = ANY (ARRAY['quotas.global'::text, 'commissions.global'::text, 'betsConfigurations.global'::text])) AND (after ? 'change_id'::text));
CREATE INDEX audit_log_entity ON public.audit_log USING btree (entity, entity_id);
CREATE INDEX audit_log_user ON public.audit_log USING btree (user_id, id DESC);

CREATE TABLE audit_seals (
  only_one boolean NOT NULL DEFAULT true,
  through bigint NOT NULL DEFAULT 0,
  next bigint NOT NULL DEFAULT 0,
  horizon xid8 NOT NULL DEFAULT '0'::xid8,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (only_one),
  CONSTRAINT audit_seals_only_one_check CHECK (only_one)
);

CREATE TABLE balances_through (
  singleton boolean NOT NULL DEFAULT true,
  day date NOT NULL DEFAULT '-infinity'::date,
  CONSTRAINT balances_through_pkey PRIMARY KEY (singleton),
  CONSTRAINT balances_through_singleton_check CHECK (singleton)
);

CREATE TABLE banca (
  singleton boolean NOT NULL DEFAULT true,
  name text NOT NULL,
  document text NOT NULL DEFAULT ''::text,
  country_iso2 character(2) NOT NULL,
  zone text NOT NULL,
  currencies currency[] NOT NULL,
  logo_url text,
  disabled_screens text[] NOT NULL DEFAULT '{}'::text[],
  cross_db boolean NOT NULL DEFAULT false,
  second_user_confirms boolean NOT NULL DEFAULT true,
  pay_approval_threshold jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  carried_together_since date NOT NULL DEFAULT '-infinity'::date,
  refunds_lapse boolean NOT NULL DEFAULT true,
  week_close_hour smallint,
  week_close_set_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  whole_money_since timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT banca_pkey PRIMARY KEY (singleton),
  CONSTRAINT banca_singleton_check CHECK (singleton),
  CONSTRAINT banca_week_close_hour_check CHECK (((week_close_hour >= 0) AND (week_close_hour <= 23))),
  CONSTRAINT banca_logo_url_fkey FOREIGN KEY (logo_url) REFERENCES images(url)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.banca FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE bet_types (
  id smallint NOT NULL,
  code text NOT NULL,
  name text COLLATE names NOT NULL,
  kind bet_kind NOT NULL,
  place text NOT NULL DEFAULT ''::text,
  CONSTRAINT bet_types_pkey PRIMARY KEY (id),
  CONSTRAINT bet_types_code_key UNIQUE (code)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.bet_types FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE blocked_numbers (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  partner_id integer NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint,
  number text NOT NULL,
  draw_id integer,
  from_day date,
  to_day date,
  reason text NOT NULL DEFAULT ''::text,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  lifted_at timestamp with time zone,
  lifted_by integer,
  CONSTRAINT blocked_numbers_pkey PRIMARY KEY (id),
  CONSTRAINT blocked_numbers_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT blocked_numbers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT blocked_numbers_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT blocked_numbers_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id),
  CONSTRAINT blocked_numbers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT blocked_numbers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX blocked_numbers_active ON public.blocked_numbers USING btree (product_id, number) WHERE (lifted_at IS NULL);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.blocked_numbers FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE call_counts (
  address text NOT NULL,
  minute timestamp with time zone NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT call_counts_pkey PRIMARY KEY (address, minute)
);

CREATE TABLE changed_rows (
  change_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  partner_id integer NOT NULL,
  product_id smallint,
  bet_type_id smallint,
  currency currency,
  before text,
  after text
);
CREATE INDEX changed_rows_change ON public.changed_rows USING btree (change_id, id);
CREATE INDEX changed_rows_partner ON public.changed_rows USING btree (partner_id, change_id, id);

CREATE TABLE client_operations (
  kind text NOT NULL,
  day date NOT NULL,
  ref_id bigint NOT NULL,
  client_id integer NOT NULL,
  office_id integer NOT NULL,
  created_by integer,
  at timestamp with time zone NOT NULL,
  CONSTRAINT client_operations_pkey PRIMARY KEY (kind, day, ref_id),
  CONSTRAINT client_operations_kind_check CHECK ((kind = ANY (ARRAY['polla'::text, 'premio'::text, 'ingreso'::text, 'egreso'::text]))),
  CONSTRAINT client_operations_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT client_operations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX client_operations_of ON public.client_operations USING btree (client_id, at DESC);

CREATE TABLE clients (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  type text NOT NULL,
  dni text NOT NULL,
  name text COLLATE names NOT NULL,
  name_key text NOT NULL,
  phone text NOT NULL DEFAULT ''::text,
  email text NOT NULL DEFAULT ''::text,
  notes text NOT NULL DEFAULT ''::text,
  status active_status NOT NULL DEFAULT 'activo'::active_status,
  partner_id integer NOT NULL,
  created_by integer,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  off_by integer,
  CONSTRAINT clients_pkey PRIMARY KEY (id),
  CONSTRAINT clients_document UNIQUE (type, dni),
  CONSTRAINT clients_type_check CHECK ((type = ANY (ARRAY['V'::text, 'E'::text, 'P'::text, 'C'::text, 'J'::text, 'G'::text]))),
  CONSTRAINT clients_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT clients_off_by_fkey FOREIGN KEY (off_by) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT clients_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX clients_name ON public.clients USING btree (name, id);
CREATE INDEX clients_off_by ON public.clients USING btree (off_by) WHERE (off_by IS NOT NULL);
CREATE INDEX clients_partner ON public.clients USING btree (partner_id);

CREATE TABLE closed_balances (
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  amount numeric(18,2) NOT NULL,
  CONSTRAINT closed_balances_pkey PRIMARY KEY (partner_id, currency),
  CONSTRAINT closed_balances_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);

CREATE TABLE closings (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  partner_id integer NOT NULL,
  creditor_id integer NOT NULL,
  currency currency NOT NULL,
  week date NOT NULL,
  is_first boolean NOT NULL DEFAULT false,
  sold numeric(18,2) NOT NULL,
  prizes numeric(18,2) NOT NULL,
  commission numeric(18,2) NOT NULL,
  participation numeric(18,2) NOT NULL,
  external numeric(18,2) NOT NULL,
  adjustments numeric(18,2) NOT NULL,
  collected numeric(18,2) NOT NULL,
  late numeric(18,2) NOT NULL,
  total numeric(18,2) NOT NULL,
  opening numeric(18,2) NOT NULL,
  payments numeric(18,2) NOT NULL,
  closing numeric(18,2) NOT NULL,
  cut pg_snapshot NOT NULL,
  reason text,
  closed_by integer,
  closed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  reversed_by integer,
  reversed_at timestamp with time zone,
  reversal_reason text,
  CONSTRAINT closings_pkey PRIMARY KEY (id),
  CONSTRAINT closings_check CHECK ((total = (((((((sold - prizes) - commission) - participation) + external) + adjustments) + collected) + late))),
  CONSTRAINT closings_check1 CHECK ((closing = ((opening + total) - payments))),
  CONSTRAINT closings_check2 CHECK (((reversed_at IS NULL) = (reversal_reason IS NULL))),
  CONSTRAINT closings_week_check CHECK ((EXTRACT(isodow FROM week) = (7)::numeric)),
  CONSTRAINT closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT closings_creditor_id_fkey FOREIGN KEY (creditor_id) REFERENCES partners(id),
  CONSTRAINT closings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT closings_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX closings_week ON public.closings USING btree (partner_id, currency, week) WHERE (reversed_at IS NULL);
CREATE INDEX closings_weeks ON public.closings USING btree (week, partner_id);

CREATE TABLE commissions (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  partner_id integer NOT NULL,
  product_id smallint,
  bet_type_id smallint,
  currency currency,
  commission_kind text,
  commission_percent numeric(7,4),
  participation_kind text,
  participation_percent numeric(7,4),
  starts_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  set_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  until timestamp with time zone,
  CONSTRAINT commissions_pkey PRIMARY KEY (id),
  CONSTRAINT commissions_once UNIQUE NULLS NOT DISTINCT (partner_id, product_id, bet_type_id, currency, starts_at),
  CONSTRAINT commissions_commission_kind_check CHECK ((commission_kind = ANY (ARRAY['VENTA'::text, 'UTILIDAD'::text]))),
  CONSTRAINT commissions_commission_percent_check CHECK (((commission_percent >= (0)::numeric) AND (commission_percent <= (100)::numeric))),
  CONSTRAINT commissions_participation_kind_check CHECK ((participation_kind = ANY (ARRAY['COMPARTIDA'::text, 'SOLO_POSITIVA'::text, 'ARRASTRE'::text]))),
  CONSTRAINT commissions_participation_percent_check CHECK (((participation_percent >= (0)::numeric) AND (participation_percent <= (100)::numeric))),
  CONSTRAINT commissions_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT commissions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT commissions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT commissions_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX commissions_ahead ON public.commissions USING btree (starts_at) WHERE (starts_at > '-infinity'::timestamp with time zone);
CREATE INDEX commissions_in_part ON public.commissions USING btree (partner_id) WHERE ((num_nulls(commission_kind, commission_percent, participation_kind, participation_percent) >= 1) AND (num_nulls(commission_kind, commission_percent, participation_kind, participation_percent) <= 3));
CREATE TRIGGER follow_added AFTER INSERT ON public.commissions REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_commissions();
CREATE TRIGGER follow_removed AFTER DELETE ON public.commissions REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_commissions();
CREATE TRIGGER keep_begun BEFORE DELETE OR UPDATE OF partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind, participation_percent, starts_at ON public.commissions FOR EACH ROW EXECUTE FUNCTION keep_begun_commissions();
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.commissions FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE draw_sales (
  draw_id integer NOT NULL,
  partner_id integer NOT NULL,
  bet_type_id smallint NOT NULL,
  number text NOT NULL,
  currency currency NOT NULL,
  sold numeric(16,2) NOT NULL,
  liability numeric(18,2) NOT NULL,
  lines integer NOT NULL,
  quota numeric NOT NULL DEFAULT 'Infinity'::numeric,
  CONSTRAINT draw_sales_pkey PRIMARY KEY (draw_id, partner_id, bet_type_id, number, currency)
);

CREATE TABLE draw_suspensions (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  draw_id integer NOT NULL,
  mode text NOT NULL,
  moved_to_draw_id integer,
  reason text NOT NULL,
  lines integer NOT NULL DEFAULT 0,
  amounts jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  lifted_at timestamp with time zone,
  lifted_by integer,
  CONSTRAINT draw_suspensions_pkey PRIMARY KEY (id),
  CONSTRAINT draw_suspensions_mode_check CHECK ((mode = ANY (ARRAY['devolver'::text, 'mover'::text, 'mantener'::text]))),
  CONSTRAINT draw_suspensions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT draw_suspensions_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT draw_suspensions_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id),
  CONSTRAINT draw_suspensions_moved_to_draw_id_fkey FOREIGN KEY (moved_to_draw_id) REFERENCES draws(id)
);
CREATE UNIQUE INDEX draw_suspensions_one_in_force ON public.draw_suspensions USING btree (draw_id) WHERE (lifted_at IS NULL);

CREATE TABLE draw_totals (
  day date NOT NULL,
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  draw_id integer NOT NULL,
  bet_type_id smallint NOT NULL,
  sold numeric(16,2) NOT NULL DEFAULT 0,
  prizes numeric(16,2) NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  CONSTRAINT draw_totals_pkey PRIMARY KEY (partner_id, currency, day, draw_id, bet_type_id)
);

CREATE TABLE draws (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  product_id smallint NOT NULL,
  day date NOT NULL,
  scheduled_at timestamp with time zone NOT NULL,
  opens_at timestamp with time zone NOT NULL,
  closes_at timestamp with time zone NOT NULL,
  state draw_state NOT NULL DEFAULT 'activo'::draw_state,
  result_id integer,
  suspended_reason text,
  CONSTRAINT draws_pkey PRIMARY KEY (id),
  CONSTRAINT draws_product_id_scheduled_at_key UNIQUE (product_id, scheduled_at),
  CONSTRAINT draws_check CHECK (((opens_at < closes_at) AND (closes_at <= scheduled_at))),
  CONSTRAINT draws_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT draws_result_id_fkey FOREIGN KEY (result_id) REFERENCES results(id)
);
CREATE INDEX draws_day ON public.draws USING btree (day, scheduled_at);
CREATE INDEX draws_pending ON public.draws USING btree (scheduled_at) WHERE (state = 'activo'::draw_state);

CREATE TABLE external_dictionary (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  system_id integer NOT NULL,
  kind text NOT NULL,
  key text COLLATE names NOT NULL,
  match text NOT NULL,
  agency_id integer,
  product_id smallint,
  field text,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  left_out boolean NOT NULL DEFAULT false,
  CONSTRAINT external_dictionary_pkey PRIMARY KEY (id),
  CONSTRAINT external_dictionary_check CHECK ((num_nonnulls(agency_id, product_id, field) =
CASE
    WHEN left_out THEN 0
    ELSE 1
END)),
  CONSTRAINT external_dictionary_check1 CHECK ((((agency_id IS NULL) OR (kind = 'agency'::text)) AND ((product_id IS NULL) OR (kind = 'product'::text)) AND ((field IS NULL) OR (kind = 'column'::text)))),
  CONSTRAINT external_dictionary_field_check CHECK ((field = ANY (ARRAY['day'::text, 'agency'::text, 'agency_label'::text, 'product'::text, 'product_label'::text, 'currency'::text, 'sold'::text, 'prizes'::text, 'commission'::text]))),
  CONSTRAINT external_dictionary_kind_check CHECK ((kind = ANY (ARRAY['agency'::text, 'product'::text, 'column'::text]))),
  CONSTRAINT external_dictionary_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES partners(id),
  CONSTRAINT external_dictionary_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT external_dictionary_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT external_dictionary_system_id_fkey FOREIGN KEY (system_id) REFERENCES external_systems(id)
);
CREATE UNIQUE INDEX external_dictionary_match ON public.external_dictionary USING btree (system_id, kind, match);

CREATE TABLE external_entries (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  load_id integer NOT NULL,
  system_id integer NOT NULL,
  day date NOT NULL,
  agency_id integer NOT NULL,
  product_id smallint NOT NULL,
  currency currency NOT NULL,
  sold numeric(16,2) NOT NULL,
  prizes numeric(16,2) NOT NULL,
  commission numeric(16,2) NOT NULL,
  replaced_by integer,
  posted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT external_entries_pkey PRIMARY KEY (id),
  CONSTRAINT external_entries_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES partners(id),
  CONSTRAINT external_entries_load_id_fkey FOREIGN KEY (load_id) REFERENCES external_loads(id),
  CONSTRAINT external_entries_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT external_entries_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES external_loads(id),
  CONSTRAINT external_entries_system_id_fkey FOREIGN KEY (system_id) REFERENCES external_systems(id)
);
CREATE INDEX external_entries_day ON public.external_entries USING btree (day) WHERE (replaced_by IS NULL);
CREATE UNIQUE INDEX external_entries_key ON public.external_entries USING btree (system_id, day, agency_id, product_id, currency) WHERE (replaced_by IS NULL);
CREATE INDEX external_entries_load ON public.external_entries USING btree (load_id);

CREATE TABLE external_loads (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  system_id integer NOT NULL,
  state text NOT NULL DEFAULT 'por_revisar'::text,
  filename text COLLATE names NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  day date,
  file bytea,
  format_version integer NOT NULL DEFAULT 0,
  sheet text NOT NULL DEFAULT ''::text,
  header_row integer NOT NULL DEFAULT 0,
  columns text[] NOT NULL DEFAULT '{}'::text[],
  rows integer NOT NULL DEFAULT 0,
  ignored integer NOT NULL DEFAULT 0,
  faults integer NOT NULL DEFAULT 0,
  first_day date,
  last_day date,
  loaded_by integer NOT NULL,
  loaded_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_by integer,
  decided_at timestamp with time zone,
  replaced_in_part boolean NOT NULL DEFAULT false,
  day_order text,
  totals jsonb NOT NULL DEFAULT '{"equal": 0, "lines": [], "differ": 0, "uncompared": 0}'::jsonb,
  comes_again boolean NOT NULL DEFAULT false,
  CONSTRAINT external_loads_pkey PRIMARY KEY (id),
  CONSTRAINT external_loads_day_order_check CHECK ((day_order = ANY (ARRAY['dmy'::text, 'mdy'::text]))),
  CONSTRAINT external_loads_state_check CHECK ((state = ANY (ARRAY['por_revisar'::text, 'publicada'::text, 'descartada'::text, 'reemplazada'::text]))),
  CONSTRAINT external_loads_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT external_loads_loaded_by_fkey FOREIGN KEY (loaded_by) REFERENCES users(id),
  CONSTRAINT external_loads_system_id_fkey FOREIGN KEY (system_id) REFERENCES external_systems(id)
);
CREATE INDEX external_loads_at ON public.external_loads USING btree (loaded_at, id);
CREATE UNIQUE INDEX external_loads_file ON public.external_loads USING btree (system_id, sha256, day) NULLS NOT DISTINCT WHERE ((state = ANY (ARRAY['por_revisar'::text, 'publicada'::text])) AND (NOT replaced_in_part) AND (NOT comes_again));

CREATE TABLE external_names (
  load_id integer NOT NULL,
  kind text NOT NULL,
  match text NOT NULL,
  name text COLLATE names NOT NULL,
  rows integer NOT NULL,
  label text,
  CONSTRAINT external_names_pkey PRIMARY KEY (load_id, kind, match),
  CONSTRAINT external_names_kind_check CHECK ((kind = ANY (ARRAY['agency'::text, 'product'::text]))),
  CONSTRAINT external_names_load_id_fkey FOREIGN KEY (load_id) REFERENCES external_loads(id) ON DELETE CASCADE
);

CREATE TABLE external_results (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  draw_id integer NOT NULL,
  source text NOT NULL,
  numbers jsonb NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  fetched_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT external_results_pkey PRIMARY KEY (id),
  CONSTRAINT external_results_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id)
);
CREATE INDEX external_results_draw ON public.external_results USING btree (draw_id, id DESC);

CREATE TABLE external_rows (
  load_id integer NOT NULL,
  n integer NOT NULL,
  state text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  cells text[] NOT NULL,
  day date,
  agency text,
  agency_match text,
  product text,
  product_match text,
  currency currency,
  sold numeric(14,2),
  prizes numeric(14,2),
  commission numeric(14,2),
  agency_id integer,
  product_id smallint,
  agency_label text,
  product_label text,
  CONSTRAINT external_rows_pkey PRIMARY KEY (load_id, n),
  CONSTRAINT external_rows_state_check CHECK ((state = ANY (ARRAY['leida'::text, 'ignorada'::text, 'falla'::text, 'ajena'::text]))),
  CONSTRAINT external_rows_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES partners(id),
  CONSTRAINT external_rows_load_id_fkey FOREIGN KEY (load_id) REFERENCES external_loads(id) ON DELETE CASCADE,
  CONSTRAINT external_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE external_systems (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text COLLATE names NOT NULL,
  name_key text NOT NULL,
  file_kind text NOT NULL DEFAULT 'cualquiera'::text,
  sheet text NOT NULL DEFAULT ''::text,
  header_row integer,
  number_style text NOT NULL DEFAULT 'es-VE'::text,
  day_order text NOT NULL DEFAULT 'dmy'::text,
  currency currency,
  product_id smallint,
  grace_days smallint NOT NULL DEFAULT 3,
  status active_status NOT NULL DEFAULT 'activo'::active_status,
  version integer NOT NULL DEFAULT 1,
  format_version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  blanks text NOT NULL DEFAULT 'falta'::text,
  CONSTRAINT external_systems_pkey PRIMARY KEY (id),
  CONSTRAINT external_systems_blanks_check CHECK ((blanks = ANY (ARRAY['falta'::text, 'repite'::text]))),
  CONSTRAINT external_systems_day_order_check CHECK ((day_order = ANY (ARRAY['dmy'::text, 'mdy'::text]))),
  CONSTRAINT external_systems_file_kind_check CHECK ((file_kind = ANY (ARRAY['cualquiera'::text, 'xlsx'::text, 'csv'::text]))),
  CONSTRAINT external_systems_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 31))),
  CONSTRAINT external_systems_header_row_check CHECK ((header_row > 0)),
  CONSTRAINT external_systems_number_style_check CHECK ((number_style = ANY (ARRAY['es-VE'::text, 'international'::text]))),
  CONSTRAINT external_systems_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE UNIQUE INDEX external_systems_name ON public.external_systems USING btree (name_key);

CREATE TABLE file_parts (
  file_id integer NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT file_parts_pkey PRIMARY KEY (file_id, part),
  CONSTRAINT file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);

CREATE TABLE files (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  partner_id integer NOT NULL,
  entity text NOT NULL,
  call text NOT NULL,
  asked jsonb NOT NULL,
  title text NOT NULL,
  view_id integer,
  morning date,
  state text NOT NULL DEFAULT 'en_cola'::text,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  attempts smallint NOT NULL DEFAULT 0,
  runner uuid,
  beat_at timestamp with time zone,
  rows integer,
  rows_done integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  filename text,
  content_type text,
  problem text,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_state_check CHECK ((state = ANY (ARRAY['en_cola'::text, 'en_curso'::text, 'listo'::text, 'fallido'::text]))),
  CONSTRAINT files_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX files_of ON public.files USING btree (user_id, id DESC);
CREATE INDEX files_waiting ON public.files USING btree (requested_at) WHERE (state = ANY (ARRAY['en_cola'::text, 'en_curso'::text]));

CREATE TABLE frozen_rates (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  commission_kind text NOT NULL,
  commission_percent numeric(7,4) NOT NULL,
  participation_kind text NOT NULL,
  participation_percent numeric(7,4) NOT NULL,
  CONSTRAINT frozen_rates_pkey PRIMARY KEY (id),
  CONSTRAINT frozen_rates_commission_kind_commission_percent_participati_key UNIQUE (commission_kind, commission_percent, participation_kind, participation_percent)
);

CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  response jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING brin (created_at);

CREATE TABLE image_days (
  partner_id integer NOT NULL,
  day date NOT NULL,
  pictures integer NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT image_days_pkey PRIMARY KEY (partner_id, day),
  CONSTRAINT image_days_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);

CREATE TABLE images (
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  url text NOT NULL,
  guarded boolean NOT NULL DEFAULT false,
  CONSTRAINT images_pkey PRIMARY KEY (hash),
  CONSTRAINT images_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX images_url ON public.images USING btree (url);
CREATE TRIGGER images_url BEFORE INSERT ON public.images FOR EACH ROW EXECUTE FUNCTION give_image_url();

CREATE TABLE jackpot_movements (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  jackpot_id integer NOT NULL,
  pot text NOT NULL,
  kind text NOT NULL,
  amount numeric(16,2) NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  ticket_day date,
  ticket_id bigint,
  day date NOT NULL,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  result_id integer,
  CONSTRAINT jackpot_movements_pkey PRIMARY KEY (id),
  CONSTRAINT jackpot_movements_amount_check CHECK ((amount <> (0)::numeric)),
  CONSTRAINT jackpot_movements_kind_check CHECK ((kind = ANY (ARRAY['ticket'::text, 'anulacion'::text, 'acumulado'::text, 'INGRESO'::text, 'EGRESO'::text, 'premio'::text, 'reverso'::text]))),
  CONSTRAINT jackpot_movements_pot_check CHECK ((pot = ANY (ARRAY['primero'::text, 'segundo'::text, 'semanal'::text]))),
  CONSTRAINT jackpot_movements_jackpot_id_fkey FOREIGN KEY (jackpot_id) REFERENCES jackpots(id),
  CONSTRAINT jackpot_movements_result_id_fkey FOREIGN KEY (result_id) REFERENCES results(id)
);
CREATE INDEX jackpot_movements_jackpot ON public.jackpot_movements USING btree (jackpot_id, id);
CREATE INDEX jackpot_movements_result ON public.jackpot_movements USING btree (result_id) WHERE (result_id IS NOT NULL);
CREATE INDEX jackpot_movements_taken ON public.jackpot_movements USING btree (jackpot_id, pot) WHERE (kind = 'EGRESO'::text);
CREATE INDEX jackpot_movements_ticket ON public.jackpot_movements USING btree (ticket_day, ticket_id) WHERE (ticket_id IS NOT NULL);

CREATE TABLE jackpots (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  product_id smallint NOT NULL,
  kind text NOT NULL,
  currency currency NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  state text NOT NULL DEFAULT 'abierto'::text,
  CONSTRAINT jackpots_pkey PRIMARY KEY (id),
  CONSTRAINT jackpots_product_id_kind_currency_from_day_key UNIQUE (product_id, kind, currency, from_day),
  CONSTRAINT jackpots_check CHECK ((from_day <= to_day)),
  CONSTRAINT jackpots_kind_check CHECK ((kind = ANY (ARRAY['diario'::text, 'semanal'::text]))),
  CONSTRAINT jackpots_state_check CHECK ((state = ANY (ARRAY['abierto'::text, 'liquidado'::text]))),
  CONSTRAINT jackpots_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE jobs (
  name text NOT NULL,
  last_run_at timestamp with time zone,
  last_error text,
  CONSTRAINT jobs_pkey PRIMARY KEY (name)
);

CREATE TABLE ledger_accounts (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  partner_id integer NOT NULL,
  kind text NOT NULL,
  currency currency NOT NULL,
  sub integer NOT NULL DEFAULT 0,
  prepaid_of integer,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_key UNIQUE (partner_id, kind, currency, sub),
  CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['caja'::text, 'ventas'::text, 'premios'::text, 'premios_por_pagar'::text, 'comision'::text, 'comision_por_pagar'::text, 'participacion'::text, 'participacion_por_pagar'::text, 'devoluciones_por_pagar'::text, 'ingresos'::text, 'egresos'::text, 'por_aprobar'::text, 'diferencias'::text, 'recargas'::text, 'ajustes'::text, 'liquidacion'::text, 'liquidado'::text, 'pagos'::text, 'cobranza'::text, 'margen'::text, 'margen_por_pagar'::text, 'banco'::text, 'fondo'::text, 'externo'::text, 'ventas_externas'::text, 'premios_externos'::text, 'comision_externa'::text, 'fuera'::text, 'apertura'::text, 'cambio'::text, 'transito'::text, 'potes'::text, 'provision'::text]))),
  CONSTRAINT ledger_accounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);
CREATE TRIGGER open_prepaid AFTER INSERT ON public.ledger_accounts REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION open_prepaid();
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE ledger_days (
  account_id integer NOT NULL,
  day date NOT NULL,
  debit numeric(18,2) NOT NULL DEFAULT 0,
  credit numeric(18,2) NOT NULL DEFAULT 0,
  CONSTRAINT ledger_days_pkey PRIMARY KEY (account_id, day),
  CONSTRAINT ledger_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id) ON DELETE CASCADE
);

CREATE TABLE ledger_entries (
  day date NOT NULL,
  id bigint NOT NULL DEFAULT nextval('ledger_entry_ids'::regclass),
  kind text NOT NULL,
  ref_kind text NOT NULL,
  ref_id bigint NOT NULL,
  office_id integer,
  memo text,
  reverses_id bigint,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  xid xid8 DEFAULT pg_current_xact_id(),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (day, id),
  CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['venta'::text, 'anulacion'::text, 'devolucion'::text, 'reintegro'::text, 'caducidad'::text, 'premiacion'::text, 'correccion'::text, 'pago_premio'::text, 'vencimiento'::text, 'comision'::text, 'participacion'::text, 'reliquidacion'::text, 'pago'::text, 'ingreso'::text, 'egreso'::text, 'transferencia'::text, 'recarga'::text, 'fondo'::text, 'pote'::text, 'ajuste'::text, 'externa'::text, 'cierre'::text, 'reapertura'::text, 'apertura'::text])))
) PARTITION BY RANGE (day);
CREATE INDEX ledger_entries_created ON public.ledger_entries USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX ledger_entries_ref ON public.ledger_entries USING btree (ref_kind, ref_id);

CREATE TABLE ledger_postings (
  day date NOT NULL,
  entry_id bigint NOT NULL,
  account_id integer NOT NULL,
  amount numeric(18,2) NOT NULL,
  currency currency NOT NULL,
  CONSTRAINT ledger_postings_amount_check CHECK ((amount <> (0)::numeric))
) PARTITION BY RANGE (day);
CREATE INDEX ledger_postings_account ON public.ledger_postings USING btree (account_id, day);
CREATE INDEX ledger_postings_entry ON public.ledger_postings USING btree (entry_id);

CREATE TABLE line_draws (
  draw_id integer NOT NULL,
  day date NOT NULL,
  ticket_id bigint NOT NULL,
  line_n smallint NOT NULL,
  CONSTRAINT line_draws_pkey PRIMARY KEY (draw_id, day, ticket_id, line_n),
  CONSTRAINT line_draws_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id)
);
CREATE INDEX line_draws_line ON public.line_draws USING btree (day, ticket_id, line_n);

CREATE TABLE municipalities (
  id integer NOT NULL,
  state_id integer NOT NULL,
  name text COLLATE names NOT NULL,
  CONSTRAINT municipalities_pkey PRIMARY KEY (id),
  CONSTRAINT municipalities_state_id_name_key UNIQUE (state_id, name),
  CONSTRAINT municipalities_state_id_fkey FOREIGN KEY (state_id) REFERENCES states(id)
);

CREATE TABLE network_columns (
  partner_id integer NOT NULL,
  sheet text NOT NULL,
  match text NOT NULL,
  field text,
  CONSTRAINT network_columns_pkey PRIMARY KEY (partner_id, sheet, match),
  CONSTRAINT network_columns_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);

CREATE TABLE network_faults (
  import_id integer NOT NULL,
  n integer NOT NULL,
  sheet text NOT NULL,
  line integer NOT NULL,
  column text NOT NULL,
  value text NOT NULL,
  message text NOT NULL,
  search text GENERATED ALWAYS AS (translate(lower(((((value || '
'::text) || "column") || '
'::text) || message)), 'áéíóúüñ'::text, 'aeiouun'::text)) STORED,
  CONSTRAINT network_faults_pkey PRIMARY KEY (import_id, n),
  CONSTRAINT network_faults_import_id_fkey FOREIGN KEY (import_id) REFERENCES network_imports(id) ON DELETE CASCADE
);

CREATE TABLE network_imports (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  partner_id integer NOT NULL,
  filename text NOT NULL,
  sha256 bytea NOT NULL,
  file bytea,
  state text NOT NULL DEFAULT 'por_revisar'::text,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  phase text NOT NULL DEFAULT ''::text,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  sheets jsonb NOT NULL DEFAULT '[]'::jsonb,
  others text[] NOT NULL DEFAULT '{}'::text[],
  faults integer NOT NULL DEFAULT 0,
  review text,
  problem text,
  attempts smallint NOT NULL DEFAULT 0,
  runner uuid,
  beat_at timestamp with time zone,
  CONSTRAINT network_imports_pkey PRIMARY KEY (id),
  CONSTRAINT network_imports_state_check CHECK ((state = ANY (ARRAY['por_revisar'::text, 'revisada'::text, 'por_aplicar'::text, 'aplicada'::text, 'fallida'::text, 'descartada'::text]))),
  CONSTRAINT network_imports_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT network_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX network_imports_of ON public.network_imports USING btree (user_id, id DESC);
CREATE INDEX network_imports_waiting ON public.network_imports USING btree (requested_at) WHERE (state = ANY (ARRAY['por_revisar'::text, 'por_aplicar'::text]));

CREATE TABLE network_rows (
  import_id integer NOT NULL,
  n integer NOT NULL,
  sheet text NOT NULL,
  line integer NOT NULL,
  action text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  of_code text NOT NULL DEFAULT ''::text,
  differences text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT network_rows_pkey PRIMARY KEY (import_id, n),
  CONSTRAINT network_rows_action_check CHECK ((action = ANY (ARRAY['crea'::text, 'cambia'::text, 'igual'::text]))),
  CONSTRAINT network_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES network_imports(id) ON DELETE CASCADE
);
CREATE INDEX network_rows_of ON public.network_rows USING btree (import_id, of_code, sheet);

CREATE TABLE notifications (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  text text NOT NULL DEFAULT ''::text,
  link text,
  at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  level text NOT NULL,
  file_id integer,
  key text,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_once UNIQUE (user_id, key),
  CONSTRAINT notifications_level_check CHECK ((level = ANY (ARRAY['informa'::text, 'advierte'::text, 'urge'::text]))),
  CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_files ON public.notifications USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX notifications_inbox ON public.notifications USING btree (user_id, id DESC);
CREATE INDEX notifications_old ON public.notifications USING btree (at);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);

CREATE TABLE number_days (
  day date NOT NULL,
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  number text NOT NULL,
  sold numeric(16,2) NOT NULL,
  lines integer NOT NULL,
  CONSTRAINT number_days_pkey PRIMARY KEY (partner_id, currency, day, product_id, bet_type_id, number)
);
CREATE INDEX number_days_top ON public.number_days USING btree (partner_id, currency, day, sold DESC) INCLUDE (product_id, bet_type_id, number, lines);

CREATE TABLE openings (
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  kind text NOT NULL,
  amount numeric(18,2) NOT NULL,
  week date NOT NULL,
  batch_id bigint NOT NULL,
  posted_by integer NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  CONSTRAINT openings_pkey PRIMARY KEY (partner_id, currency, kind),
  CONSTRAINT openings_amount_check CHECK ((amount <> (0)::numeric)),
  CONSTRAINT openings_kind_check CHECK ((kind = ANY (ARRAY['deuda'::text, 'caja'::text, 'fondo'::text, 'banco'::text]))),
  CONSTRAINT openings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT openings_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES users(id)
);

CREATE TABLE partner_ancestors (
  partner_id integer NOT NULL,
  ancestor_id integer NOT NULL,
  depth smallint NOT NULL,
  partner_type partner_type NOT NULL,
  CONSTRAINT partner_ancestors_pkey PRIMARY KEY (partner_id, ancestor_id),
  CONSTRAINT partner_ancestors_ancestor_id_fkey FOREIGN KEY (ancestor_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_ancestors_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);
CREATE INDEX partner_ancestors_down ON public.partner_ancestors USING btree (ancestor_id, partner_type, partner_id);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.partner_ancestors FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE partner_books (
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  closed_through date,
  CONSTRAINT partner_books_pkey PRIMARY KEY (partner_id, currency),
  CONSTRAINT partner_books_closed_through_check CHECK ((EXTRACT(isodow FROM closed_through) = (7)::numeric)),
  CONSTRAINT partner_books_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);

CREATE TABLE partner_debt_limits (
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  week_limit numeric(14,2),
  debt_limit numeric(14,2),
  version integer NOT NULL DEFAULT 1,
  set_by integer,
  set_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT partner_debt_limits_pkey PRIMARY KEY (partner_id, currency),
  CONSTRAINT partner_debt_limits_debt_limit_check CHECK ((debt_limit > (0)::numeric)),
  CONSTRAINT partner_debt_limits_week_limit_check CHECK ((week_limit > (0)::numeric)),
  CONSTRAINT partner_debt_limits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_debt_limits_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id)
);

CREATE TABLE partner_limits (
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  min_stake numeric(14,2),
  max_stake numeric(14,2),
  max_ticket numeric(14,2),
  CONSTRAINT partner_limits_pkey PRIMARY KEY (partner_id, currency),
  CONSTRAINT partner_limits_max_stake_check CHECK ((max_stake > (0)::numeric)),
  CONSTRAINT partner_limits_max_ticket_check CHECK ((max_ticket > (0)::numeric)),
  CONSTRAINT partner_limits_min_stake_check CHECK ((min_stake > (0)::numeric)),
  CONSTRAINT partner_limits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.partner_limits FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE partner_multipliers (
  partner_id integer NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  multiplier numeric(8,2),
  second numeric(8,2),
  third numeric(8,2),
  CONSTRAINT partner_multipliers_pkey PRIMARY KEY (partner_id, product_id, bet_type_id),
  CONSTRAINT partner_multipliers_multiplier_check CHECK ((multiplier > (0)::numeric)),
  CONSTRAINT partner_multipliers_second_check CHECK ((second > (0)::numeric)),
  CONSTRAINT partner_multipliers_third_check CHECK ((third > (0)::numeric)),
  CONSTRAINT partner_multipliers_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT partner_multipliers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_multipliers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.partner_multipliers FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE partner_products (
  partner_id integer NOT NULL,
  product_id smallint NOT NULL,
  enabled boolean NOT NULL,
  off_by integer,
  CONSTRAINT partner_products_pkey PRIMARY KEY (partner_id, product_id),
  CONSTRAINT partner_products_off_by_fkey FOREIGN KEY (off_by) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT partner_products_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX partner_products_off_by ON public.partner_products USING btree (off_by) WHERE (off_by IS NOT NULL);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.partner_products FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE partner_settings (
  partner_id integer NOT NULL,
  annul_minutes smallint,
  prize_days smallint,
  max_lines smallint,
  pays_other_agencies boolean,
  rate_type_id integer,
  CONSTRAINT partner_settings_pkey PRIMARY KEY (partner_id),
  CONSTRAINT partner_settings_annul_minutes_check CHECK (((annul_minutes >= 0) AND (annul_minutes <= 1440))),
  CONSTRAINT partner_settings_max_lines_check CHECK (((max_lines >= 1) AND (max_lines <= 500))),
  CONSTRAINT partner_settings_prize_days_check CHECK (((prize_days >= 1) AND (prize_days <= 365))),
  CONSTRAINT partner_settings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_settings_rate_type_id_fkey FOREIGN KEY (rate_type_id) REFERENCES rate_types(id)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.partner_settings FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE partners (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  father_id integer,
  type partner_type NOT NULL,
  code text COLLATE names NOT NULL,
  name text COLLATE names NOT NULL,
  name_key text NOT NULL,
  document text NOT NULL DEFAULT ''::text,
  phone text NOT NULL DEFAULT ''::text,
  email text NOT NULL DEFAULT ''::text,
  address text NOT NULL DEFAULT ''::text,
  country_iso2 character(2) NOT NULL,
  state_id integer,
  municipality_id integer,
  currencies currency[] NOT NULL,
  status active_status NOT NULL DEFAULT 'activo'::active_status,
  payments_responsible_partner_id integer,
  version integer NOT NULL DEFAULT 1,
  bets_version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  off_by integer,
  search_key text NOT NULL GENERATED ALWAYS AS (((((name_key || '
'::text) || translate(lower((code COLLATE "default")), 'áéíóúüñ'::text, 'aeiouun'::text)) || '
'::text) || translate(lower(document), 'áéíóúüñ'::text, 'aeiouun'::text))) STORED,
  prepaid boolean NOT NULL DEFAULT false,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_code_key UNIQUE (code),
  CONSTRAINT partners_type_name_key_key UNIQUE (type, name_key),
  CONSTRAINT partners_check CHECK (((type = 'banca'::partner_type) = (father_id IS NULL))),
  CONSTRAINT partners_prepaid_check CHECK (((NOT prepaid) OR (type = 'agencia'::partner_type))),
  CONSTRAINT partners_father_id_fkey FOREIGN KEY (father_id) REFERENCES partners(id),
  CONSTRAINT partners_municipality_id_fkey FOREIGN KEY (municipality_id) REFERENCES municipalities(id),
  CONSTRAINT partners_off_by_fkey FOREIGN KEY (off_by) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT partners_payments_responsible_partner_id_fkey FOREIGN KEY (payments_responsible_partner_id) REFERENCES partners(id),
  CONSTRAINT partners_state_id_fkey FOREIGN KEY (state_id) REFERENCES states(id)
);
CREATE INDEX partners_father ON public.partners USING btree (father_id);
CREATE INDEX partners_name ON public.partners USING btree (name, id) INCLUDE (currencies);
CREATE INDEX partners_off_by ON public.partners USING btree (off_by) WHERE (off_by IS NOT NULL);
CREATE UNIQUE INDEX partners_one_banca ON public.partners USING btree ((true)) WHERE (type = 'banca'::partner_type);
CREATE TRIGGER move_prepaid AFTER UPDATE OF father_id ON public.partners FOR EACH ROW WHEN (((new.type = 'taquilla'::partner_type) AND (new.father_id IS DISTINCT FROM old.father_id))) EXECUTE FUNCTION move_prepaid();
CREATE TRIGGER new_responsible AFTER INSERT ON public.partners FOR EACH ROW WHEN ((new.type = ANY (ARRAY['distribuidor'::partner_type, 'agencia'::partner_type]))) EXECUTE FUNCTION keep_responsible();
CREATE TRIGGER other_responsible AFTER UPDATE OF payments_responsible_partner_id, father_id ON public.partners FOR EACH ROW WHEN (((new.type = ANY (ARRAY['distribuidor'::partner_type, 'agencia'::partner_type])) AND (COALESCE(new.payments_responsible_partner_id, new.father_id) IS DISTINCT FROM COALESCE(old.payments_responsible_partner_id, old.father_id)))) EXECUTE FUNCTION keep_responsible();
CREATE TRIGGER partners_out AFTER UPDATE OF status ON public.partners FOR EACH ROW WHEN (((new.status = 'inactivo'::active_status) AND (old.status <> 'inactivo'::active_status))) EXECUTE FUNCTION end_sessions_of_partner();
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.partners FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE pay_approvals (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  ticket_day date NOT NULL,
  ticket_id bigint NOT NULL,
  office_id integer NOT NULL,
  amount numeric(16,2) NOT NULL,
  currency currency NOT NULL,
  state text NOT NULL DEFAULT 'pendiente'::text,
  requested_by integer NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_by integer,
  decided_at timestamp with time zone,
  reason text,
  picture_url text,
  CONSTRAINT pay_approvals_pkey PRIMARY KEY (id),
  CONSTRAINT pay_approvals_picture_check CHECK (((picture_url IS NULL) OR (state = 'rechazado'::text))),
  CONSTRAINT pay_approvals_state_check CHECK ((state = ANY (ARRAY['pendiente'::text, 'aprobado'::text, 'rechazado'::text]))),
  CONSTRAINT pay_approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT pay_approvals_office_id_fkey FOREIGN KEY (office_id) REFERENCES partners(id),
  CONSTRAINT pay_approvals_picture_url_fkey FOREIGN KEY (picture_url) REFERENCES images(url),
  CONSTRAINT pay_approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id)
);
CREATE INDEX pay_approvals_latest ON public.pay_approvals USING btree (ticket_day, ticket_id, id DESC);
CREATE INDEX pay_approvals_pending ON public.pay_approvals USING btree (requested_at) WHERE (state = 'pendiente'::text);
CREATE INDEX pay_approvals_picture ON public.pay_approvals USING btree (picture_url) WHERE (picture_url IS NOT NULL);
CREATE UNIQUE INDEX pay_approvals_ticket ON public.pay_approvals USING btree (ticket_day, ticket_id) WHERE (state = ANY (ARRAY['pendiente'::text, 'aprobado'::text]));

CREATE TABLE payment_comments (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  record_id integer NOT NULL,
  user_id integer NOT NULL,
  text text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payment_comments_pkey PRIMARY KEY (id),
  CONSTRAINT payment_comments_record_id_fkey FOREIGN KEY (record_id) REFERENCES payments(id),
  CONSTRAINT payment_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payment_comments_of ON public.payment_comments USING btree (record_id, id);

CREATE TABLE payment_methods (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  partner_id integer NOT NULL,
  name text COLLATE names NOT NULL,
  name_key text NOT NULL,
  kind text NOT NULL,
  currency currency NOT NULL,
  uses text[] NOT NULL,
  bank text COLLATE names NOT NULL DEFAULT ''::text,
  account_number text NOT NULL DEFAULT ''::text,
  phone text NOT NULL DEFAULT ''::text,
  email text NOT NULL DEFAULT ''::text,
  wallet text NOT NULL DEFAULT ''::text,
  holder text COLLATE names NOT NULL DEFAULT ''::text,
  holder_document text NOT NULL DEFAULT ''::text,
  notes text NOT NULL DEFAULT ''::text,
  status active_status NOT NULL DEFAULT 'activo'::active_status,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  off_by integer,
  CONSTRAINT payment_methods_pkey PRIMARY KEY (id),
  CONSTRAINT payment_methods_kind_check CHECK ((kind = ANY (ARRAY['efectivo'::text, 'transferencia'::text, 'pago_movil'::text, 'punto_venta'::text, 'zelle'::text, 'cripto'::text, 'otro'::text]))),
  CONSTRAINT payment_methods_uses_check CHECK (((cardinality(uses) > 0) AND (uses <@ ARRAY['ingresos'::text, 'egresos'::text, 'transacciones'::text]))),
  CONSTRAINT payment_methods_off_by_fkey FOREIGN KEY (off_by) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT payment_methods_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE UNIQUE INDEX payment_methods_name ON public.payment_methods USING btree (partner_id, currency, name_key);
CREATE INDEX payment_methods_off_by ON public.payment_methods USING btree (off_by) WHERE (off_by IS NOT NULL);

CREATE TABLE payment_receipts (
  receiver_id integer NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT payment_receipts_pkey PRIMARY KEY (receiver_id, year),
  CONSTRAINT payment_receipts_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES partners(id)
);

CREATE TABLE payment_responsibles (
  partner_id integer NOT NULL,
  since date NOT NULL,
  responsible_id integer NOT NULL,
  CONSTRAINT payment_responsibles_pkey PRIMARY KEY (partner_id, since),
  CONSTRAINT payment_responsibles_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT payment_responsibles_responsible_id_fkey FOREIGN KEY (responsible_id) REFERENCES partners(id)
);
CREATE INDEX payment_responsibles_of ON public.payment_responsibles USING btree (responsible_id);

CREATE TABLE payments (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  partner_id integer NOT NULL,
  counterpart_id integer NOT NULL,
  payer_id integer NOT NULL,
  receiver_id integer NOT NULL,
  line integer[] NOT NULL,
  direction text NOT NULL,
  to text NOT NULL,
  amount numeric(18,2) NOT NULL,
  currency currency NOT NULL,
  method_id integer,
  reference text NOT NULL DEFAULT ''::text,
  paid_on date NOT NULL,
  notes text NOT NULL DEFAULT ''::text,
  receipt_url text,
  state text NOT NULL DEFAULT 'pendiente'::text,
  observation text,
  refusal_url text,
  reason text,
  receipt_year integer,
  receipt_number integer,
  reporter_id integer NOT NULL,
  created_by integer NOT NULL,
  written_by integer NOT NULL,
  decided_by integer,
  decided_at timestamp with time zone,
  undone_by integer,
  undone_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payments_check CHECK (((line[1] = partner_id) AND (line[cardinality(line)] = counterpart_id) AND (cardinality(line) >= 2))),
  CONSTRAINT payments_check1 CHECK ((((payer_id = partner_id) AND (receiver_id = counterpart_id)) OR ((payer_id = counterpart_id) AND (receiver_id = partner_id)))),
  CONSTRAINT payments_check2 CHECK (((receipt_number IS NOT NULL) = (state = ANY (ARRAY['confirmado'::text, 'anulado'::text])))),
  CONSTRAINT payments_state_check CHECK ((state = ANY (ARRAY['pendiente'::text, 'confirmado'::text, 'rechazado'::text, 'anulado'::text, 'eliminado'::text]))),
  CONSTRAINT payments_counterpart_id_fkey FOREIGN KEY (counterpart_id) REFERENCES partners(id),
  CONSTRAINT payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT payments_method_id_fkey FOREIGN KEY (method_id) REFERENCES payment_methods(id),
  CONSTRAINT payments_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT payments_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES partners(id),
  CONSTRAINT payments_receipt_url_fkey FOREIGN KEY (receipt_url) REFERENCES images(url),
  CONSTRAINT payments_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES partners(id),
  CONSTRAINT payments_refusal_url_fkey FOREIGN KEY (refusal_url) REFERENCES images(url),
  CONSTRAINT payments_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES partners(id),
  CONSTRAINT payments_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  CONSTRAINT payments_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id)
);
CREATE INDEX payments_method ON public.payments USING btree (method_id) WHERE (method_id IS NOT NULL);
CREATE INDEX payments_of ON public.payments USING btree (partner_id, created_at);
CREATE UNIQUE INDEX payments_receipt ON public.payments USING btree (receiver_id, receipt_year, receipt_number);
CREATE INDEX payments_receipt_picture ON public.payments USING btree (receipt_url) WHERE (receipt_url IS NOT NULL);
CREATE INDEX payments_refusal_picture ON public.payments USING btree (refusal_url) WHERE (refusal_url IS NOT NULL);
CREATE INDEX payments_reported ON public.payments USING btree (created_at);
CREATE INDEX payments_same ON public.payments USING btree (partner_id, reference) WHERE ((reference <> ''::text) AND (state = ANY (ARRAY['pendiente'::text, 'confirmado'::text])));
CREATE INDEX payments_waiting ON public.payments USING btree (receiver_id, created_at) WHERE (state = 'pendiente'::text);

CREATE TABLE polla_draws (
  polla_draw_id integer NOT NULL,
  draw_id integer NOT NULL,
  CONSTRAINT polla_draws_pkey PRIMARY KEY (polla_draw_id, draw_id),
  CONSTRAINT polla_draws_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT polla_draws_polla_draw_id_fkey FOREIGN KEY (polla_draw_id) REFERENCES draws(id) ON DELETE CASCADE
);
CREATE INDEX polla_draws_source ON public.polla_draws USING btree (draw_id);

CREATE TABLE prepaid_agencies (
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  available numeric(20,2) NOT NULL DEFAULT 0,
  CONSTRAINT prepaid_agencies_pkey PRIMARY KEY (partner_id, currency),
  CONSTRAINT prepaid_agencies_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);

CREATE TABLE prizes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  ticket_day date NOT NULL,
  ticket_id bigint NOT NULL,
  line_n smallint NOT NULL,
  draw_id integer NOT NULL,
  result_id integer NOT NULL,
  office_id integer NOT NULL,
  currency currency NOT NULL,
  amount numeric(16,2) NOT NULL,
  awarded_at timestamp with time zone NOT NULL DEFAULT now(),
  withdrawn_at timestamp with time zone,
  pot text,
  CONSTRAINT prizes_pkey PRIMARY KEY (id),
  CONSTRAINT prizes_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT prizes_pot_check CHECK ((pot = ANY (ARRAY['primero'::text, 'segundo'::text, 'semanal'::text]))),
  CONSTRAINT prizes_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT prizes_result_id_fkey FOREIGN KEY (result_id) REFERENCES results(id)
);
CREATE INDEX prizes_draw ON public.prizes USING btree (draw_id);
CREATE UNIQUE INDEX prizes_once ON public.prizes USING btree (ticket_day, ticket_id, line_n, draw_id, COALESCE(pot, ''::text)) WHERE (withdrawn_at IS NULL);
CREATE INDEX prizes_result ON public.prizes USING btree (result_id);

CREATE TABLE product_bet_types (
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  multiplier numeric(8,2) NOT NULL,
  place_multipliers numeric(8,2)[],
  enabled boolean NOT NULL DEFAULT true,
  CONSTRAINT product_bet_types_pkey PRIMARY KEY (product_id, bet_type_id),
  CONSTRAINT product_bet_types_multiplier_check CHECK ((multiplier > (0)::numeric)),
  CONSTRAINT product_bet_types_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT product_bet_types_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_bet_types FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE product_days (
  day date NOT NULL,
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  shard smallint NOT NULL,
  sold numeric(16,2) NOT NULL DEFAULT 0,
  prizes numeric(16,2) NOT NULL DEFAULT 0,
  commission numeric(16,2) NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  participation numeric(16,2) NOT NULL DEFAULT 0,
  CONSTRAINT product_days_pkey PRIMARY KEY (partner_id, currency, day, product_id, bet_type_id, shard)
);
CREATE TRIGGER follow_closed_added AFTER INSERT OR UPDATE ON public.product_days FOR EACH ROW WHEN (((new.day < (((now() AT TIME ZONE 'UTC'::text))::date - 1)) AND (current_setting('sorteo.closed'::text, true) IS DISTINCT FROM 'aside'::text))) EXECUTE FUNCTION follow_closed_days();
CREATE TRIGGER follow_closed_removed AFTER DELETE ON public.product_days FOR EACH ROW WHEN (((old.day < (((now() AT TIME ZONE 'UTC'::text))::date - 1)) AND (current_setting('sorteo.closed'::text, true) IS DISTINCT FROM 'aside'::text))) EXECUTE FUNCTION follow_closed_days();

CREATE TABLE product_schedules (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  product_id smallint NOT NULL,
  weekday_mask smallint NOT NULL,
  local_time time without time zone NOT NULL,
  close_minutes smallint NOT NULL DEFAULT 5,
  valid_from date NOT NULL DEFAULT '2000-01-01'::date,
  valid_to date,
  CONSTRAINT product_schedules_pkey PRIMARY KEY (id),
  CONSTRAINT product_schedules_product_id_local_time_weekday_mask_valid__key UNIQUE (product_id, local_time, weekday_mask, valid_from),
  CONSTRAINT product_schedules_close_minutes_check CHECK (((close_minutes >= 0) AND (close_minutes <= 720))),
  CONSTRAINT product_schedules_weekday_mask_check CHECK (((weekday_mask >= 1) AND (weekday_mask <= 127))),
  CONSTRAINT product_schedules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE product_symbols (
  product_id smallint NOT NULL,
  code text NOT NULL,
  name text COLLATE names NOT NULL,
  image_url text,
  position smallint NOT NULL,
  uploaded_url text GENERATED ALWAYS AS (
CASE
    WHEN (image_url ~~ '/images/%'::text) THEN image_url
    ELSE NULL::text
END) STORED,
  CONSTRAINT product_symbols_pkey PRIMARY KEY (product_id, code),
  CONSTRAINT product_symbols_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT product_symbols_uploaded_url_fkey FOREIGN KEY (uploaded_url) REFERENCES images(url)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_symbols FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE product_wildcards (
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  number text NOT NULL,
  multiplier numeric(8,2) NOT NULL,
  from_day date,
  to_day date,
  CONSTRAINT product_wildcards_product_id_bet_type_id_number_from_day_key UNIQUE NULLS NOT DISTINCT (product_id, bet_type_id, number, from_day),
  CONSTRAINT product_wildcards_multiplier_check CHECK ((multiplier > (0)::numeric)),
  CONSTRAINT product_wildcards_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT product_wildcards_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_wildcards FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE products (
  id smallint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  code text COLLATE names NOT NULL,
  name text COLLATE names NOT NULL,
  kind product_kind NOT NULL,
  zone text NOT NULL,
  status active_status NOT NULL DEFAULT 'activo'::active_status,
  position smallint NOT NULL DEFAULT 0,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_code_key UNIQUE (code),
  CONSTRAINT products_name_key UNIQUE (name)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE rate_types (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  codigo text COLLATE names NOT NULL,
  nombre text COLLATE names NOT NULL,
  by_offices boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT rate_types_pkey PRIMARY KEY (id),
  CONSTRAINT rate_types_codigo_key UNIQUE (codigo)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.rate_types FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE rates (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  rate_type_id integer NOT NULL,
  currency currency NOT NULL,
  rate numeric(18,6) NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  set_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  office_id integer,
  CONSTRAINT rates_pkey PRIMARY KEY (id),
  CONSTRAINT rates_rate_check CHECK ((rate > (0)::numeric)),
  CONSTRAINT rates_office_id_fkey FOREIGN KEY (office_id) REFERENCES partners(id),
  CONSTRAINT rates_rate_type_id_fkey FOREIGN KEY (rate_type_id) REFERENCES rate_types(id),
  CONSTRAINT rates_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX rates_from ON public.rates USING btree (rate_type_id, currency, office_id, valid_from) NULLS NOT DISTINCT;
CREATE INDEX rates_of_offices ON public.rates USING btree (office_id) WHERE (office_id IS NOT NULL);

CREATE TABLE recalculations (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  partner_id integer NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  state text NOT NULL DEFAULT 'en_curso'::text,
  started_by integer NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  days_done integer NOT NULL DEFAULT 0,
  rows integer NOT NULL DEFAULT 0,
  corrected integer NOT NULL DEFAULT 0,
  runner uuid,
  beat_at timestamp with time zone,
  attempts smallint NOT NULL DEFAULT 0,
  CONSTRAINT recalculations_pkey PRIMARY KEY (id),
  CONSTRAINT recalculations_check CHECK ((from_day <= to_day)),
  CONSTRAINT recalculations_check1 CHECK (((state = 'en_curso'::text) = (ended_at IS NULL))),
  CONSTRAINT recalculations_state_check CHECK ((state = ANY (ARRAY['en_curso'::text, 'terminado'::text, 'detenido'::text, 'fallido'::text]))),
  CONSTRAINT recalculations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT recalculations_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX recalculations_one ON public.recalculations USING btree ((true)) WHERE (state = 'en_curso'::text);
CREATE INDEX recalculations_own ON public.recalculations USING btree (started_by, id DESC);

CREATE TABLE regular_quotas (
  partner_id integer NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  currency currency NOT NULL,
  amount numeric(14,2) NOT NULL,
  set_by integer,
  CONSTRAINT regular_quotas_pkey PRIMARY KEY (partner_id, product_id, bet_type_id, currency),
  CONSTRAINT regular_quotas_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT regular_quotas_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT regular_quotas_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT regular_quotas_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT regular_quotas_set_by_fkey FOREIGN KEY (set_by) REFERENCES partners(id) ON DELETE SET NULL
);
CREATE INDEX regular_quotas_set_by ON public.regular_quotas USING btree (set_by) WHERE (set_by IS NOT NULL);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.regular_quotas FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE result_entries (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  draw_id integer NOT NULL,
  kind text NOT NULL,
  numbers jsonb NOT NULL,
  source text NOT NULL DEFAULT 'manual'::text,
  reason text,
  entered_by integer,
  entered_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'pendiente'::text,
  closed_by integer,
  closed_at timestamp with time zone,
  result_id integer,
  CONSTRAINT result_entries_pkey PRIMARY KEY (id),
  CONSTRAINT result_entries_kind_check CHECK ((kind = ANY (ARRAY['resultado'::text, 'correccion'::text]))),
  CONSTRAINT result_entries_state_check CHECK ((state = ANY (ARRAY['pendiente'::text, 'confirmada'::text, 'descartada'::text]))),
  CONSTRAINT result_entries_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT result_entries_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT result_entries_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT result_entries_result_id_fkey FOREIGN KEY (result_id) REFERENCES results(id)
);
CREATE INDEX result_entries_draw ON public.result_entries USING btree (draw_id, id);
CREATE UNIQUE INDEX result_entries_one_pending ON public.result_entries USING btree (draw_id) WHERE (state = 'pendiente'::text);

CREATE TABLE result_numbers (
  result_id integer NOT NULL,
  place text NOT NULL,
  number text NOT NULL,
  sign text,
  CONSTRAINT result_numbers_pkey PRIMARY KEY (result_id, place),
  CONSTRAINT result_numbers_result_id_fkey FOREIGN KEY (result_id) REFERENCES results(id)
);

CREATE TABLE results (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  draw_id integer NOT NULL,
  product_id smallint NOT NULL,
  source text NOT NULL DEFAULT 'manual'::text,
  entered_by integer,
  confirmed_by integer,
  entered_at timestamp with time zone NOT NULL DEFAULT now(),
  awarded_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  withdrawn_by integer,
  withdrawn_reason text,
  replaces_id integer,
  reason text,
  CONSTRAINT results_pkey PRIMARY KEY (id),
  CONSTRAINT results_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  CONSTRAINT results_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT results_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT results_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT results_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES results(id),
  CONSTRAINT results_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX results_one_in_force ON public.results USING btree (draw_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX results_product ON public.results USING btree (product_id, draw_id) WHERE (withdrawn_at IS NULL);

CREATE TABLE rules_touched (
  transaction xid8 NOT NULL,
  CONSTRAINT rules_touched_pkey PRIMARY KEY (transaction)
);
CREATE CONSTRAINT TRIGGER renew_rules_version AFTER INSERT ON public.rules_touched DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_rules_version();

CREATE TABLE rules_version (
  singleton boolean NOT NULL DEFAULT true,
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT rules_version_pkey PRIMARY KEY (singleton),
  CONSTRAINT rules_version_singleton_check CHECK (singleton)
);

CREATE TABLE sales_days (
  day date NOT NULL,
  office_id integer NOT NULL,
  currency currency NOT NULL,
  sold numeric(16,2) NOT NULL DEFAULT 0,
  prizes numeric(16,2) NOT NULL DEFAULT 0,
  commission numeric(16,2) NOT NULL DEFAULT 0,
  participation numeric(16,2) NOT NULL DEFAULT 0,
  annulled numeric(16,2) NOT NULL DEFAULT 0,
  returned numeric(16,2) NOT NULL DEFAULT 0,
  n_vendido integer NOT NULL DEFAULT 0,
  n_anulado integer NOT NULL DEFAULT 0,
  n_ganador integer NOT NULL DEFAULT 0,
  n_pagado integer NOT NULL DEFAULT 0,
  n_perdedor integer NOT NULL DEFAULT 0,
  n_devuelto integer NOT NULL DEFAULT 0,
  n_vencido integer NOT NULL DEFAULT 0,
  last_sale_at timestamp with time zone,
  CONSTRAINT sales_days_pkey PRIMARY KEY (day, office_id, currency)
);
CREATE INDEX sales_days_office ON public.sales_days USING btree (office_id, day);

CREATE TABLE sales_hours (
  day date NOT NULL,
  partner_id integer NOT NULL,
  currency currency NOT NULL,
  hour smallint NOT NULL,
  shard smallint NOT NULL,
  sold numeric(16,2) NOT NULL DEFAULT 0,
  prizes numeric(16,2) NOT NULL DEFAULT 0,
  commission numeric(16,2) NOT NULL DEFAULT 0,
  tickets integer NOT NULL DEFAULT 0,
  CONSTRAINT sales_hours_pkey PRIMARY KEY (partner_id, currency, day, hour, shard)
);

CREATE TABLE saved_views (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  screen text NOT NULL,
  name text COLLATE names NOT NULL,
  name_key text NOT NULL,
  query text NOT NULL,
  shared_with user_role[] NOT NULL DEFAULT '{}'::user_role[],
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  file jsonb,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_name UNIQUE (user_id, screen, name_key),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX saved_views_shared ON public.saved_views USING btree (screen) WHERE (shared_with <> '{}'::user_role[]);

CREATE TABLE schedule_exceptions (
  product_id smallint NOT NULL,
  day date NOT NULL,
  local_time time without time zone,
  kind text NOT NULL,
  CONSTRAINT schedule_exceptions_product_id_day_local_time_key UNIQUE NULLS NOT DISTINCT (product_id, day, local_time),
  CONSTRAINT schedule_exceptions_kind_check CHECK ((kind = ANY (ARRAY['sin_sorteo'::text, 'extra'::text]))),
  CONSTRAINT schedule_exceptions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE server_secrets (
  name text NOT NULL,
  value bytea NOT NULL,
  CONSTRAINT server_secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE session_families (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id integer NOT NULL,
  ip text,
  user_agent text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ended_why text,
  CONSTRAINT session_families_pkey PRIMARY KEY (id),
  CONSTRAINT session_families_ended_why_check CHECK ((ended_why = ANY (ARRAY['salida'::text, 'reuso'::text, 'clave'::text, 'desconexion'::text, 'usuario'::text]))),
  CONSTRAINT session_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX session_families_user ON public.session_families USING btree (user_id) WHERE (ended_at IS NULL);

CREATE TABLE session_tokens (
  refresh_hash bytea NOT NULL,
  access_hash bytea NOT NULL,
  family_id uuid NOT NULL,
  access_expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  replaced_at timestamp with time zone,
  successor bytea,
  CONSTRAINT session_tokens_pkey PRIMARY KEY (refresh_hash),
  CONSTRAINT session_tokens_access_hash_key UNIQUE (access_hash),
  CONSTRAINT session_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES session_families(id) ON DELETE CASCADE
);
CREATE INDEX session_tokens_family ON public.session_tokens USING btree (family_id);

CREATE TABLE settled_hours (
  office_id integer NOT NULL,
  day date NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  rate_id integer NOT NULL,
  hour smallint NOT NULL,
  commission numeric(16,2) NOT NULL,
  participation numeric(16,2) NOT NULL,
  CONSTRAINT settled_hours_pkey PRIMARY KEY (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
);
CREATE INDEX settled_hours_day ON public.settled_hours USING brin (day) WITH (pages_per_range='16');

CREATE TABLE settlement_hours (
  office_id integer NOT NULL,
  day date NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  rate_id integer NOT NULL,
  hour smallint NOT NULL,
  sold numeric(16,2) NOT NULL DEFAULT 0,
  prizes numeric(16,2) NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  CONSTRAINT settlement_hours_pkey PRIMARY KEY (office_id, day, currency, product_id, bet_type_id, rate_id, hour),
  CONSTRAINT settlement_hours_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES frozen_rates(id)
);
CREATE INDEX settlement_hours_day ON public.settlement_hours USING brin (day) WITH (pages_per_range='16');

CREATE TABLE settlement_weeks (
  agency_id integer NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  rate_id integer NOT NULL,
  week date NOT NULL,
  sold numeric(16,2) NOT NULL,
  prizes numeric(16,2) NOT NULL,
  commission numeric(16,2) NOT NULL,
  participation numeric(16,2) NOT NULL,
  carried numeric(16,2) NOT NULL DEFAULT 0,
  CONSTRAINT settlement_weeks_pkey PRIMARY KEY (agency_id, currency, product_id, rate_id, week),
  CONSTRAINT settlement_weeks_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES frozen_rates(id)
);

CREATE TABLE sign_in_failures (
  key text NOT NULL,
  failures integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (key)
);

CREATE TABLE states (
  id integer NOT NULL,
  country_iso2 character(2) NOT NULL,
  name text COLLATE names NOT NULL,
  CONSTRAINT states_pkey PRIMARY KEY (id),
  CONSTRAINT states_country_iso2_name_key UNIQUE (country_iso2, name)
);

CREATE TABLE ticket_lines (
  day date NOT NULL,
  ticket_id bigint NOT NULL,
  n smallint NOT NULL,
  draw_id integer NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  office_id integer NOT NULL,
  currency currency NOT NULL,
  number text NOT NULL,
  stake numeric(14,2) NOT NULL,
  multiplier numeric(8,2) NOT NULL,
  place_multipliers numeric(8,2)[],
  prize numeric(16,2) NOT NULL DEFAULT 0,
  state line_state NOT NULL DEFAULT 'pendiente'::line_state,
  rate_id integer NOT NULL,
  CONSTRAINT ticket_lines_pkey PRIMARY KEY (day, ticket_id, n),
  CONSTRAINT ticket_lines_stake_check CHECK ((stake > (0)::numeric))
) PARTITION BY RANGE (day);
CREATE INDEX ticket_lines_draw ON public.ticket_lines USING btree (draw_id, bet_type_id, number);

CREATE TABLE ticket_offices (
  partner_id integer NOT NULL,
  device_id text,
  device_bound_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  software_version text,
  pending_command text,
  binds_device boolean NOT NULL DEFAULT false,
  CONSTRAINT ticket_offices_pkey PRIMARY KEY (partner_id),
  CONSTRAINT ticket_offices_pending_command_check CHECK ((pending_command = ANY (ARRAY['software'::text, 'hardware'::text]))),
  CONSTRAINT ticket_offices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);
CREATE INDEX ticket_offices_commands ON public.ticket_offices USING btree (partner_id) WHERE (pending_command IS NOT NULL);
CREATE INDEX ticket_offices_seen ON public.ticket_offices USING btree (last_seen_at DESC NULLS LAST, partner_id);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OF device_id, binds_device OR TRUNCATE ON public.ticket_offices FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE tickets (
  day date NOT NULL,
  id bigint NOT NULL,
  serial text NOT NULL,
  code text NOT NULL,
  office_id integer NOT NULL,
  seller_id integer NOT NULL,
  currency currency NOT NULL,
  total numeric(14,2) NOT NULL,
  potential numeric(16,2) NOT NULL,
  prize numeric(16,2) NOT NULL DEFAULT 0,
  state ticket_state NOT NULL DEFAULT 'vendido'::ticket_state,
  pending_lines smallint NOT NULL,
  sold_at timestamp with time zone NOT NULL,
  first_close_at timestamp with time zone NOT NULL,
  annul_before timestamp with time zone NOT NULL,
  expires_on date NOT NULL,
  rate numeric(18,6),
  content_hash integer NOT NULL,
  paid_at timestamp with time zone,
  paid_by integer,
  paid_office_id integer,
  annulled_at timestamp with time zone,
  annulled_by integer,
  annulled_reason text,
  reprints smallint NOT NULL DEFAULT 0,
  returned numeric(14,2) NOT NULL DEFAULT 0,
  refunded numeric(14,2) NOT NULL DEFAULT 0,
  refund_until date,
  CONSTRAINT tickets_pkey PRIMARY KEY (day, id),
  CONSTRAINT tickets_day_serial_key UNIQUE (day, serial),
  CONSTRAINT tickets_refunds_check CHECK ((((0)::numeric <= refunded) AND (refunded <= returned))),
  CONSTRAINT tickets_total_check CHECK ((total > (0)::numeric))
) PARTITION BY RANGE (day);
CREATE INDEX tickets_by_potential ON public.tickets USING btree (day, currency, potential DESC) INCLUDE (office_id);
CREATE INDEX tickets_by_total ON public.tickets USING btree (day, currency, total DESC) INCLUDE (office_id);
CREATE INDEX tickets_office ON public.tickets USING btree (office_id, sold_at);
CREATE INDEX tickets_refund_due ON public.tickets USING btree (refund_until) WHERE (returned > refunded);
CREATE INDEX tickets_sold_at ON public.tickets USING brin (sold_at);
CREATE INDEX tickets_with_prize ON public.tickets USING btree (expires_on) WHERE (prize > (0)::numeric);

CREATE TABLE top_quotas (
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  currency currency NOT NULL,
  amount numeric(14,2) NOT NULL,
  CONSTRAINT top_quotas_pkey PRIMARY KEY (product_id, bet_type_id, currency),
  CONSTRAINT top_quotas_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT top_quotas_bet_type_id_fkey FOREIGN KEY (bet_type_id) REFERENCES bet_types(id),
  CONSTRAINT top_quotas_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE TRIGGER touch_rules AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.top_quotas FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();

CREATE TABLE unsettled (
  agency_id integer NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  rate_id integer NOT NULL,
  week date NOT NULL
);

CREATE TABLE user_databases (
  user_id integer NOT NULL,
  database text NOT NULL,
  remote_user_id integer NOT NULL,
  registered_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_databases_pkey PRIMARY KEY (user_id, database),
  CONSTRAINT user_databases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE users (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  username text COLLATE names NOT NULL,
  name text COLLATE names NOT NULL,
  password_hash text NOT NULL,
  role user_role NOT NULL,
  partner_id integer NOT NULL,
  manage_childs boolean NOT NULL DEFAULT false,
  awarding_results boolean NOT NULL DEFAULT false,
  status active_status NOT NULL DEFAULT 'activo'::active_status,
  email text NOT NULL DEFAULT ''::text,
  preferences jsonb NOT NULL DEFAULT '{}'::jsonb,
  version integer NOT NULL DEFAULT 1,
  password_changed_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  last_sign_in_at timestamp with time zone,
  password_must_change boolean NOT NULL DEFAULT false,
  one_time_spent_at timestamp with time zone,
  former_passwords text[] NOT NULL DEFAULT '{}'::text[],
  former_one_times text[] NOT NULL DEFAULT '{}'::text[],
  off_by integer,
  search_key text GENERATED ALWAYS AS (translate(lower((((((username || ' '::text) || name) || ' '::text) || email) COLLATE "default")), 'áéíóúüñ'::text, 'aeiouun'::text)) STORED,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_username_key UNIQUE (username),
  CONSTRAINT users_username_check CHECK ((username = lower(username))),
  CONSTRAINT users_off_by_fkey FOREIGN KEY (off_by) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT users_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX users_last_sign_in ON public.users USING btree (last_sign_in_at, id);
CREATE INDEX users_off_by ON public.users USING btree (off_by) WHERE (off_by IS NOT NULL);
CREATE INDEX users_partner ON public.users USING btree (partner_id);
CREATE INDEX users_role ON public.users USING btree (role, status);
CREATE TRIGGER users_out AFTER UPDATE OF status ON public.users FOR EACH ROW WHEN (((new.status = 'inactivo'::active_status) AND (old.status <> 'inactivo'::active_status))) EXECUTE FUNCTION end_sessions_of_user();

CREATE TABLE usual_views (
  user_id integer NOT NULL,
  screen text NOT NULL,
  view_id integer NOT NULL,
  CONSTRAINT usual_views_pkey PRIMARY KEY (user_id, screen),
  CONSTRAINT usual_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT usual_views_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE
);
CREATE INDEX usual_views_view ON public.usual_views USING btree (view_id);

CREATE TABLE view_followers (
  view_id integer NOT NULL,
  user_id integer NOT NULL,
  format text NOT NULL,
  csv_style text NOT NULL,
  last_morning date NOT NULL,
  CONSTRAINT view_followers_pkey PRIMARY KEY (view_id, user_id),
  CONSTRAINT view_followers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT view_followers_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE
);
CREATE INDEX view_followers_of ON public.view_followers USING btree (user_id);

CREATE TABLE weekly_closes (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  monday date NOT NULL,
  state text NOT NULL DEFAULT 'en_curso'::text,
  closed integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  weeks jsonb NOT NULL DEFAULT '[]'::jsonb,
  problem text,
  begun_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  runner uuid,
  beat_at timestamp with time zone,
  attempts smallint NOT NULL DEFAULT 0,
  CONSTRAINT weekly_closes_pkey PRIMARY KEY (id),
  CONSTRAINT weekly_closes_monday_key UNIQUE (monday),
  CONSTRAINT weekly_closes_monday_check CHECK ((EXTRACT(isodow FROM monday) = (1)::numeric)),
  CONSTRAINT weekly_closes_state_check CHECK ((state = ANY (ARRAY['en_curso'::text, 'terminado'::text, 'fallido'::text])))
);

-- Functions

CREATE OR REPLACE FUNCTION public.again_unless(holds boolean, what text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF holds IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = what; END IF;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.commissions_at(at timestamp with time zone)
 RETURNS SETOF commissions
 LANGUAGE sql
 STABLE
AS $function$
  SELECT * FROM commissions_at(at, NULL)
$function$;

CREATE OR REPLACE FUNCTION public.commissions_at(at timestamp with time zone, other integer[])
 RETURNS SETOF commissions
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.id, c.partner_id, c.product_id, c.bet_type_id, c.currency,
    coalesce(c.commission_kind, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'commission_kind'), 'VENTA'),
    coalesce(c.commission_percent, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'commission_percent')::numeric(7, 4), 0::numeric(7, 4)),
    coalesce(c.participation_kind, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'participation_kind'), 'COMPARTIDA'),
    coalesce(c.participation_percent, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'participation_percent')::numeric(7, 4), 0::numeric(7, 4)),
    c.starts_at, c.set_by, c.created_at, c.until
  FROM commissions c WHERE c.starts_at <= at AND (c.until IS NULL OR c.until > at)
    AND (c.commission_kind IS NOT NULL OR c.commission_percent IS NOT NULL OR c.participation_kind IS NOT NULL OR c.participation_percent IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.commissions_set_at(at timestamp with time zone)
 RETURNS SETOF commissions
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.* FROM commissions c WHERE c.starts_at <= at AND (c.until IS NULL OR c.until > at)
    AND (c.commission_kind IS NOT NULL OR c.commission_percent IS NOT NULL OR c.participation_kind IS NOT NULL OR c.participation_percent IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.currency_decimals(money currency)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE money WHEN 'COP'::currency THEN 0 ELSE 2 END;

CREATE OR REPLACE FUNCTION public.end_sessions_of_partner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE session_families f SET ended_at = now(), ended_why = 'usuario'
  FROM users u JOIN partner_ancestors a ON a.partner_id = u.partner_id
  WHERE a.ancestor_id = new.id AND f.user_id = u.id AND f.ended_at IS NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.end_sessions_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE session_families SET ended_at = now(), ended_why = 'usuario' WHERE user_id = new.id AND ended_at IS NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.follow_closed_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change numeric := coalesce(NEW.sold - NEW.prizes - NEW.commission - NEW.participation, 0)
    - coalesce(OLD.sold - OLD.prizes - OLD.commission - OLD.participation, 0);
BEGIN
  IF change = 0 THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(7204125);
  INSERT INTO closed_balances AS b (partner_id, currency, amount)
  SELECT coalesce(NEW.partner_id, OLD.partner_id), coalesce(NEW.currency, OLD.currency), change
  FROM balances_through t WHERE t.day >= coalesce(NEW.day, OLD.day)
  ON CONFLICT (partner_id, currency) DO UPDATE SET amount = b.amount + excluded.amount;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.follow_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- As nearly always: all of one instant, the last there is.
  IF TG_OP = 'INSERT' AND (SELECT min(starts_at) = max(starts_at) FROM touched)
    AND NOT EXISTS (SELECT 1 FROM commissions WHERE starts_at > (SELECT min(starts_at) FROM touched)) THEN
    UPDATE commissions c SET until = t.starts_at FROM touched t
    WHERE c.partner_id = t.partner_id AND coalesce(c.product_id, 0) = coalesce(t.product_id, 0) AND coalesce(c.bet_type_id, 0) = coalesce(t.bet_type_id, 0)
      AND coalesce(c.currency::text, '') = coalesce(t.currency::text, '') AND c.starts_at < t.starts_at AND c.until IS NULL;
    RETURN NULL;
  END IF;
  WITH keys AS (
    SELECT DISTINCT partner_id, coalesce(product_id, 0) AS product, coalesce(bet_type_id, 0) AS bet_type, coalesce(currency::text, '') AS money FROM touched
  ), placed AS (
    SELECT c.id, lead(c.starts_at) OVER (PARTITION BY c.partner_id, c.product_id, c.bet_type_id, c.currency ORDER BY c.starts_at) AS until
    FROM commissions c JOIN keys k ON k.partner_id = c.partner_id AND k.product = coalesce(c.product_id, 0) AND k.bet_type = coalesce(c.bet_type_id, 0) AND k.money = coalesce(c.currency::text, '')
  )
  UPDATE commissions c SET until = p.until FROM placed p WHERE p.id = c.id AND c.until IS DISTINCT FROM p.until;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.give_image_url()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.url := image_url(NEW.hash, NEW.content_type);
  IF NEW.guarded THEN
    NEW.url := replace(NEW.url, '/images/', '/images/guarded/');
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.image_url(hash text, content_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((('/images/'::text || hash) || '.'::text) || CASE content_type WHEN 'image/jpeg'::text THEN 'jpg'::text ELSE split_part(content_type, '/'::text, 2) END);

CREATE OR REPLACE FUNCTION public.inherited_rate(chain integer[], product smallint, bet_type smallint, money currency, at timestamp with time zone, part text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  level bigint := 1;
  x record;
BEGIN
  LOOP
    SELECT r.*, c.n INTO x FROM unnest(chain) WITH ORDINALITY c(id, n) JOIN commissions_set_at(at) r ON r.partner_id = c.id
    WHERE c.n >= level AND (r.product_id IS NULL OR r.product_id = product) AND (r.bet_type_id IS NULL OR r.bet_type_id = bet_type) AND (r.currency IS NULL OR r.currency = money)
      AND NOT (c.n = level AND r.product_id IS NOT DISTINCT FROM product AND r.bet_type_id IS NOT DISTINCT FROM bet_type AND r.currency IS NOT DISTINCT FROM money)
    ORDER BY c.n, (r.product_id IS NOT NULL)::int + (r.bet_type_id IS NOT NULL)::int + (r.currency IS NOT NULL)::int DESC, r.product_id IS NOT NULL DESC, r.bet_type_id IS NOT NULL DESC LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF to_jsonb(x) ->> part IS NOT NULL THEN RETURN to_jsonb(x) ->> part; END IF;
    level := x.n; product := x.product_id; bet_type := x.bet_type_id; money := x.currency;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_begun_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.starts_at > '-infinity' AND OLD.starts_at <= clock_timestamp() AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'rates that have begun are kept' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_responsible()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO payment_responsibles (partner_id, since, responsible_id)
  SELECT NEW.id,
    CASE TG_OP WHEN 'INSERT' THEN '-infinity'::date ELSE (now() AT TIME ZONE coalesce((SELECT zone FROM banca), 'UTC'))::date END,
    coalesce(NEW.payments_responsible_partner_id, NEW.father_id)
  ON CONFLICT (partner_id, since) DO UPDATE SET responsible_id = excluded.responsible_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.line_potential(stake numeric, multiplier numeric, place_multipliers numeric[])
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (place_multipliers IS NULL) THEN round((stake * multiplier), 2) ELSE (SELECT sum(round((line_potential.stake * place.place), 2)) AS sum FROM unnest(line_potential.place_multipliers) place(place)) END;

CREATE OR REPLACE FUNCTION public.line_potential(stake numeric, multiplier numeric, place_multipliers numeric[], money currency)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (place_multipliers IS NULL) THEN prize_of(stake, multiplier, money) ELSE (SELECT sum(prize_of(line_potential.stake, place.place, line_potential.money)) AS sum FROM unnest(line_potential.place_multipliers) place(place)) END;

CREATE OR REPLACE FUNCTION public.mark_prepaid(owners integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO prepaid_agencies (partner_id, currency)
  SELECT DISTINCT agency.id, account.currency
  FROM partners owner
  JOIN partners agency ON agency.id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END AND agency.prepaid
  JOIN ledger_accounts account ON account.partner_id = owner.id AND prepaid_sign(account.kind) IS NOT NULL
  WHERE owner.id = ANY (owners)
  ON CONFLICT DO NOTHING;
  UPDATE ledger_accounts account SET prepaid_of = CASE WHEN agency.prepaid THEN agency.id END
  FROM partners owner
  JOIN partners agency ON agency.id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END
  WHERE owner.id = ANY (owners) AND account.partner_id = owner.id AND prepaid_sign(account.kind) IS NOT NULL
    AND account.prepaid_of IS DISTINCT FROM CASE WHEN agency.prepaid THEN agency.id END;
END $function$;

CREATE OR REPLACE FUNCTION public.move_prepaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM mark_prepaid(ARRAY[NEW.id]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.next_payment_receipt(receiver integer, of_year integer)
 RETURNS integer
 LANGUAGE sql
AS $function$
  INSERT INTO payment_receipts AS kept (receiver_id, year, last) VALUES (receiver, of_year, 1)
  ON CONFLICT (receiver_id, year) DO UPDATE SET last = kept.last + 1 RETURNING last
$function$;

CREATE OR REPLACE FUNCTION public.open_prepaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE owners int[];
BEGIN
  WITH held AS MATERIALIZED (
    SELECT owner.id, agency.prepaid
    FROM partners owner
    JOIN partners agency ON agency.id = CASE owner.type WHEN 'taquilla' THEN owner.father_id WHEN 'agencia' THEN owner.id END
    WHERE owner.id IN (SELECT partner_id FROM opened WHERE prepaid_sign(kind) IS NOT NULL)
    ORDER BY agency.id
    FOR SHARE OF agency
  ) SELECT array_agg(id) INTO owners FROM held WHERE prepaid;
  IF owners IS NOT NULL THEN PERFORM mark_prepaid(owners); END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.part_of(amount numeric, part numeric, whole numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round((div(((((200)::numeric * amount) * part) + whole), ((2)::numeric * whole)) / (100)::numeric), 2);

CREATE OR REPLACE FUNCTION public.prepaid_sign(kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE
    WHEN kind IN ('liquidacion', 'liquidado') THEN -1
    WHEN kind IN ('ventas', 'premios', 'premios_por_pagar', 'ventas_externas', 'premios_externos', 'comision_externa', 'ajustes') THEN 1
  END
$function$;

CREATE OR REPLACE FUNCTION public.prize_of(stake numeric, multiplier numeric, money currency)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round_money((stake * multiplier), money);

CREATE OR REPLACE FUNCTION public.refuse_late(starts_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF clock_timestamp() >= starts_at THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'the rates would have begun already'; END IF;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unless(holds boolean, what text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF holds IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = what; END IF;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unless(holds boolean, what text, under uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF under IS DISTINCT FROM (SELECT version FROM rules_version) THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'the rules have changed'; END IF;
  IF holds IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = what; END IF;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.renew_rules_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE rules_version SET version = gen_random_uuid();
  DELETE FROM rules_touched WHERE transaction = NEW.transaction;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.round_money(amount numeric, money currency)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round(round(amount, currency_decimals(money)), 2);

CREATE OR REPLACE FUNCTION public.settle_commission(kind text, percent numeric, sold numeric, prizes numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (kind = 'VENTA'::text) THEN round(((sold * percent) / (100)::numeric), 2) ELSE round(((GREATEST((sold - prizes), (0)::numeric) * percent) / (100)::numeric), 2) END;

CREATE OR REPLACE FUNCTION public.settle_commission(kind text, percent numeric, sold numeric, prizes numeric, money currency)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round_money(((CASE WHEN (kind = 'VENTA'::text) THEN sold ELSE GREATEST((sold - prizes), (0)::numeric) END * percent) * 0.01), money);

CREATE OR REPLACE FUNCTION public.settle_participation(kind text, percent numeric, carried numeric, profit numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE kind WHEN 'COMPARTIDA'::text THEN round(((profit * percent) / (100)::numeric), 2) WHEN 'SOLO_POSITIVA'::text THEN round(((GREATEST(profit, (0)::numeric) * percent) / (100)::numeric), 2) ELSE round(((GREATEST((carried + profit), (0)::numeric) * percent) / (100)::numeric), 2) END;

CREATE OR REPLACE FUNCTION public.settle_participation(kind text, percent numeric, carried numeric, profit numeric, money currency)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round_money(((CASE kind WHEN 'COMPARTIDA'::text THEN profit WHEN 'SOLO_POSITIVA'::text THEN GREATEST(profit, (0)::numeric) ELSE GREATEST((carried + profit), (0)::numeric) END * percent) * 0.01), money);

CREATE OR REPLACE FUNCTION public.touch_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO rules_touched VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.week_of(day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (day - ((EXTRACT(isodow FROM day))::integer - 1));
