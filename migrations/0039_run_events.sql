-- What follows from the end of a run: another try, an alert, and the workflows that watch others. And labels of runs.

ALTER TABLE runs
  ADD COLUMN labels jsonb, -- {name: text}; null: none
  ADD COLUMN next_retry_at timestamptz(3); -- of a failed run that is to be tried again

CREATE INDEX runs_labels ON runs USING gin (labels jsonb_path_ops) WHERE labels IS NOT NULL;
CREATE INDEX runs_retries ON runs (next_retry_at) WHERE next_retry_at IS NOT NULL;

-- Workflows whose runs are kept for a time of their own.
CREATE INDEX workflows_keep_days ON workflows (id) WHERE settings ? 'keep_days';

-- Ends of runs that somebody has to hear of, written in the transaction that ends the run. A process works through them.
CREATE TABLE run_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id uuid NOT NULL, -- the run may be gone
  is_final boolean NOT NULL DEFAULT false, -- the run is not tried again
  trigger_ids uuid[], -- of an event that was dealt with: those that start a run as soon as their user's queue has room
  attempts integer NOT NULL DEFAULT 0, -- that went wrong
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX run_events_due ON run_events (due_at, id);

-- Which triggers hear of which runs. The subject is a workflow, or what `*` means: the user on whose behalf the listening
-- workflow runs, and its organization.
CREATE TABLE run_listeners (
  subject uuid NOT NULL,
  status text NOT NULL,
  trigger_id uuid NOT NULL REFERENCES workflow_triggers ON DELETE CASCADE,
  PRIMARY KEY (subject, status, trigger_id)
);
CREATE INDEX run_listeners_trigger ON run_listeners (trigger_id);

-- Is 2 when somebody may listen to successful runs, and 1 otherwise. Reading it takes a fraction of a microsecond, so
-- that a successful run of an installation in which nobody listens pays nothing else. It is not transactional: it may say
-- 2 for nobody, but never 1 while a listener is committed (see `refresh_run_listeners` and `forget_success_listeners`).
CREATE SEQUENCE run_success_listeners MINVALUE 1 MAXVALUE 2;
SELECT setval('run_success_listeners', 1);

CREATE FUNCTION refresh_run_listeners(listening uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_listeners USING workflow_triggers
    WHERE workflow_triggers.id = run_listeners.trigger_id AND workflow_triggers.workflow_id = listening;
  INSERT INTO run_listeners (subject, status, trigger_id)
    SELECT DISTINCT subjects.id, statuses.status, listeners.id
    FROM (
      SELECT workflow_triggers.id, workflows.run_as, workflows.organization_id, params::jsonb -> 'workflow_ids' AS watched,
        coalesce(params::jsonb -> 'statuses', '["failed"]') AS statuses
      FROM workflow_triggers JOIN workflows ON workflows.id = workflow_triggers.workflow_id
      WHERE workflow_id = listening AND type = 'trigger.run' AND workflows.active AND workflows.deleted_at IS NULL
    ) AS listeners
    CROSS JOIN LATERAL (
      SELECT value::uuid AS id
        FROM jsonb_array_elements_text(CASE jsonb_typeof(watched) WHEN 'array' THEN watched ELSE '[]' END) AS ids (value)
      UNION ALL SELECT unnest(ARRAY[run_as, organization_id]) WHERE watched = '"*"'
    ) AS subjects
    CROSS JOIN LATERAL jsonb_array_elements_text(statuses) AS statuses (status)
    WHERE subjects.id IS NOT NULL;
  IF EXISTS (SELECT FROM run_listeners JOIN workflow_triggers ON workflow_triggers.id = trigger_id
      WHERE workflow_id = listening AND status = 'success') THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('run_success_listeners'));
    PERFORM setval('run_success_listeners', 2);
  END IF;
END $$;

-- Called now and then. The lock waits for those who are just beginning to listen.
CREATE FUNCTION forget_success_listeners() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('run_success_listeners'));
  IF NOT EXISTS (SELECT FROM run_listeners WHERE status = 'success') THEN
    PERFORM setval('run_success_listeners', 1);
  END IF;
END $$;

CREATE FUNCTION refresh_listeners_of_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_run_listeners(NEW.workflow_id);
  RETURN NULL;
END $$;
CREATE TRIGGER workflow_triggers_listen AFTER INSERT OR UPDATE OF params ON workflow_triggers
  FOR EACH ROW WHEN (NEW.type = 'trigger.run') EXECUTE FUNCTION refresh_listeners_of_trigger();

CREATE FUNCTION refresh_listeners_of_workflow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_run_listeners(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER workflows_listen AFTER UPDATE OF active, run_as, organization_id, deleted_at ON workflows
  FOR EACH ROW WHEN ((OLD.active, OLD.run_as, OLD.organization_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.active, NEW.run_as, NEW.organization_id, NEW.deleted_at))
  EXECUTE FUNCTION refresh_listeners_of_workflow();

-- Failed automatic runs are always heard of, because people are told of them. Tests are nobody's business.
CREATE FUNCTION announce_run_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status = 'failed' AND NEW.automatic) OR EXISTS (
    SELECT FROM workflows JOIN run_listeners ON subject IN (workflows.id, workflows.created_by, workflows.organization_id)
      OR subject IN (SELECT user_id FROM group_members WHERE group_members.group_id = workflows.group_id)
    WHERE workflows.id = NEW.workflow_id AND run_listeners.status = NEW.status
  ) THEN
    INSERT INTO run_events (run_id) VALUES (NEW.id);
    PERFORM pg_notify('run_events', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_ended_badly AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (NEW.status IN ('failed', 'cancelled') AND OLD.status <> NEW.status AND NOT NEW.is_test)
  EXECUTE FUNCTION announce_run_end();
CREATE TRIGGER runs_inserted_badly AFTER INSERT ON runs
  FOR EACH ROW WHEN (NEW.status IN ('failed', 'cancelled') AND NOT NEW.is_test)
  EXECUTE FUNCTION announce_run_end();
CREATE TRIGGER runs_succeeded AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (NEW.status = 'success' AND OLD.status <> 'success' AND NOT NEW.is_test
    AND pg_sequence_last_value('run_success_listeners') = 2)
  EXECUTE FUNCTION announce_run_end();
CREATE TRIGGER runs_inserted_successful AFTER INSERT ON runs
  FOR EACH ROW WHEN (NEW.status = 'success' AND NOT NEW.is_test
    AND pg_sequence_last_value('run_success_listeners') = 2)
  EXECUTE FUNCTION announce_run_end();

-- Workflows whose people were told that runs fail, until a whole window of time has passed without a failure.
CREATE TABLE workflow_alerts (
  workflow_id uuid PRIMARY KEY REFERENCES workflows ON DELETE CASCADE,
  said text NOT NULL CHECK (said IN ('fails', 'works')), -- what people were told last
  fails_again boolean NOT NULL DEFAULT false, -- since they were told that it works
  messages integer NOT NULL DEFAULT 1, -- how many were sent
  window_from timestamptz(3) NOT NULL,
  window_until timestamptz(3) NOT NULL,
  check_at timestamptz(3) NOT NULL
);
CREATE INDEX workflow_alerts_due ON workflow_alerts (check_at);
