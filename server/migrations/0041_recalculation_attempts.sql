-- A recalculation is claimed work as the others are: begun so often and not ended once, it is given up.
ALTER TABLE recalculations ADD COLUMN attempts smallint NOT NULL DEFAULT 0;
