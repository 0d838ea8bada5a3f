-- What a debtor answers to a closed week, and what is said about it. The closing itself never changes; one that is reopened
-- keeps what was answered to it.
CREATE TABLE closing_answers (
  closing_id int PRIMARY KEY REFERENCES closings,
  answer text NOT NULL CHECK (answer IN ('conforme', 'en_disputa')),
  -- How often it was answered: who answers says which one they saw.
  answers int NOT NULL DEFAULT 1,
  user_id int NOT NULL REFERENCES users,
  at timestamptz NOT NULL
);
CREATE INDEX closing_answers_disputed ON closing_answers (at) WHERE answer = 'en_disputa';
CREATE INDEX closing_answers_user ON closing_answers (user_id);

CREATE TABLE closing_comments (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record_id int NOT NULL REFERENCES closings,
  user_id int NOT NULL REFERENCES users,
  text text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX closing_comments_of ON closing_comments (record_id, id);
CREATE INDEX closing_comments_user ON closing_comments (user_id);
