-- From where on a figure is an alarm: one row, the banca's. What is switched off is neither looked for nor told.
CREATE TABLE alarm_settings (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  quota_on boolean NOT NULL DEFAULT true,
  quota_percent smallint NOT NULL DEFAULT 90 CHECK (quota_percent BETWEEN 50 AND 100),
  stake_on boolean NOT NULL DEFAULT true,
  stake_minutes smallint NOT NULL DEFAULT 10 CHECK (stake_minutes BETWEEN 1 AND 60),
  stake_times smallint NOT NULL DEFAULT 3 CHECK (stake_times BETWEEN 2 AND 100),
  stake_from_bs numeric(14, 2) NOT NULL DEFAULT 5000 CHECK (stake_from_bs >= 0),
  stake_from_usd numeric(14, 2) NOT NULL DEFAULT 50 CHECK (stake_from_usd >= 0),
  stake_from_cop numeric(14, 2) NOT NULL DEFAULT 200000 CHECK (stake_from_cop >= 0),
  late_on boolean NOT NULL DEFAULT true,
  late_minutes smallint NOT NULL DEFAULT 30 CHECK (late_minutes BETWEEN 5 AND 720),
  payout_on boolean NOT NULL DEFAULT true,
  payout_points smallint NOT NULL DEFAULT 50 CHECK (payout_points BETWEEN 10 AND 1000),
  payout_from_bs numeric(14, 2) NOT NULL DEFAULT 50000 CHECK (payout_from_bs >= 0),
  payout_from_usd numeric(14, 2) NOT NULL DEFAULT 500 CHECK (payout_from_usd >= 0),
  payout_from_cop numeric(14, 2) NOT NULL DEFAULT 2000000 CHECK (payout_from_cop >= 0),
  agency_on boolean NOT NULL DEFAULT true,
  agency_minutes smallint NOT NULL DEFAULT 60 CHECK (agency_minutes BETWEEN 60 AND 720),
  agency_tickets smallint NOT NULL DEFAULT 10 CHECK (agency_tickets BETWEEN 5 AND 1000),
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO alarm_settings DEFAULT VALUES;
