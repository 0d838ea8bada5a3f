-- Entries of a day that was over when their call came: what a closing did not see is one of them, or of the last hour of
-- its week. A few among all, so that what comes late is found without reading what does not.
CREATE TABLE IF NOT EXISTS backdated_entries (
  created_at timestamptz NOT NULL,
  day date NOT NULL,
  entry_id bigint NOT NULL,
  PRIMARY KEY (created_at, day, entry_id)
);

CREATE OR REPLACE FUNCTION keep_backdated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.day < (NEW.created_at AT TIME ZONE (SELECT zone FROM banca))::date THEN
    INSERT INTO backdated_entries (created_at, day, entry_id) VALUES (NEW.created_at, NEW.day, NEW.id);
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER backdated BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION keep_backdated();
--> statement-breakpoint
-- Before the first closing nothing comes late.
INSERT INTO backdated_entries (created_at, day, entry_id)
SELECT entry.created_at, entry.day, entry.id
FROM ledger_entries entry CROSS JOIN banca
WHERE entry.created_at >= (SELECT min(closed_at) - interval '1 hour' FROM closings)
  AND entry.day < (entry.created_at AT TIME ZONE banca.zone)::date
ON CONFLICT DO NOTHING;
