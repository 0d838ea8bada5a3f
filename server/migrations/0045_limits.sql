-- How much a partner may sell in a week and owe, by currency, before it is told. No sale looks here.
CREATE TABLE partner_debt_limits (
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  currency currency NOT NULL,
  week_limit numeric(14,2) CHECK (week_limit > 0),
  debt_limit numeric(14,2) CHECK (debt_limit > 0),
  version int NOT NULL DEFAULT 1,
  set_by int REFERENCES users,
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (partner_id, currency)
);
