-- A workbook of the network, checked and written apart from whoever sent it. Its file goes when it is decided.
CREATE TABLE network_imports (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_id int NOT NULL REFERENCES partners,
  filename text NOT NULL,
  sha256 bytea NOT NULL,
  file bytea,
  state text NOT NULL DEFAULT 'por_revisar' CHECK (state IN ('por_revisar', 'revisada', 'por_aplicar', 'aplicada', 'fallida', 'descartada')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  phase text NOT NULL DEFAULT '',
  done int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  sheets jsonb NOT NULL DEFAULT '[]',
  others text[] NOT NULL DEFAULT '{}',
  faults int NOT NULL DEFAULT 0,
  -- Names what was checked: the same again when the same file would do the same to the same network.
  review text,
  problem text,
  attempts smallint NOT NULL DEFAULT 0,
  runner uuid,
  beat_at timestamptz
);
ALTER TABLE network_imports ALTER COLUMN file SET STORAGE EXTERNAL;
CREATE INDEX network_imports_of ON network_imports (user_id, id DESC);
CREATE INDEX network_imports_waiting ON network_imports (requested_at) WHERE state IN ('por_revisar', 'por_aplicar');

CREATE TABLE network_faults (
  import_id int NOT NULL REFERENCES network_imports ON DELETE CASCADE,
  n int NOT NULL,
  sheet text NOT NULL,
  line int NOT NULL,
  "column" text NOT NULL,
  value text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (import_id, n)
);

-- What each of its rows does, and of a partner where it hangs.
CREATE TABLE network_rows (
  import_id int NOT NULL REFERENCES network_imports ON DELETE CASCADE,
  n int NOT NULL,
  sheet text NOT NULL,
  line int NOT NULL,
  action text NOT NULL CHECK (action IN ('crea', 'cambia', 'igual')),
  key text NOT NULL,
  name text NOT NULL,
  -- Code of the father, or of the partner that a user or a rate is of.
  of_code text NOT NULL DEFAULT '',
  differences text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_id, n)
);
CREATE INDEX network_rows_of ON network_rows (import_id, of_code, sheet);

-- What somebody of a partner said a column is, by its name as it is compared; null for what is left out. Asked before the usual names.
CREATE TABLE network_columns (
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  sheet text NOT NULL,
  match text NOT NULL,
  field text,
  PRIMARY KEY (partner_id, sheet, match)
);
