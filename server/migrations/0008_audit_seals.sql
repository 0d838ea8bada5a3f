-- How far the log is sealed without a gap: rows are numbered before they are committed, so a lower number may
-- still arrive. Up to `through` none can. `next` becomes it once every transaction before `horizon` has ended.
CREATE TABLE audit_seals (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  through bigint NOT NULL DEFAULT 0,
  next bigint NOT NULL DEFAULT 0,
  horizon xid8 NOT NULL DEFAULT '0'
);
INSERT INTO audit_seals DEFAULT VALUES;
