-- Runs that triggers start: queued, then executed in the background.

-- How many of a workflow wait.
CREATE INDEX runs_queued ON runs (workflow_id) WHERE status = 'queued';

-- What people look for among their many runs that went well.
CREATE INDEX runs_noteworthy ON runs (created_by, status, created_at, id)
  WHERE status IN ('waiting', 'failed', 'cancelled');

-- Times that a process died while it executed the run. The lease also grows with every pause.
ALTER TABLE runs ADD COLUMN interruptions integer NOT NULL DEFAULT 0;

-- Who sent the key: a user, or the webhook trigger that was called.
ALTER TABLE run_keys DROP CONSTRAINT run_keys_user_id_fkey;
ALTER TABLE run_keys RENAME COLUMN user_id TO sender_id;

-- Calls that each webhook trigger accepted, in three windows that begin with a call. Unlogged: a crash may forget them.
CREATE UNLOGGED TABLE webhook_calls (
  trigger_id uuid PRIMARY KEY,
  minute_ends_at timestamptz NOT NULL,
  minute_used integer NOT NULL,
  hour_ends_at timestamptz NOT NULL,
  hour_used integer NOT NULL,
  day_ends_at timestamptz NOT NULL,
  day_used integer NOT NULL
);
CREATE INDEX webhook_calls_ended ON webhook_calls (day_ends_at);
