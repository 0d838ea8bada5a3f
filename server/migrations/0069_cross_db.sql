-- A registration of another banca's database has a half in each, of one id: it stands while both are there.
-- Nothing could write the table that stood in this place before.
DROP TABLE user_databases;

-- The half of whoever asked. Claimed first, and registered once the other half is there.
CREATE TABLE user_databases (
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  database text NOT NULL,
  banca_name text NOT NULL,
  remote_user_id int NOT NULL,
  remote_username text NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  registered_at timestamptz,
  UNIQUE (user_id, database)
);

-- The half of whoever was named: who from another banca comes in as which user, as long as its password is the one shown then.
CREATE TABLE database_guests (
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  database text NOT NULL,
  banca_name text NOT NULL,
  remote_user_id int NOT NULL,
  remote_username text NOT NULL,
  password_changed_at timestamptz NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX database_guests_user ON database_guests (user_id);

-- Sessions opened by a registration end with it.
ALTER TABLE session_families ADD guest_id uuid REFERENCES database_guests ON DELETE SET NULL;
CREATE INDEX session_families_guest ON session_families (guest_id) WHERE guest_id IS NOT NULL;
