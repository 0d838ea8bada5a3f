-- Files of software that lie in an S3-compatible store: each version knows where its own is.

ALTER TABLE software_versions
  -- Its name in the store, under the banca's own prefix; none where its parts are in software_parts.
  ADD COLUMN object_name text,
  -- By which its parts come up there, until the store has put them together.
  ADD COLUMN upload_id text,
  -- What had come up when the store was last asked.
  ADD COLUMN object_bytes int NOT NULL DEFAULT 0,
  ADD CHECK (upload_id IS NULL OR object_name IS NOT NULL);

-- What the store is to let go of, whenever it can be reached.
CREATE TABLE software_leftovers (
  object_name text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
