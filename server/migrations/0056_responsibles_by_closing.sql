-- Who answers since when is decided where no week is being closed: whoever changes it waits for a closing under way, and
-- shares what closings have alone (`locks.responsibles`) until it is committed. By the clock of then and not by the
-- transaction's beginning: one that began on Sunday and waited until after Monday's closing would give the closed week to
-- somebody else. Where a clock is behind, from the day after the last week that is closed of the partner or of anybody below it.
CREATE OR REPLACE FUNCTION keep_responsible() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  starts date := '-infinity';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM pg_advisory_xact_lock_shared(7204127);
    starts := (clock_timestamp() AT TIME ZONE coalesce((SELECT zone FROM banca), 'UTC'))::date;
    starts := greatest(starts, (
      SELECT max(books.closed_through) + 1 FROM partner_ancestors below
      JOIN partner_books books ON books.partner_id = below.partner_id AND books.closed_through >= starts
      WHERE below.ancestor_id = NEW.id));
  END IF;
  INSERT INTO payment_responsibles (partner_id, since, responsible_id)
  VALUES (NEW.id, starts, coalesce(NEW.payments_responsible_partner_id, NEW.father_id))
  ON CONFLICT (partner_id, since) DO UPDATE SET responsible_id = excluded.responsible_id;
  RETURN NULL;
END $$;
