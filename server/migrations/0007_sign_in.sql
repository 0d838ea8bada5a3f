-- Keys of the server itself, the same for all its instances: what devices are known by is signed with one.
CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- Who is taken out is out: being let in again revives no session of before.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE session_families SET ended_at = now(), ended_why = 'usuario' WHERE user_id = new.id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_out AFTER UPDATE OF status ON users FOR EACH ROW
  WHEN (new.status = 'inactivo' AND old.status <> 'inactivo') EXECUTE FUNCTION end_sessions_of_user();

CREATE FUNCTION end_sessions_of_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE session_families f SET ended_at = now(), ended_why = 'usuario'
  FROM users u JOIN partner_ancestors a ON a.partner_id = u.partner_id
  WHERE a.ancestor_id = new.id AND f.user_id = u.id AND f.ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER partners_out AFTER UPDATE OF status ON partners FOR EACH ROW
  WHEN (new.status = 'inactivo' AND old.status <> 'inactivo') EXECUTE FUNCTION end_sessions_of_partner();

-- Of an operation's key only the hash is kept, and its answer is sealed with it. Answers of before stay as they
-- are until they are swept: who repeats a call over the change must get its own.
UPDATE idempotency_keys SET key = encode(sha256(convert_to(key, 'UTF8')), 'hex');

-- What each partner uploaded in a day, which is bounded.
CREATE TABLE image_days (
  partner_id int NOT NULL REFERENCES partners ON DELETE CASCADE,
  day date NOT NULL,
  pictures int NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (partner_id, day)
);
