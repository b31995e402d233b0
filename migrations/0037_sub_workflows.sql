-- Runs that steps of other runs start.

ALTER TABLE runs
  ADD COLUMN parent_run_id uuid, -- the run whose step started this one, which may be gone
  ADD COLUMN parent_node_id text,
  ADD COLUMN parent_iteration integer[],
  ADD COLUMN is_awaited boolean, -- whether the step waits for the result
  ADD COLUMN root_run_id uuid, -- the run with which it all began, which may be gone
  ADD COLUMN depth smallint; -- the number of runs above this one
CREATE INDEX runs_children ON runs (parent_run_id, created_at, id) WHERE parent_run_id IS NOT NULL;
CREATE INDEX runs_tree ON runs (root_run_id) WHERE root_run_id IS NOT NULL;

-- The steps that wait for another run. A row stays as long as the run of its step, so that a step that is executed again
-- finds the run that it has started.
CREATE TABLE run_children (
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  node_id text NOT NULL,
  iteration integer[] NOT NULL,
  position integer NOT NULL, -- of the step among the steps of its run
  started_at timestamptz(3) NOT NULL, -- the step
  child_id uuid NOT NULL UNIQUE, -- the run of the latest try, which may be gone
  workflow_id uuid NOT NULL,
  workflow_name text NOT NULL,
  draft boolean NOT NULL, -- whether the tries execute the draft
  retry json, -- the param of the step
  attempt integer NOT NULL DEFAULT 1,
  tries json NOT NULL DEFAULT '[]', -- those that have failed: [{started_at, finished_at, error}]
  retry_at timestamptz(3), -- when the next try begins; null while there is a run
  is_open boolean NOT NULL DEFAULT true, -- whether the step still waits
  PRIMARY KEY (run_id, node_id, iteration)
);
CREATE INDEX run_children_open ON run_children (child_id) WHERE is_open;

-- Whatever way a run ends before the runs that it waits for, a job cancels these.
CREATE FUNCTION abandon_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO jobs (id, kind, payload)
    SELECT gen_random_uuid(), 'runs.cancel-children', jsonb_build_object('run_id', OLD.id)
    WHERE EXISTS (SELECT FROM runs WHERE parent_run_id = OLD.id AND is_awaited AND finished_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER runs_ended_before_children AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('failed', 'cancelled'))
  EXECUTE FUNCTION abandon_children();
CREATE TRIGGER runs_deleted_before_children AFTER DELETE ON runs
  FOR EACH ROW WHEN (OLD.finished_at IS NULL) EXECUTE FUNCTION abandon_children();

-- A run that somebody waits for can go with its workflow. Then the next reconciliation, which comes at once, ends the wait.
CREATE FUNCTION reconcile_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO jobs (id, kind, key, payload) VALUES (gen_random_uuid(), 'runs.reconcile-children', 'deleted', '{}')
    ON CONFLICT (kind, key) WHERE key IS NOT NULL DO UPDATE SET start_at = excluded.start_at;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_deleted_while_awaited AFTER DELETE ON runs
  FOR EACH ROW WHEN (OLD.is_awaited AND OLD.finished_at IS NULL) EXECUTE FUNCTION reconcile_children();
