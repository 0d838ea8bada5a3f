-- Versions of the terminals' software: their files in parts, to whom they go out, and what each office runs.

CREATE TABLE software_versions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  filename text COLLATE names NOT NULL,
  bytes int NOT NULL CHECK (bytes > 0),
  sha256 text NOT NULL,
  notes text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'subiendo' CHECK (state IN ('subiendo', 'lista', 'en_curso', 'detenida', 'retirada')),
  -- What its file says of itself, once it is whole and was read.
  package text,
  version_code int,
  version_name text,
  min_sdk int,
  target_sdk int,
  permissions text[] NOT NULL DEFAULT '{}',
  schemes text[] NOT NULL DEFAULT '{}',
  certificate text,
  -- To whom it goes out: of a channel so many of each hundred offices, of these partners alone where there are any.
  channel text CHECK (channel IN ('estable', 'prueba')),
  share smallint CHECK (share BETWEEN 1 AND 100),
  partner_ids int[] NOT NULL DEFAULT '{}',
  created_by int NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (state = 'subiendo' OR (package IS NOT NULL AND version_code IS NOT NULL AND certificate IS NOT NULL)),
  CHECK (state IN ('subiendo', 'lista') OR (channel IS NOT NULL AND share IS NOT NULL))
);
-- The same file is announced once, and no two versions have one number.
CREATE UNIQUE INDEX software_versions_file ON software_versions (sha256);
CREATE UNIQUE INDEX software_versions_number ON software_versions (version_code) WHERE version_code IS NOT NULL;

CREATE TABLE software_parts (
  version_id int NOT NULL REFERENCES software_versions ON DELETE CASCADE,
  part int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (version_id, part)
);
-- What is packed already is not packed again.
ALTER TABLE software_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What a terminal said last, and the channel that the banca put its office in.
CREATE TABLE software_offices (
  office_id int PRIMARY KEY REFERENCES ticket_offices ON DELETE CASCADE,
  channel text NOT NULL DEFAULT 'estable' CHECK (channel IN ('estable', 'prueba')),
  package text,
  version_code int,
  version_name text,
  stage text CHECK (stage IN ('descargando', 'instalando', 'falla')),
  note text NOT NULL DEFAULT '',
  asked_at timestamptz
);
CREATE INDEX software_offices_version ON software_offices (version_code);
