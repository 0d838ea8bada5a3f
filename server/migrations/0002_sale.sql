-- Tickets, prizes, the ledger, and the narrow rollups written in the sale's own transaction.

CREATE TYPE ticket_state AS ENUM ('vendido', 'anulado', 'ganador', 'pagado', 'perdedor', 'devuelto', 'vencido');
CREATE TYPE line_state AS ENUM ('pendiente', 'ganadora', 'perdedora', 'anulada', 'devuelta', 'vencida');

-- `day` is the business day of the sale, and the partition key: the serial begins with it, so that
-- a serial finds its partition.
CREATE TABLE tickets (
  day date NOT NULL,
  id bigint NOT NULL,
  serial text NOT NULL,
  code text NOT NULL,
  office_id int NOT NULL,
  seller_id int NOT NULL,
  currency currency NOT NULL,
  total numeric(14, 2) NOT NULL CHECK (total > 0),
  -- The largest sum it could win.
  potential numeric(16, 2) NOT NULL,
  -- What the sale added to the agency's commission.
  commission numeric(14, 2) NOT NULL DEFAULT 0,
  prize numeric(16, 2) NOT NULL DEFAULT 0,
  state ticket_state NOT NULL DEFAULT 'vendido',
  pending_lines smallint NOT NULL,
  sold_at timestamptz NOT NULL,
  first_close_at timestamptz NOT NULL,
  annul_before timestamptz NOT NULL,
  expires_on date NOT NULL,
  rate numeric(18, 6),
  -- Hash of its lines: the same ticket by the same office within minutes asks for a confirmation.
  content_hash int NOT NULL,
  paid_at timestamptz,
  paid_by int,
  paid_office_id int,
  annulled_at timestamptz,
  annulled_by int,
  annulled_reason text,
  reprints smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, id),
  UNIQUE (day, serial)
) PARTITION BY RANGE (day);
CREATE SEQUENCE ticket_ids AS bigint CACHE 50;
CREATE INDEX tickets_office ON tickets (office_id, sold_at);
CREATE INDEX tickets_sold_at ON tickets USING brin (sold_at);
CREATE INDEX tickets_by_total ON tickets (day, currency, total DESC) INCLUDE (office_id);
CREATE INDEX tickets_by_potential ON tickets (day, currency, potential DESC) INCLUDE (office_id);
-- No index looks at the state: awarding changes it on every ticket of a draw, and touches no index then.
CREATE INDEX tickets_with_prize ON tickets (expires_on) WHERE prize > 0;

CREATE TABLE ticket_lines (
  day date NOT NULL,
  ticket_id bigint NOT NULL,
  n smallint NOT NULL,
  draw_id int NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  office_id int NOT NULL,
  currency currency NOT NULL,
  number text NOT NULL,
  stake numeric(14, 2) NOT NULL CHECK (stake > 0),
  multiplier numeric(8, 2) NOT NULL,
  place_multipliers numeric(8, 2)[],
  prize numeric(16, 2) NOT NULL DEFAULT 0,
  state line_state NOT NULL DEFAULT 'pendiente',
  -- The settlement row this line counts in: its rates are frozen there.
  rate_id int NOT NULL,
  PRIMARY KEY (day, ticket_id, n)
) PARTITION BY RANGE (day);
CREATE INDEX ticket_lines_draw ON ticket_lines (draw_id, bet_type_id, number);

CREATE TABLE prizes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_day date NOT NULL,
  ticket_id bigint NOT NULL,
  line_n smallint NOT NULL,
  draw_id int NOT NULL REFERENCES draws,
  result_id int NOT NULL REFERENCES results,
  office_id int NOT NULL,
  currency currency NOT NULL,
  amount numeric(16, 2) NOT NULL CHECK (amount > 0),
  awarded_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz
);
CREATE UNIQUE INDEX prizes_once ON prizes (ticket_day, ticket_id, line_n, draw_id) WHERE withdrawn_at IS NULL;
CREATE INDEX prizes_draw ON prizes (draw_id);

-- Combinations of rates that sales were made under. Never changed: a new rate is a new row.
CREATE TABLE frozen_rates (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  commission_kind text NOT NULL,
  commission_percent numeric(7, 4) NOT NULL,
  participation_kind text NOT NULL,
  participation_percent numeric(7, 4) NOT NULL,
  UNIQUE (commission_kind, commission_percent, participation_kind, participation_percent)
);

-- Sold of one number in one draw, counted at every level of the tree: where a quota is set, here it holds.
-- No foreign keys: a sale joins the draw it counts in, and twenty look-ups a ticket would prove it again.
CREATE TABLE draw_sales (
  draw_id int NOT NULL,
  partner_id int NOT NULL,
  bet_type_id smallint NOT NULL,
  number text NOT NULL,
  currency currency NOT NULL,
  sold numeric(16, 2) NOT NULL,
  liability numeric(18, 2) NOT NULL,
  lines int NOT NULL,
  -- The quota that the last sale found in force here; each sale brings it anew.
  quota numeric NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (draw_id, partner_id, bet_type_id, number, currency)
) WITH (fillfactor = 80);

-- The same by day of the draw, folded in when the draw is awarded.
CREATE TABLE number_days (
  day date NOT NULL,
  partner_id int NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  number text NOT NULL,
  sold numeric(16, 2) NOT NULL,
  lines int NOT NULL,
  PRIMARY KEY (partner_id, currency, day, product_id, bet_type_id, number)
);
-- The most sold of a day, from the top: a range's best numbers without reading them all.
CREATE INDEX number_days_top ON number_days (partner_id, currency, day, sold DESC) INCLUDE (product_id, bet_type_id, number, lines);

-- Day × office × currency. Prizes count on the day of their draw, everything else on the day of the sale.
CREATE TABLE sales_days (
  day date NOT NULL,
  office_id int NOT NULL,
  currency currency NOT NULL,
  sold numeric(16, 2) NOT NULL DEFAULT 0,
  prizes numeric(16, 2) NOT NULL DEFAULT 0,
  commission numeric(16, 2) NOT NULL DEFAULT 0,
  participation numeric(16, 2) NOT NULL DEFAULT 0,
  annulled numeric(16, 2) NOT NULL DEFAULT 0,
  returned numeric(16, 2) NOT NULL DEFAULT 0,
  n_vendido int NOT NULL DEFAULT 0,
  n_anulado int NOT NULL DEFAULT 0,
  n_ganador int NOT NULL DEFAULT 0,
  n_pagado int NOT NULL DEFAULT 0,
  n_perdedor int NOT NULL DEFAULT 0,
  n_devuelto int NOT NULL DEFAULT 0,
  n_vencido int NOT NULL DEFAULT 0,
  last_sale_at timestamptz,
  PRIMARY KEY (day, office_id, currency)
) WITH (fillfactor = 70);
CREATE INDEX sales_days_office ON sales_days (office_id, day);

-- Day × hour × partner of any level × currency. The shard spreads sellers over rows of the upper levels.
CREATE TABLE sales_hours (
  day date NOT NULL,
  partner_id int NOT NULL,
  currency currency NOT NULL,
  hour smallint NOT NULL,
  shard smallint NOT NULL,
  sold numeric(16, 2) NOT NULL DEFAULT 0,
  prizes numeric(16, 2) NOT NULL DEFAULT 0,
  commission numeric(16, 2) NOT NULL DEFAULT 0,
  tickets int NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, currency, day, hour, shard)
) WITH (fillfactor = 50);

-- Day × product × bet type × partner of any level × currency.
CREATE TABLE product_days (
  day date NOT NULL,
  partner_id int NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  shard smallint NOT NULL,
  sold numeric(16, 2) NOT NULL DEFAULT 0,
  prizes numeric(16, 2) NOT NULL DEFAULT 0,
  commission numeric(16, 2) NOT NULL DEFAULT 0,
  lines int NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, currency, day, product_id, bet_type_id, shard)
) WITH (fillfactor = 50);

-- The settlement's grain: what an office sold under one set of frozen rates. Commission and
-- participation are rounded here, once, and everything above is a sum of these rows.
CREATE TABLE settlement_days (
  day date NOT NULL,
  office_id int NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  rate_id int NOT NULL REFERENCES frozen_rates,
  sold numeric(16, 2) NOT NULL DEFAULT 0,
  prizes numeric(16, 2) NOT NULL DEFAULT 0,
  commission numeric(16, 2) NOT NULL DEFAULT 0,
  participation numeric(16, 2) NOT NULL DEFAULT 0,
  lines int NOT NULL DEFAULT 0,
  PRIMARY KEY (day, office_id, currency, product_id, bet_type_id, rate_id)
) WITH (fillfactor = 70);

-- Double entry. An entry's postings add up to zero per currency; entries are added, never edited.
CREATE TABLE ledger_accounts (
  id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('caja', 'ventas', 'premios', 'premios_por_pagar', 'comision', 'comision_por_pagar', 'participacion', 'liquidacion', 'banco', 'fondo', 'ingresos', 'egresos', 'recargas', 'potes', 'ajustes')),
  currency currency NOT NULL,
  UNIQUE (partner_id, kind, currency)
);

CREATE SEQUENCE ledger_entry_ids AS bigint CACHE 50;
CREATE TABLE ledger_entries (
  day date NOT NULL,
  id bigint NOT NULL DEFAULT nextval('ledger_entry_ids'),
  kind text NOT NULL CHECK (kind IN ('venta', 'anulacion', 'devolucion', 'premiacion', 'correccion', 'pago_premio', 'vencimiento', 'comision', 'participacion', 'pago', 'ingreso', 'egreso', 'transferencia', 'recarga', 'fondo', 'pote', 'ajuste')),
  -- What it speaks of: a ticket, a draw, a payment.
  ref_kind text NOT NULL,
  ref_id bigint NOT NULL,
  office_id int,
  memo text,
  reverses_id bigint,
  created_by int,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, id)
) PARTITION BY RANGE (day);
CREATE INDEX ledger_entries_ref ON ledger_entries (ref_kind, ref_id);

-- Debit positive, credit negative.
CREATE TABLE ledger_postings (
  day date NOT NULL,
  entry_id bigint NOT NULL,
  account_id int NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount <> 0),
  currency currency NOT NULL
) PARTITION BY RANGE (day);
CREATE INDEX ledger_postings_entry ON ledger_postings (entry_id);
CREATE INDEX ledger_postings_account ON ledger_postings (account_id, day);

-- Sum of an account's postings by day; every balance shown is a sum of these.
CREATE TABLE ledger_days (
  account_id int NOT NULL REFERENCES ledger_accounts ON DELETE CASCADE,
  day date NOT NULL,
  debit numeric(18, 2) NOT NULL DEFAULT 0,
  credit numeric(18, 2) NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, day)
) WITH (fillfactor = 70);

-- Commission and participation of one settlement row, half away from zero at the cent.
CREATE FUNCTION settle_commission(kind text, percent numeric, sold numeric, prizes numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN kind = 'VENTA' THEN round(sold * percent / 100, 2) ELSE round(greatest(sold - prizes, 0) * percent / 100, 2) END;
-- Shared loss is settled row by row; the other kinds depend on the whole period and are settled with it.
CREATE FUNCTION settle_participation(kind text, percent numeric, profit numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN kind = 'COMPARTIDA' THEN round(profit * percent / 100, 2) ELSE 0 END;

-- The most a line can win: a Panama number may equal all three prizes at once.
CREATE FUNCTION line_potential(stake numeric, multiplier numeric, place_multipliers numeric[]) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN place_multipliers IS NULL THEN round(stake * multiplier, 2)
    ELSE (SELECT sum(round(stake * place, 2)) FROM unnest(place_multipliers) AS place) END;

-- Undoes the transaction unless the condition holds: lets a last statement decide with the commit already behind it.
CREATE FUNCTION refuse_unless(holds boolean, what text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = what; END IF;
  RETURN true;
END $$;
