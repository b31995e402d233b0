-- What runs wait for beside people: a time, a call of a URL, an event.

-- Secrets that belong to the installation itself. Whichever process needs one first creates it.
CREATE TABLE installation_secrets (
  name text PRIMARY KEY,
  sealed bytea NOT NULL -- for the context installation/<name>
);

-- The events that were sent within the last day. Those that met no wait are kept for the waits that are opened later.
CREATE TABLE sent_events (
  id uuid PRIMARY KEY, -- derived from the idempotency key of the sender, if there is one
  -- The organization, or else the user, whose runs the event reaches.
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  key text NOT NULL,
  data text NOT NULL, -- JSON
  woken integer NOT NULL DEFAULT 0, -- how many waits it ended
  is_kept boolean NOT NULL DEFAULT true, -- whether a wait may still take it
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(organization_id, user_id) = 1)
);
CREATE INDEX sent_events_kept ON sent_events (coalesce(organization_id, user_id), name, key, created_at) WHERE is_kept;
CREATE INDEX sent_events_age ON sent_events (created_at);
CREATE INDEX sent_events_organization ON sent_events (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX sent_events_user ON sent_events (user_id) WHERE user_id IS NOT NULL;

-- The steps that wait. A row is inserted and deleted only while its run is locked.
CREATE TABLE run_waits (
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  node_id text NOT NULL,
  iteration integer[] NOT NULL,
  position integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('time', 'call', 'event')),
  due_at timestamptz(3) NOT NULL, -- the end of the wait, or of the time in which the call or the event must come
  is_held boolean NOT NULL, -- whether the process that executes the run waits itself, because it is only for seconds
  timeout_continues boolean NOT NULL,
  event_scope uuid, -- the organization, or else the user, in which the event must be sent
  event_name text,
  event_key text,
  event_id uuid REFERENCES sent_events ON DELETE SET NULL, -- the event that has come
  PRIMARY KEY (run_id, node_id, iteration)
);
CREATE INDEX run_waits_due ON run_waits (due_at) WHERE NOT is_held;
CREATE INDEX run_waits_held ON run_waits (due_at) WHERE is_held;
CREATE INDEX run_waits_event ON run_waits (event_scope, event_name, event_key) WHERE kind = 'event';
CREATE INDEX run_waits_met ON run_waits (event_id) WHERE event_id IS NOT NULL;

-- The first call of each URL. It stays as long as its run, so that a call that is sent again gets the same answer.
CREATE TABLE run_calls (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  node_id text NOT NULL,
  iteration integer[] NOT NULL,
  input text, -- JSON {body, query, headers}, until the step has taken it
  file_ids uuid[] NOT NULL DEFAULT '{}',
  request_key text, -- the idempotency key
  request_hash bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (run_id, node_id, iteration)
);

-- A run that fails or is cancelled waits for nothing any more. One that succeeds has no open wait; a job deletes what
-- is left of those that its process held.
CREATE FUNCTION end_run_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_waits WHERE run_id = NEW.id;
  DELETE FROM run_calls WHERE run_id = NEW.id AND input IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_end_waits AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('failed', 'cancelled'))
  EXECUTE FUNCTION end_run_waits();
