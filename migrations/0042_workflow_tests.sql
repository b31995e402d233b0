-- Tests of workflows: an input, the results of steps that are not executed, and what must come out.
CREATE TABLE workflow_tests (
  id uuid PRIMARY KEY,
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  name text NOT NULL,
  trigger_node_id text,
  input text NOT NULL, -- JSON
  pins text NOT NULL, -- JSON
  expected text NOT NULL, -- JSON
  -- What came out when the test was last executed with the draft.
  last_run_at timestamptz(3),
  last_problems text[],
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE SET NULL,
  UNIQUE (workflow_id, name)
);
CREATE INDEX workflow_tests_creator ON workflow_tests (created_by);
CREATE INDEX workflow_tests_editor ON workflow_tests (updated_by);

-- A batch may also make up for the times of a schedule.
ALTER TABLE run_batches DROP CONSTRAINT run_batches_action_check;
ALTER TABLE run_batches ADD CONSTRAINT run_batches_action_check CHECK (action IN ('replay', 'cancel', 'backfill'));
