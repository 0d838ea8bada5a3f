-- Views of a screen that people keep. Shared ones are seen by the roles named, at the owner's partner and below it.
CREATE TABLE saved_views (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users,
  screen text NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  query text NOT NULL,
  shared_with user_role[] NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saved_views_name UNIQUE (user_id, screen, name_key)
);
CREATE INDEX saved_views_shared ON saved_views (screen) WHERE shared_with <> '{}';

-- The view that opens by itself, each person's own.
CREATE TABLE usual_views (
  user_id int NOT NULL REFERENCES users,
  screen text NOT NULL,
  view_id int NOT NULL REFERENCES saved_views ON DELETE CASCADE,
  PRIMARY KEY (user_id, screen)
);
CREATE INDEX usual_views_view ON usual_views (view_id);
