-- What the registry of people needs beside what signing in does.
ALTER TABLE users
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_sign_in_at timestamptz,
  -- What search looks in, without case and accents.
  ADD COLUMN search_key text GENERATED ALWAYS AS (translate(lower(username || ' ' || name || ' ' || email), 'áéíóúüñ', 'aeiouun')) STORED,
  -- It was given by somebody else: nothing works until its owner has another.
  ADD COLUMN password_must_change boolean NOT NULL DEFAULT false;
UPDATE users u SET last_sign_in_at = (SELECT max(f.created_at) FROM session_families f WHERE f.user_id = u.id);
CREATE INDEX users_last_sign_in ON users (last_sign_in_at, id);
CREATE INDEX users_role ON users (role, status);
