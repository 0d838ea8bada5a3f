-- Closings, payments and assignments say themselves on which day they count: of ten thousands in a week's close each asked
-- the function, which a condition of the trigger spares them.
CREATE OR REPLACE FUNCTION keep_backdated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.day < (NEW.created_at AT TIME ZONE (SELECT zone FROM banca))::date THEN
    INSERT INTO backdated_entries (created_at, day, entry_id, xid) VALUES (NEW.created_at, NEW.day, NEW.id, NEW.xid);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER backdated BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind NOT IN ('cierre', 'reapertura', 'pago', 'asignacion')) EXECUTE FUNCTION keep_backdated();
