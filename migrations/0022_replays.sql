-- Runs that are executed again, tests of drafts, and many runs at once.

ALTER TABLE runs
  ADD COLUMN revision_id uuid, -- of a draft's run: the revision that it executed, which may be gone
  ADD COLUMN replay_of uuid, -- the run that this one repeats, which may be gone
  ADD COLUMN is_test boolean NOT NULL DEFAULT false,
  ADD COLUMN options text; -- JSON: what a replay or a test does differently; null in all other runs
CREATE INDEX runs_replays ON runs (replay_of) WHERE replay_of IS NOT NULL;

-- Runs that failed or were cancelled keep the outputs of their steps for some days, and a replay shares the blobs of the
-- run that it repeats.
DROP INDEX run_steps_blob;
CREATE INDEX run_steps_blob ON run_steps (output_key) WHERE output_key IS NOT NULL;

-- A long output goes with the last row that refers to it. Two transactions that delete the last two rows at the same
-- moment leave it to the daily sweep.
CREATE OR REPLACE FUNCTION bury_step_outputs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_tombstones (blob_key)
    SELECT output_key FROM gone WHERE output_key IS NOT NULL
      AND NOT EXISTS (SELECT FROM run_steps WHERE run_steps.output_key = gone.output_key)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- The files of one run that its replays use as well.
CREATE TABLE run_files (
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  PRIMARY KEY (run_id, file_id)
);
CREATE INDEX run_files_file ON run_files (file_id);

-- A file lives as long as any run that uses it: before its run is deleted, it passes to another one of them.
CREATE FUNCTION pass_on_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH heirs AS (
    SELECT DISTINCT ON (files.id) files.id AS file_id, run_files.run_id AS heir_id
    FROM files JOIN run_files ON run_files.file_id = files.id JOIN runs ON runs.id = run_files.run_id
    WHERE files.run_id = OLD.id AND run_files.run_id <> OLD.id
    ORDER BY files.id, run_files.run_id
  )
  UPDATE files SET run_id = heirs.heir_id FROM heirs WHERE files.id = heirs.file_id;
  RETURN OLD;
END $$;
CREATE TRIGGER runs_pass_on_files BEFORE DELETE ON runs FOR EACH ROW EXECUTE FUNCTION pass_on_files();

-- Many runs that are replayed or cancelled by one request. A job works through them.
CREATE TABLE run_batches (
  id uuid PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('replay', 'cancel')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'cancelled')),
  sentence text NOT NULL, -- what it does, for people
  options json NOT NULL,
  run_ids uuid[] NOT NULL,
  position integer NOT NULL DEFAULT 0, -- how many of the runs are dealt with
  succeeded integer NOT NULL DEFAULT 0,
  refusals json NOT NULL DEFAULT '[]', -- the first ones: [{run_id, detail}]
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3)
);
CREATE INDEX run_batches_newest ON run_batches (created_by, created_at);
