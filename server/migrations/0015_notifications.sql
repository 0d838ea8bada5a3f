-- What a person is told when nobody looks: kept until it is read, and for a while after. The same thing (`key`) is said once to each.
ALTER TABLE notifications RENAME COLUMN body TO text;
ALTER TABLE notifications RENAME COLUMN created_at TO at;
ALTER TABLE notifications
  ADD COLUMN level text NOT NULL CHECK (level IN ('informa', 'advierte', 'urge')),
  ADD COLUMN file_id int,
  ADD COLUMN key text,
  ADD CONSTRAINT notifications_once UNIQUE (user_id, key);
CREATE INDEX notifications_files ON notifications (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX notifications_old ON notifications (at);

-- A file made while its caller does something else: which call makes it, how far it is, and who makes it now.
CREATE TABLE files (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_id int NOT NULL REFERENCES partners,
  entity text NOT NULL,
  call text NOT NULL,
  asked jsonb NOT NULL,
  title text NOT NULL,
  -- Of a view sent each morning: which, and of what day.
  view_id int,
  morning date,
  state text NOT NULL DEFAULT 'en_cola' CHECK (state IN ('en_cola', 'en_curso', 'listo', 'fallido')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  runner uuid,
  beat_at timestamptz,
  rows int,
  rows_done int NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  filename text,
  content_type text,
  problem text
);
CREATE INDEX files_of ON files (user_id, id DESC);
CREATE INDEX files_waiting ON files (requested_at) WHERE state IN ('en_cola', 'en_curso');

-- Its bytes, in order. A sheet is compressed already.
CREATE TABLE file_parts (
  file_id int NOT NULL REFERENCES files ON DELETE CASCADE,
  part int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
ALTER TABLE file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What a view's list answers as a file, its period still relative; null where the screen has none.
ALTER TABLE saved_views ADD COLUMN file jsonb;

-- Who finds a view's file among their notifications each morning.
CREATE TABLE view_followers (
  view_id int NOT NULL REFERENCES saved_views ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  format text NOT NULL,
  csv_style text NOT NULL,
  -- The last one that it was sent for, or that was over when they began to follow.
  last_morning date NOT NULL,
  PRIMARY KEY (view_id, user_id)
);
CREATE INDEX view_followers_of ON view_followers (user_id);
