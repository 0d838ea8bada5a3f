-- Entries of a day that was over say by which transaction they were written, so that whether a closing saw them is known
-- without reading the entries themselves.
ALTER TABLE backdated_entries ADD COLUMN IF NOT EXISTS xid xid8;

CREATE OR REPLACE FUNCTION keep_backdated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind NOT IN ('cierre', 'reapertura', 'pago', 'asignacion')
    AND NEW.day < (NEW.created_at AT TIME ZONE (SELECT zone FROM banca))::date THEN
    INSERT INTO backdated_entries (created_at, day, entry_id, xid) VALUES (NEW.created_at, NEW.day, NEW.id, NEW.xid);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Those that were there before.
UPDATE backdated_entries kept SET xid = entry.xid
FROM ledger_entries entry
WHERE entry.day = kept.day AND entry.id = kept.entry_id AND kept.xid IS DISTINCT FROM entry.xid;
