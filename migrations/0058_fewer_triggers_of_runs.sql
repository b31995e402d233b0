-- Every statement that inserts or changes runs copies the triggers of the table, and reads the conditions of those that
-- could fire: a sixth of what it costs to insert a run. So what follows from the end of a run is one trigger instead of
-- five, and what rarely happens is asked in the functions and not in the conditions.

DO $$
DECLARE
  attempt integer := 0;
BEGIN
  -- Whoever can not get the lock gives up at once and tries again, so that nobody waits behind it for longer.
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

-- Tests are nobody's business. Failed automatic runs are always heard of, because people are told of them.
CREATE FUNCTION announce_run_end(run runs) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF run.is_test THEN RETURN; END IF;
  IF run.status = 'failed' AND run.next_retry_at IS NOT NULL THEN
    PERFORM pg_notify('run_events', '');
  ELSIF (run.status = 'failed' AND run.automatic) OR EXISTS (
    SELECT FROM workflows JOIN run_listeners ON subject IN (workflows.id, workflows.created_by, workflows.organization_id)
      OR subject IN (SELECT user_id FROM group_members WHERE group_members.group_id = workflows.group_id)
    WHERE workflows.id = run.workflow_id AND run_listeners.status = run.status
  ) THEN
    INSERT INTO run_events (run_id) VALUES (run.id);
    PERFORM pg_notify('run_events', '');
  END IF;
END $$;

CREATE FUNCTION cancel_children_of(parent uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO jobs (id, kind, payload)
    SELECT gen_random_uuid(), 'runs.cancel-children', jsonb_build_object('run_id', parent)
    WHERE EXISTS (SELECT FROM runs WHERE parent_run_id = parent AND is_awaited AND finished_at IS NULL);
END $$;
CREATE OR REPLACE FUNCTION abandon_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cancel_children_of(OLD.id);
  RETURN NULL;
END $$;

CREATE FUNCTION run_inserted_with_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_run_end(NEW);
  RETURN NULL;
END $$;

-- The waits, children and approvals of a run that fails or is cancelled end with it.
CREATE FUNCTION run_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'success' THEN
    DELETE FROM run_waits WHERE run_id = NEW.id;
    DELETE FROM run_calls WHERE run_id = NEW.id AND input IS NOT NULL;
  END IF;
  PERFORM announce_run_end(NEW);
  IF NEW.status <> 'success' THEN
    PERFORM cancel_children_of(NEW.id);
    UPDATE approvals SET status = 'cancelled', updated_at = now() WHERE run_id = NEW.id AND status = 'pending';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER runs_end_waits ON runs;
DROP TRIGGER runs_ended_badly ON runs;
DROP TRIGGER runs_ended_before_children ON runs;
DROP TRIGGER runs_ended_early ON runs;
DROP TRIGGER runs_succeeded ON runs;
DROP TRIGGER runs_inserted_badly ON runs;
DROP TRIGGER runs_inserted_successful ON runs;
DROP FUNCTION end_run_waits();
DROP FUNCTION announce_run_end();
DROP FUNCTION cancel_approvals();

-- Most runs are successful, and nobody listens to them.
CREATE TRIGGER runs_ended AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL
    AND (NEW.status <> 'success' OR pg_sequence_last_value('run_success_listeners') = 2))
  EXECUTE FUNCTION run_ended();
CREATE TRIGGER runs_inserted_with_end AFTER INSERT ON runs
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL
    AND (NEW.status <> 'success' OR pg_sequence_last_value('run_success_listeners') = 2))
  EXECUTE FUNCTION run_inserted_with_end();

-- A new run gets a place at once, unless somebody waits for one. Otherwise it is held, also where it was to begin at once.
CREATE OR REPLACE FUNCTION ask_for_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  has_room boolean;
  is_first boolean;
BEGIN
  IF NEW.held IS NOT NULL OR NEW.status NOT IN ('queued', 'running') THEN RETURN NEW; END IF;
  PERFORM lock_slots(ARRAY[NEW.slot_key, NEW.slot_key_2]);
  has_room := used_places(NEW.slot_key, (NEW.slots #>> '{limits,0}')::integer) < (NEW.slots #>> '{limits,0}')::integer
    AND (NEW.slot_key_2 IS NULL
      OR used_places(NEW.slot_key_2, (NEW.slots #>> '{limits,1}')::integer) < (NEW.slots #>> '{limits,1}')::integer);
  is_first := has_room AND held_runs(NEW.slot_key, 1) = 0
    AND (NEW.slot_key_2 IS NULL OR held_runs(NEW.slot_key_2, 1) = 0);
  IF is_first THEN RETURN NEW; END IF;
  NEW.held := 'place';
  IF NEW.status = 'running' THEN
    NEW.status := 'queued';
    NEW.lease := NEW.lease - 1;
    NEW.runner_id := NULL;
    NEW.started_at := NULL;
    NEW.active_since := NULL;
  END IF;
  IF has_room OR NEW.slots -> 'cancels' @> 'true' THEN PERFORM free_slots(NEW.slot_key, NEW.slot_key_2); END IF;
  RETURN NEW;
END $$;
DROP TRIGGER runs_ask_for_place ON runs;
CREATE TRIGGER runs_ask_for_place BEFORE INSERT ON runs
  FOR EACH ROW WHEN (NEW.slot_key IS NOT NULL) EXECUTE FUNCTION ask_for_place();

-- Whatever way a run ends or pauses, its place becomes free. One that goes on, or is due, asks for a place. A run that is
-- claimed keeps its place.
CREATE OR REPLACE FUNCTION move_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = NEW.status AND OLD.held IS NOT DISTINCT FROM NEW.held THEN RETURN NULL; END IF;
  IF OLD.held = 'place' OR OLD.status = 'queued' AND NEW.status = 'running' THEN RETURN NULL; END IF;
  IF has_place(OLD) THEN
    IF NOT has_place(NEW) THEN PERFORM free_slots(OLD.slot_key, OLD.slot_key_2); END IF;
  ELSIF NEW.status = 'queued' AND NEW.held IS NULL THEN
    UPDATE runs SET held = 'place' WHERE id = NEW.id;
    PERFORM free_slots(NEW.slot_key, NEW.slot_key_2);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER runs_move_place ON runs;
CREATE TRIGGER runs_move_place AFTER UPDATE OF status, held ON runs
  FOR EACH ROW WHEN (OLD.slot_key IS NOT NULL) EXECUTE FUNCTION move_place();
