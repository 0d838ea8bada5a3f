-- The file of a posted load comes again, too, once a name that it left out means something here.
ALTER TABLE external_loads ADD COLUMN comes_again boolean NOT NULL DEFAULT false;
DROP INDEX external_loads_file;
CREATE UNIQUE INDEX external_loads_file ON external_loads (system_id, sha256, day) NULLS NOT DISTINCT
  WHERE state IN ('por_revisar', 'publicada') AND NOT replaced_in_part AND NOT comes_again;
