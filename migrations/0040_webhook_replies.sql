-- The answers that steps of the type webhook.reply give to the calls that started their runs. An answer is stored before
-- it is sent, so that the same call gets the same answer when it is repeated, and nothing is answered twice. It is kept
-- as long as request keys are.
CREATE TABLE webhook_replies (
  run_id uuid PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  -- The step that answered.
  node_id text NOT NULL,
  iteration integer[] NOT NULL,
  status integer NOT NULL,
  headers json NOT NULL, -- a list of [name, value]
  body bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Most large answers are files, which compress badly.
ALTER TABLE webhook_replies ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX webhook_replies_created ON webhook_replies (created_at);
