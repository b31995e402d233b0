-- Failed runs as items of work (docs/guides/failures.md): one row for each that somebody has to deal with, which is inserted
-- in the transaction that ends the run. Runs that do not fail cost nothing, except replays that succeed.
--
-- A run and its replays are one item: the row stands at the newest attempt that failed. It is resolved in the transaction
-- in which a newer attempt succeeds. What failed before this migration is no item.
CREATE TABLE run_failures (
  run_id uuid PRIMARY KEY,
  -- The first run of the chain of replays. It may have been deleted since.
  chain_id uuid NOT NULL UNIQUE,
  workflow_id uuid NOT NULL,
  run_user uuid NOT NULL,
  -- An open failure with an assignee is an assigned one, so that it is open again when the user is deleted.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'muted', 'resolved')),
  assignee_id uuid REFERENCES users ON DELETE SET NULL,
  -- Why it is muted, or what somebody said when they resolved it.
  note text NOT NULL DEFAULT '',
  -- The replay that succeeded. It may have been deleted since.
  resolved_by uuid,
  -- Grows with every change, so that nobody changes what they have not seen.
  revision integer NOT NULL DEFAULT 1,
  changed_by uuid,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Counts, and finds the rare states among many that are open or resolved.
CREATE INDEX run_failures_by_workflow ON run_failures (workflow_id, state, assignee_id);
CREATE INDEX run_failures_by_user ON run_failures (run_user, state, assignee_id);
CREATE INDEX run_failures_by_assignee ON run_failures (assignee_id, state) WHERE assignee_id IS NOT NULL;
-- What the live streams look for.
CREATE INDEX run_failures_changed ON run_failures (changed_at);

DO $$
DECLARE
  attempt integer := 0;
BEGIN
  -- Whoever can not get the locks gives up at once and tries again, so that nobody waits behind it for longer.
  LOOP
    PERFORM set_config('lock_timeout', CASE WHEN attempt % 4 = 3 THEN '1200ms' ELSE '500ms' END, true);
    BEGIN
      LOCK TABLE runs IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      attempt := attempt + 1;
      IF attempt = 200 THEN RAISE; END IF;
      PERFORM pg_sleep(0.1 + random() * 0.2);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', '0', true);
END $$;

ALTER TABLE run_failures ADD CONSTRAINT run_failures_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES runs ON DELETE CASCADE;

-- The run with which a chain of replays began.
CREATE FUNCTION first_run_of_chain(run runs) RETURNS uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain (id, repeats) AS (
    SELECT run.id, run.replay_of
    UNION ALL
    SELECT chain.repeats, (SELECT replay_of FROM runs WHERE runs.id = chain.repeats)
    FROM chain WHERE chain.repeats IS NOT NULL
  )
  SELECT id FROM chain WHERE repeats IS NULL
$$;

-- Makes a failed run an item of work. Tests are nobody's business, a step that waits for a run deals with its failure, and
-- a run that is tried again has not failed yet.
CREATE FUNCTION open_run_failure(run runs) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF run.status <> 'failed' OR run.is_test OR run.is_awaited OR run.next_retry_at IS NOT NULL THEN RETURN; END IF;
  INSERT INTO run_failures AS failure (run_id, chain_id, workflow_id, run_user)
  VALUES (run.id, first_run_of_chain(run), run.workflow_id, run.created_by)
  -- The newest attempt stands for all of them. The ids of replays are in the order of their time; that of the first run
  -- may be derived from a name.
  ON CONFLICT (chain_id) DO UPDATE SET
    run_id = EXCLUDED.run_id,
    run_user = EXCLUDED.run_user,
    state = CASE failure.state WHEN 'resolved' THEN 'open' ELSE failure.state END,
    assignee_id = CASE failure.state WHEN 'resolved' THEN NULL ELSE failure.assignee_id END,
    note = CASE failure.state WHEN 'resolved' THEN '' ELSE failure.note END,
    resolved_by = NULL,
    revision = failure.revision + 1,
    changed_by = NULL,
    changed_at = now()
  WHERE EXCLUDED.run_id <> EXCLUDED.chain_id
    AND (failure.run_id = failure.chain_id OR failure.run_id < EXCLUDED.run_id)
    AND (failure.resolved_by IS NULL OR failure.resolved_by < EXCLUDED.run_id);
END $$;

-- A replay has ended otherwise.
CREATE FUNCTION settle_run_failure(run runs) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  chain uuid;
BEGIN
  IF run.is_test THEN RETURN; END IF;
  IF run.status = 'success' THEN
    chain := first_run_of_chain(run);
    UPDATE run_failures SET state = 'resolved', resolved_by = run.id, note = '', revision = revision + 1,
      changed_by = NULL, changed_at = now()
    WHERE chain_id = chain AND state <> 'resolved' AND (run_id = chain_id OR run_id < run.id);
  ELSIF NOT EXISTS (SELECT FROM run_failures WHERE chain_id = first_run_of_chain(run)) THEN
    -- The run that was to be tried again has failed after all.
    PERFORM open_run_failure(origin) FROM runs AS origin WHERE origin.id = run.replay_of;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION run_inserted_with_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_run_end(NEW);
  IF NEW.status = 'failed' THEN PERFORM open_run_failure(NEW); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION run_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'success' THEN
    DELETE FROM run_waits WHERE run_id = NEW.id;
    DELETE FROM run_calls WHERE run_id = NEW.id AND input IS NOT NULL;
  END IF;
  PERFORM announce_run_end(NEW);
  IF NEW.status = 'failed' THEN PERFORM open_run_failure(NEW);
  ELSIF NEW.replay_of IS NOT NULL THEN PERFORM settle_run_failure(NEW); END IF;
  IF NEW.status <> 'success' THEN
    PERFORM cancel_children_of(NEW.id);
    UPDATE approvals SET status = 'cancelled', updated_at = now() WHERE run_id = NEW.id AND status = 'pending';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER runs_ended ON runs;
CREATE TRIGGER runs_ended AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL
    AND (NEW.status <> 'success' OR NEW.replay_of IS NOT NULL OR pg_sequence_last_value('run_success_listeners') = 2))
  EXECUTE FUNCTION run_ended();
