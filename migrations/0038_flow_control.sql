-- Limits on how many runs execute at once, their order in the queue, and runs that start later.
--
-- Whether a run has a place follows from its row alone: it has slots, is not held, and is queued or running, or waits and
-- keeps its place. Nobody counts places up and down, so no crash can leave a wrong count: whoever gives a place away locks
-- the slot, and counts the runs that have one (indexes below) in a statement of its own.
--
--   inserted ── ask_for_place ──▶ queued with a place ─▶ running ─▶ ended, paused or deleted: freed_slots gets its keys
--                      └────────▶ queued and held ── admit_runs, for the keys in freed_slots ──▶ queued with a place
ALTER TABLE runs
  ADD COLUMN order_at timestamptz(3), -- its place in the queue, where that is not the time of its creation
  ADD COLUMN due_at timestamptz(3), -- when it may begin, where that is later
  ADD COLUMN held text CHECK (held IN ('time', 'place')), -- what a queued run waits for, so that nobody claims it
  ADD COLUMN slot_key text, -- what its first limit counts
  ADD COLUMN slot_key_2 text, -- what its second limit counts
  ADD COLUMN slots jsonb, -- {limits: [1, 5], cancels: [false, true]}, in the order of the keys
  ADD COLUMN keeps_place boolean, -- also while it waits for a person or a time
  ADD COLUMN call_key text, -- by which further calls are put together with this one, as long as it is held
  ADD COLUMN calls integer; -- that were put together

-- The runs that can be claimed, in their order.
DROP INDEX runs_turn;
CREATE INDEX runs_turn ON runs (created_by, workflow_id, (coalesce(order_at, created_at)))
  WHERE status = 'queued' AND held IS NULL;
DROP INDEX runs_queued;
CREATE INDEX runs_queued ON runs (workflow_id) WHERE status = 'queued' AND held IS NULL;
-- The others: of a user, and of a workflow.
CREATE INDEX runs_held_of_user ON runs (created_by) WHERE status = 'queued' AND held IS NOT NULL;
CREATE INDEX runs_held_of_workflow ON runs (workflow_id) WHERE status = 'queued' AND held IS NOT NULL;
CREATE INDEX runs_due ON runs (due_at) WHERE status = 'queued' AND held = 'time';
CREATE UNIQUE INDEX runs_call ON runs (call_key) WHERE status = 'queued' AND held = 'time' AND call_key IS NOT NULL;

-- The runs that have a place, and those that wait for one, in their order.
CREATE INDEX runs_placed ON runs (slot_key)
  WHERE slot_key IS NOT NULL AND held IS NULL AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place);
CREATE INDEX runs_placed_2 ON runs (slot_key_2)
  WHERE slot_key_2 IS NOT NULL AND held IS NULL AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place);
CREATE INDEX runs_line ON runs (slot_key, slot_key_2, (coalesce(order_at, created_at)))
  WHERE status = 'queued' AND held = 'place';
CREATE INDEX runs_line_2 ON runs (slot_key_2, slot_key, (coalesce(order_at, created_at)))
  WHERE status = 'queued' AND held = 'place' AND slot_key_2 IS NOT NULL;

-- Slots in which a place has become free, or for which somebody asks. Whoever admits runs takes the rows.
CREATE TABLE freed_slots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL
);

-- The times at which the last runs of a throttled trigger begin, the oldest first.
CREATE TABLE throttled_starts (
  key text PRIMARY KEY,
  times timestamptz[] NOT NULL
);
CREATE INDEX throttled_starts_oldest ON throttled_starts ((times[array_upper(times, 1)]));

-- Locks slots until the transaction ends, in one order. Slots that happen to share a lock only wait for each other.
CREATE FUNCTION slot_lock(key text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT hashtext(key) & 1023 $$;
CREATE FUNCTION lock_slots(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1936486260, locks.lock)
  FROM (SELECT DISTINCT slot_lock(key) AS lock FROM unnest(keys) AS key WHERE key IS NOT NULL ORDER BY 1) AS locks;
END $$;

-- How many runs have a place, counted up to a number.
CREATE FUNCTION used_places(wanted text, most integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    (SELECT FROM runs WHERE slot_key = wanted AND held IS NULL
       AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place) LIMIT most)
    UNION ALL
    (SELECT FROM runs WHERE slot_key_2 = wanted AND held IS NULL
       AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place) LIMIT most)
  ) AS placed);
END $$;

-- How many runs wait for a place, counted up to a number.
CREATE FUNCTION held_runs(wanted text, most integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    (SELECT FROM runs WHERE slot_key = wanted AND status = 'queued' AND held = 'place' LIMIT most)
    UNION ALL
    (SELECT FROM runs WHERE slot_key_2 = wanted AND status = 'queued' AND held = 'place' LIMIT most)
  ) AS line);
END $$;

-- Locks slots, and says how full they are: how many runs have a place and how many wait, each counted up to a number, and
-- which run has had its place for longest. What it reads, it reads after it has the locks.
CREATE FUNCTION read_slots(locked text[], wanted text[], most_used integer[], most_held integer[])
  RETURNS TABLE (key text, used integer, held integer, holder uuid, holder_status text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_slots(locked);
  RETURN QUERY SELECT slot.key, used_places(slot.key, slot.most_used), held_runs(slot.key, slot.most_held),
      oldest.id, oldest.status
    FROM unnest(wanted, most_used, most_held) AS slot (key, most_used, most_held) LEFT JOIN LATERAL (
      SELECT placed.id, placed.status FROM (
        (SELECT id, status, created_at FROM runs WHERE slot_key = slot.key AND runs.held IS NULL
           AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place) LIMIT 1000)
        UNION ALL
        (SELECT id, status, created_at FROM runs WHERE slot_key_2 = slot.key AND runs.held IS NULL
           AND (status IN ('queued', 'running') OR status = 'waiting' AND keeps_place) LIMIT 1000)
      ) AS placed ORDER BY placed.created_at LIMIT 1
    ) AS oldest ON true;
END $$;

CREATE FUNCTION free_slots(first text, second text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freed_slots (key) SELECT key FROM unnest(ARRAY[first, second]) AS key WHERE key IS NOT NULL;
  PERFORM pg_notify('runs_queued', 'slots');
END $$;

-- A new run gets a place at once, unless somebody waits for one. Otherwise it is held, also where it was to begin at once.
CREATE FUNCTION ask_for_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  has_room boolean;
  is_first boolean;
BEGIN
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
CREATE TRIGGER runs_ask_for_place BEFORE INSERT ON runs
  FOR EACH ROW WHEN (NEW.slot_key IS NOT NULL AND NEW.held IS NULL AND NEW.status IN ('queued', 'running'))
  EXECUTE FUNCTION ask_for_place();

CREATE FUNCTION has_place(run runs) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT run.held IS NULL AND (run.status IN ('queued', 'running') OR run.status = 'waiting' AND run.keeps_place IS TRUE)
$$;

-- Whatever way a run ends or pauses, its place becomes free. One that goes on, or is due, asks for a place.
CREATE FUNCTION move_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_place(OLD) THEN
    IF NOT has_place(NEW) THEN PERFORM free_slots(OLD.slot_key, OLD.slot_key_2); END IF;
  ELSIF NEW.status = 'queued' AND NEW.held IS NULL THEN
    UPDATE runs SET held = 'place' WHERE id = NEW.id;
    PERFORM free_slots(NEW.slot_key, NEW.slot_key_2);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_move_place AFTER UPDATE OF status, held ON runs
  FOR EACH ROW WHEN (OLD.slot_key IS NOT NULL AND (OLD.status <> NEW.status OR OLD.held IS DISTINCT FROM NEW.held)
    AND NOT (OLD.status = 'queued' AND NEW.status = 'running') AND OLD.held IS DISTINCT FROM 'place')
  EXECUTE FUNCTION move_place();

CREATE FUNCTION leave_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_place(OLD) THEN PERFORM free_slots(OLD.slot_key, OLD.slot_key_2); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_leave_place AFTER DELETE ON runs
  FOR EACH ROW WHEN (OLD.slot_key IS NOT NULL) EXECUTE FUNCTION leave_place();

-- Gives the free places of a slot, which must be locked, to the runs that wait for them, in their order. None of them needs
-- a place in another slot.
CREATE FUNCTION admit_to_single_slot(wanted text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  most integer;
  room integer;
  admitted uuid[];
BEGIN
  SELECT (slots #>> '{limits,0}')::integer INTO most FROM runs
    WHERE status = 'queued' AND held = 'place' AND slot_key = wanted AND slot_key_2 IS NULL
    ORDER BY coalesce(order_at, created_at) LIMIT 1;
  IF most IS NULL THEN RETURN 0; END IF;
  room := most - used_places(wanted, most);
  IF room <= 0 THEN RETURN 0; END IF;
  SELECT array_agg(id) INTO admitted FROM (
    SELECT id FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted AND slot_key_2 IS NULL
    ORDER BY coalesce(order_at, created_at) LIMIT room FOR UPDATE SKIP LOCKED
  ) AS firsts;
  UPDATE runs SET held = NULL WHERE id = ANY (admitted);
  -- Somebody is cancelling such a run or changing its input, so the slot is looked at again soon.
  IF coalesce(cardinality(admitted), 0) < room AND held_runs(wanted, 1) > 0 THEN PERFORM free_slots(wanted, NULL); END IF;
  RETURN coalesce(cardinality(admitted), 0);
END $$;

-- The same for runs of which some wait for a second slot as well. The first of each such slot are looked at, because all
-- others come after them.
CREATE FUNCTION admit_to_slot(wanted text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  admitted integer := 0;
  passed uuid[] := '{}';
  next record;
  is_locked boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted
      AND slot_key_2 IS NOT NULL)
    AND NOT EXISTS (SELECT FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key_2 = wanted)
  THEN RETURN admit_to_single_slot(wanted); END IF;
  LOOP
    WITH RECURSIVE partners (key) AS (
      (SELECT slot_key_2 FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted
         AND slot_key_2 IS NOT NULL ORDER BY slot_key_2 LIMIT 1)
      UNION ALL
      SELECT (SELECT slot_key_2 FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted
         AND slot_key_2 > partners.key ORDER BY slot_key_2 LIMIT 1)
      FROM partners WHERE partners.key IS NOT NULL
    ),
    partners_2 (key) AS (
      (SELECT slot_key FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key_2 = wanted
       ORDER BY slot_key LIMIT 1)
      UNION ALL
      SELECT (SELECT slot_key FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key_2 = wanted
         AND slot_key > partners_2.key ORDER BY slot_key LIMIT 1)
      FROM partners_2 WHERE partners_2.key IS NOT NULL
    ),
    firsts AS (
      (SELECT id, (slots #>> '{limits,0}')::integer AS most, NULL::text AS partner, NULL::integer AS partner_most,
         coalesce(order_at, created_at) AS place
       FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted AND slot_key_2 IS NULL
         AND id <> ALL (passed)
       ORDER BY coalesce(order_at, created_at) LIMIT 1)
      UNION ALL
      SELECT run.* FROM (SELECT key FROM partners WHERE key IS NOT NULL LIMIT 1000) AS partner, LATERAL (
        SELECT id, (slots #>> '{limits,0}')::integer, slot_key_2, (slots #>> '{limits,1}')::integer,
          coalesce(order_at, created_at)
        FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted AND slot_key_2 = partner.key
          AND id <> ALL (passed)
        ORDER BY coalesce(order_at, created_at) LIMIT 1
      ) AS run
      UNION ALL
      SELECT run.* FROM (SELECT key FROM partners_2 WHERE key IS NOT NULL LIMIT 1000) AS partner, LATERAL (
        SELECT id, (slots #>> '{limits,1}')::integer, slot_key, (slots #>> '{limits,0}')::integer,
          coalesce(order_at, created_at)
        FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key_2 = wanted AND slot_key = partner.key
          AND id <> ALL (passed)
        ORDER BY coalesce(order_at, created_at) LIMIT 1
      ) AS run
    )
    SELECT firsts.id, firsts.most, firsts.partner, firsts.partner_most INTO next FROM firsts
    WHERE partner IS NULL OR used_places(partner, partner_most) < partner_most
    ORDER BY place LIMIT 1;
    EXIT WHEN next.id IS NULL OR used_places(wanted, next.most) >= next.most;
    passed := passed || next.id;
    IF next.partner IS NOT NULL THEN
      -- Whoever has the other lock may wait for this one, so this must not wait. The slot is looked at again soon.
      is_locked := pg_try_advisory_xact_lock(1936486260, slot_lock(next.partner));
      IF NOT is_locked THEN
        PERFORM free_slots(wanted, NULL);
        EXIT;
      END IF;
      CONTINUE WHEN used_places(next.partner, next.partner_most) >= next.partner_most;
    END IF;
    PERFORM FROM runs WHERE id = next.id AND status = 'queued' AND held = 'place' FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE runs SET held = NULL WHERE id = next.id;
      admitted := admitted + 1;
    ELSE
      -- Somebody is cancelling the run or changing its input.
      PERFORM free_slots(wanted, NULL);
    END IF;
  END LOOP;
  RETURN admitted;
END $$;

-- Lets runs that are due and runs for which there is a place be claimed. Returns how many, whether there is more to do, and
-- the slots in which runs are to be cancelled for others.
CREATE FUNCTION admit_runs(OUT admitted integer, OUT has_more boolean, OUT crowded text[]) LANGUAGE plpgsql AS $$
DECLARE
  due uuid[];
  keys text[];
  taken integer;
  wanted text;
BEGIN
  admitted := 0;
  SELECT array_agg(id) INTO due FROM (
    SELECT id FROM runs WHERE status = 'queued' AND held = 'time' AND due_at <= now()
    ORDER BY due_at LIMIT 200 FOR UPDATE SKIP LOCKED
  ) AS firsts;
  has_more := coalesce(cardinality(due), 0) = 200;
  IF due IS NOT NULL THEN
    UPDATE runs SET held = NULL WHERE id = ANY (due);
    admitted := cardinality(due);
  END IF;
  WITH taken AS (
    DELETE FROM freed_slots WHERE id IN (SELECT id FROM freed_slots ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
    RETURNING key
  )
  SELECT array_agg(DISTINCT key ORDER BY key), count(*) INTO keys, taken FROM taken;
  crowded := '{}';
  IF keys IS NOT NULL THEN
    PERFORM lock_slots(keys);
    FOREACH wanted IN ARRAY keys LOOP
      admitted := admitted + admit_to_slot(wanted);
      IF EXISTS (SELECT FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key = wanted
          AND slots #> '{cancels,0}' = 'true')
        OR EXISTS (SELECT FROM runs WHERE status = 'queued' AND held = 'place' AND slot_key_2 = wanted
          AND slots #> '{cancels,1}' = 'true')
      THEN crowded := crowded || wanted; END IF;
    END LOOP;
    has_more := has_more OR taken = 100;
  END IF;
  IF admitted > 0 THEN PERFORM pg_notify('runs_queued', ''); END IF;
END $$;

-- The next time at which a throttled trigger may begin a run: at most so many begin within so many seconds.
CREATE FUNCTION take_turn(wanted text, most integer, seconds double precision) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  earlier timestamptz[];
  turn timestamptz;
BEGIN
  INSERT INTO throttled_starts (key, times) VALUES (wanted, '{}') ON CONFLICT DO NOTHING;
  SELECT times INTO earlier FROM throttled_starts WHERE key = wanted FOR UPDATE;
  turn := clock_timestamp();
  IF cardinality(earlier) >= most THEN
    turn := greatest(turn, earlier[cardinality(earlier) - most + 1] + make_interval(secs => seconds));
  END IF;
  IF cardinality(earlier) > 0 THEN turn := greatest(turn, earlier[cardinality(earlier)]); END IF;
  UPDATE throttled_starts SET times = (earlier || turn)[greatest(1, cardinality(earlier) + 2 - most):] WHERE key = wanted;
  RETURN turn;
END $$;
