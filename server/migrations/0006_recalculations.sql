-- Totals rebuilt from the tickets, day by day: one run at a time in the banca, whichever instance does it.
CREATE TABLE recalculations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Rows of this partner and of all that hangs from it.
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  from_day date NOT NULL,
  to_day date NOT NULL,
  state text NOT NULL DEFAULT 'en_curso' CHECK (state IN ('en_curso', 'terminado', 'detenido', 'fallido')),
  started_by int NOT NULL REFERENCES users ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  days_done int NOT NULL DEFAULT 0,
  rows int NOT NULL DEFAULT 0,
  corrected int NOT NULL DEFAULT 0,
  -- Who is at work, and when it last said so: of one that says nothing any more another takes over.
  runner uuid,
  beat_at timestamptz,
  CHECK (from_day <= to_day),
  CHECK ((state = 'en_curso') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX recalculations_one ON recalculations ((true)) WHERE state = 'en_curso';
CREATE INDEX recalculations_own ON recalculations (started_by, id DESC);

-- Calls of each address in each minute, of all instances together. What a crash empties is a minute's count.
CREATE UNLOGGED TABLE call_counts (
  address text NOT NULL,
  minute timestamptz NOT NULL,
  calls int NOT NULL,
  PRIMARY KEY (address, minute)
);
