-- Runs, and what a process needs to continue those of another.

-- Processes that execute runs. One that has not renewed its time is dead, and its runs are another's.
CREATE TABLE runners (
  id uuid PRIMARY KEY,
  alive_until timestamptz(3) NOT NULL
);

CREATE TABLE runs (
  id uuid PRIMARY KEY,
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  workflow_name text NOT NULL,
  organization_id uuid REFERENCES organizations,
  version integer, -- null: the draft
  definition text, -- the draft that is executed, until the run has ended
  trigger_node_id text NOT NULL,
  trigger_type text NOT NULL,
  trigger_depth integer NOT NULL DEFAULT 0,
  automatic boolean NOT NULL DEFAULT false,
  input text NOT NULL, -- JSON
  status text NOT NULL CHECK (status IN ('queued', 'running', 'waiting', 'success', 'failed', 'cancelled')),
  started_at timestamptz(3),
  active_since timestamptz(3),
  active_ms bigint NOT NULL DEFAULT 0, -- executed before active_since
  finished_at timestamptz(3),
  settled_at timestamptz(3), -- when it last ended or paused
  steps text NOT NULL DEFAULT '[]', -- step objects as JSON; while it runs, only those that are under way
  output text NOT NULL DEFAULT '', -- JSON
  error text NOT NULL DEFAULT '',
  credits numeric NOT NULL DEFAULT 0,
  runner_id uuid, -- of a running one: who executes it
  lease integer NOT NULL DEFAULT 0, -- grows with every change of hands; who writes must name the current one
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users, -- on whose behalf it executes
  updated_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (toast_tuple_target = 8160); -- compressing what fits into a page would take longer than all the rest of a short run
-- Every run pays for every index: as few as the questions need.
CREATE INDEX runs_newest ON runs (created_by, created_at, id);
CREATE INDEX runs_last ON runs (workflow_id, settled_at);
CREATE INDEX runs_organization ON runs (organization_id) WHERE organization_id IS NOT NULL;
-- The queue, and the runs under way.
CREATE INDEX runs_open ON runs (status, created_at) WHERE status IN ('queued', 'running');
CREATE INDEX runs_ended ON runs USING brin (finished_at) WITH (autosummarize = on);

-- What the steps of a run that has not ended have given, whole: its successor continues from here.
CREATE TABLE run_steps (
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  node_id text NOT NULL,
  iteration integer[] NOT NULL,
  position integer NOT NULL, -- in the order of their start
  step text NOT NULL, -- the step object as JSON, without its output
  output text, -- JSON, or its beginning where the whole is in a blob; null: none
  output_characters integer NOT NULL,
  output_key text, -- the blob of a long output
  PRIMARY KEY (run_id, node_id, iteration)
);
CREATE UNIQUE INDEX run_steps_blob ON run_steps (output_key) WHERE output_key IS NOT NULL;

-- A long output goes with its row, however that goes.
CREATE FUNCTION bury_step_outputs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_tombstones (blob_key) SELECT output_key FROM gone WHERE output_key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER run_steps_deleted AFTER DELETE ON run_steps
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_step_outputs();

-- Idempotency keys of requests that started runs.
CREATE TABLE run_keys (
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workflow_id, user_id, key)
);
CREATE INDEX run_keys_run ON run_keys (run_id);
CREATE INDEX run_keys_age ON run_keys (created_at);

ALTER TABLE files ADD FOREIGN KEY (run_id) REFERENCES runs ON DELETE CASCADE;

-- Told by the runs themselves: a row that every run of a workflow would write would make them wait for each other.
ALTER TABLE workflows DROP COLUMN last_run;
