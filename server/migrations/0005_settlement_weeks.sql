-- Commission and participation are settled by the week: agency × product × currency × frozen rates. What is
-- counted while selling and awarding are sums; what they earn is worked out from them afterwards.

-- The Monday of a day's week.
CREATE FUNCTION week_of(day date) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN day - (extract(isodow FROM day)::int - 1);

-- A week's participation from its profit and what was lost before it (`carried`, never positive), half away from zero at the cent.
DROP FUNCTION settle_participation(text, numeric, numeric);
CREATE FUNCTION settle_participation(kind text, percent numeric, carried numeric, profit numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE kind WHEN 'COMPARTIDA' THEN round(profit * percent / 100, 2)
    WHEN 'SOLO_POSITIVA' THEN round(greatest(profit, 0) * percent / 100, 2)
    ELSE round(greatest(carried + profit, 0) * percent / 100, 2) END;

-- The finest sums: an hour's sales by the hour of the sale, prizes by the hour of their draw.
CREATE TABLE settlement_hours (
  office_id int NOT NULL,
  day date NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  rate_id int NOT NULL REFERENCES frozen_rates,
  hour smallint NOT NULL,
  sold numeric(16, 2) NOT NULL DEFAULT 0,
  prizes numeric(16, 2) NOT NULL DEFAULT 0,
  lines int NOT NULL DEFAULT 0,
  PRIMARY KEY (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
) WITH (fillfactor = 70);
CREATE INDEX settlement_hours_day ON settlement_hours USING brin (day) WITH (pages_per_range = 16);

-- What each of these rows changed in its week's commission and participation. Written by the settlement alone, so that it never meets a sale here.
CREATE TABLE settled_hours (
  office_id int NOT NULL,
  day date NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  bet_type_id smallint NOT NULL,
  rate_id int NOT NULL,
  hour smallint NOT NULL,
  commission numeric(16, 2) NOT NULL,
  participation numeric(16, 2) NOT NULL,
  PRIMARY KEY (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
) WITH (fillfactor = 85);
CREATE INDEX settled_hours_day ON settled_hours USING brin (day) WITH (pages_per_range = 16);

-- The units of settlement: here, and only here, amounts are rounded, clipped and carried.
CREATE TABLE settlement_weeks (
  agency_id int NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  rate_id int NOT NULL REFERENCES frozen_rates,
  -- Its Monday.
  week date NOT NULL,
  sold numeric(16, 2) NOT NULL,
  prizes numeric(16, 2) NOT NULL,
  commission numeric(16, 2) NOT NULL,
  participation numeric(16, 2) NOT NULL,
  -- Lost in the weeks before and not made up for yet: zero or less, and zero where nothing is carried.
  carried numeric(16, 2) NOT NULL DEFAULT 0,
  PRIMARY KEY (agency_id, currency, product_id, rate_id, week)
) WITH (fillfactor = 85);

-- Units whose sums changed since they were settled. Only ever added to, in the transaction of the change: a row
-- that can be seen means sums that can be seen.
CREATE TABLE unsettled (
  agency_id int NOT NULL,
  currency currency NOT NULL,
  product_id smallint NOT NULL,
  rate_id int NOT NULL,
  week date NOT NULL
);

ALTER TABLE product_days ADD COLUMN participation numeric(16, 2) NOT NULL DEFAULT 0;

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check;
ALTER TABLE ledger_accounts ADD CHECK (kind IN ('caja', 'ventas', 'premios', 'premios_por_pagar', 'comision', 'comision_por_pagar', 'participacion', 'participacion_por_pagar', 'liquidacion', 'banco', 'fondo', 'ingresos', 'egresos', 'recargas', 'potes', 'provision', 'ajustes'));
INSERT INTO ledger_accounts (partner_id, kind, currency) SELECT DISTINCT partner_id, 'participacion_por_pagar', currency FROM ledger_accounts ON CONFLICT DO NOTHING;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CHECK (kind IN ('venta', 'anulacion', 'devolucion', 'premiacion', 'correccion', 'pago_premio', 'vencimiento', 'comision', 'participacion', 'reliquidacion', 'pago', 'ingreso', 'egreso', 'transferencia', 'recarga', 'fondo', 'pote', 'ajuste'));

-- What there was, counted again from the lines. What it earned follows when the migrations are through, and is compared with this.
CREATE TABLE settlement_before AS SELECT currency, sum(commission) AS commission, sum(participation) AS participation FROM settlement_days GROUP BY 1;
INSERT INTO settlement_hours (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes, lines)
SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, sum(sold), sum(prizes), sum(lines)
FROM (
  SELECT l.office_id, l.day, l.currency, l.product_id, l.bet_type_id, l.rate_id, extract(hour FROM t.sold_at AT TIME ZONE b.zone)::smallint AS hour,
    sum(l.stake) AS sold, 0::numeric AS prizes, count(*)::int AS lines
  FROM ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id CROSS JOIN banca b WHERE l.state NOT IN ('anulada', 'devuelta') GROUP BY 1, 2, 3, 4, 5, 6, 7
  UNION ALL
  SELECT l.office_id, d.day, l.currency, l.product_id, l.bet_type_id, l.rate_id, extract(hour FROM d.scheduled_at AT TIME ZONE b.zone)::smallint, 0, sum(p.amount), 0
  FROM prizes p JOIN draws d ON d.id = p.draw_id JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n CROSS JOIN banca b
  WHERE p.withdrawn_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7
) counted GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 2, 1, 3, 4, 5, 6, 7;
UPDATE sales_days SET commission = 0, participation = 0 WHERE commission <> 0 OR participation <> 0;
UPDATE sales_hours SET commission = 0 WHERE commission <> 0;
UPDATE product_days SET commission = 0 WHERE commission <> 0;
DROP TABLE settlement_days;
ALTER TABLE tickets DROP COLUMN commission;
