-- Two people who change the banca's settings: the second is told what the first saved.
ALTER TABLE banca ADD COLUMN version int NOT NULL DEFAULT 1, ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
