-- Locks the windows in which the calls of triggers are counted, in one order, until the transaction ends. A trigger that
-- was not called so far gets windows that are over.
CREATE FUNCTION lock_call_windows(triggers uuid[]) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO webhook_calls (trigger_id, minute_used, minute_ends_at, hour_used, hour_ends_at, day_used, day_ends_at)
    SELECT id, 0, now(), 0, now(), 0, now() FROM unnest(triggers) AS id
    WHERE NOT EXISTS (SELECT FROM webhook_calls WHERE trigger_id = id) ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM FROM webhook_calls WHERE trigger_id = ANY (triggers) ORDER BY trigger_id FOR UPDATE;
END $$;

-- Accepts a batch of webhook calls with one statement, so that no lock outlives it, also when the process stands still
-- between two messages. Calls with files or a request key, those that something limits and those that are to be refused
-- get no run here: whoever calls this decides about them in a transaction.
--
-- The queues that are listed are locked and counted, and have room for all calls or for none. The others were counted
-- a moment ago and are far from their limits. `limits` are those of the three windows of a trigger, or null.
--
-- The plans are made once, whatever the tables contain at that moment: they are never worth a plan for each batch, and a
-- queue that was empty then may have thousands of runs now.
CREATE FUNCTION accept_calls(
  ids uuid[], trigger_ids uuid[], inputs text[], secret_hashes bytea[], users uuid[], organizations uuid[], traces text[],
  counted_workflows uuid[], workflow_calls integer[], most_queued integer,
  counted_users uuid[], user_calls integer[], most_of_user integer, limits integer[],
  OUT accepted uuid[], OUT queued_of_workflow integer[], OUT queued_of_user integer[]
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  called uuid[];
  calls integer[];
BEGIN
  IF cardinality(counted_workflows) > 0 THEN
    -- The same locks as in `accept-queued-runs.ts`, in the same order.
    PERFORM pg_advisory_xact_lock(1751475300, locks.lock) FROM (
      SELECT DISTINCT ('x' || right(id::text, 8))::bit(32)::integer AS lock FROM unnest(counted_workflows) AS id ORDER BY 1
    ) AS locks;
    SELECT array_agg(waiting.count ORDER BY place) INTO queued_of_workflow
      FROM unnest(counted_workflows) WITH ORDINALITY AS counted (id, place), LATERAL (
        SELECT count(*)::integer FROM (
          SELECT FROM runs WHERE runs.workflow_id = counted.id AND runs.status = 'queued' AND runs.held IS NULL
          LIMIT most_queued
        ) AS waiting
      ) AS waiting;
    IF EXISTS (SELECT FROM unnest(queued_of_workflow, workflow_calls) AS queue (waiting, calls)
      WHERE waiting + queue.calls > most_queued) THEN RETURN; END IF;
  END IF;
  IF cardinality(counted_users) > 0 THEN
    SELECT array_agg(waiting.count ORDER BY place) INTO queued_of_user
      FROM unnest(counted_users) WITH ORDINALITY AS counted (id, place), LATERAL (
        SELECT count(*)::integer FROM (
          SELECT FROM runs WHERE runs.created_by = counted.id AND runs.status = 'queued' AND runs.held IS NULL
          UNION ALL
          SELECT FROM runs WHERE runs.created_by = counted.id AND runs.status = 'queued' AND runs.held IS NOT NULL
          LIMIT most_of_user
        ) AS waiting
      ) AS waiting;
    IF EXISTS (SELECT FROM unnest(queued_of_user, user_calls) AS queue (waiting, calls)
      WHERE waiting + queue.calls > most_of_user) THEN RETURN; END IF;
  END IF;

  SELECT array_agg(each.id ORDER BY each.id), array_agg(each.calls ORDER BY each.id) INTO called, calls
    FROM (SELECT id, count(*)::integer AS calls FROM unnest(trigger_ids) AS id GROUP BY id) AS each;
  -- Workflows are locked before triggers, which is the order in which they are changed and deleted.
  PERFORM FROM workflows WHERE id IN (SELECT workflow_id FROM workflow_triggers WHERE workflow_triggers.id = ANY (called))
    ORDER BY id FOR KEY SHARE;
  IF limits IS NOT NULL THEN
    PERFORM lock_call_windows(called);
    IF EXISTS (
      SELECT FROM unnest(called, calls) AS each (id, calls) LEFT JOIN webhook_calls ON trigger_id = each.id
      WHERE CASE WHEN minute_ends_at > now() THEN minute_used ELSE 0 END + each.calls > limits[1]
        OR CASE WHEN hour_ends_at > now() THEN hour_used ELSE 0 END + each.calls > limits[2]
        OR CASE WHEN day_ends_at > now() THEN day_used ELSE 0 END + each.calls > limits[3]
    ) THEN RETURN; END IF;
  END IF;

  -- A trigger that has changed since it was called starts no run.
  WITH inserted AS (
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
      trigger_depth, automatic, input, status, created_by, trace_context)
    SELECT requested.id, workflows.id, workflows.name, workflows.organization_id, workflows.published_version,
      triggers.node_id, triggers.type, 0, true, requested.input, 'queued', workflows.run_as, requested.trace_context
    FROM unnest(ids, trigger_ids, inputs, secret_hashes, users, organizations, traces)
      AS requested (id, trigger_id, input, secret_hash, run_as, organization_id, trace_context)
    JOIN workflow_triggers AS triggers
      ON triggers.id = requested.trigger_id AND triggers.secret_hash = requested.secret_hash
    JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = requested.run_as
      AND workflows.organization_id IS NOT DISTINCT FROM requested.organization_id
    WHERE workflows.active
      AND (workflows.settings ?| ARRAY['concurrency', 'priority', 'labels']) IS NOT TRUE
      AND (triggers.params::jsonb ?| ARRAY['debounce', 'batch', 'throttle']) IS NOT TRUE
    ON CONFLICT DO NOTHING RETURNING runs.id
  )
  SELECT array_agg(inserted.id) INTO accepted FROM inserted;
  IF accepted IS NULL THEN RETURN; END IF;
  IF cardinality(accepted) < cardinality(ids) THEN
    SELECT array_agg(each.id ORDER BY each.id), array_agg(each.calls ORDER BY each.id) INTO called, calls FROM (
      SELECT requested.trigger_id AS id, count(*)::integer AS calls
      FROM unnest(ids, trigger_ids) AS requested (id, trigger_id)
      WHERE requested.id = ANY (accepted) GROUP BY requested.trigger_id
    ) AS each;
  END IF;

  IF limits IS NOT NULL THEN
    INSERT INTO webhook_calls AS stored
        (trigger_id, minute_used, minute_ends_at, hour_used, hour_ends_at, day_used, day_ends_at)
      SELECT each.id, each.calls, now() + interval '1 minute', each.calls, now() + interval '1 hour', each.calls,
        now() + interval '1 day'
      FROM unnest(called, calls) AS each (id, calls) ORDER BY each.id
      ON CONFLICT (trigger_id) DO UPDATE SET
        minute_used = excluded.minute_used + CASE WHEN stored.minute_ends_at > now() THEN stored.minute_used ELSE 0 END,
        minute_ends_at = CASE WHEN stored.minute_ends_at > now() THEN stored.minute_ends_at ELSE excluded.minute_ends_at END,
        hour_used = excluded.hour_used + CASE WHEN stored.hour_ends_at > now() THEN stored.hour_used ELSE 0 END,
        hour_ends_at = CASE WHEN stored.hour_ends_at > now() THEN stored.hour_ends_at ELSE excluded.hour_ends_at END,
        day_used = excluded.day_used + CASE WHEN stored.day_ends_at > now() THEN stored.day_used ELSE 0 END,
        day_ends_at = CASE WHEN stored.day_ends_at > now() THEN stored.day_ends_at ELSE excluded.day_ends_at END;
  END IF;
  -- Publishing a workflow locks its triggers in another order, so waiting for them here could end in a deadlock.
  UPDATE workflow_triggers SET last_fired_at = now() WHERE id IN (
    SELECT id FROM workflow_triggers WHERE id = ANY (called) FOR NO KEY UPDATE SKIP LOCKED
  );
END $$;

-- Claims queued runs: fairly between the users who have queued runs, and between the workflows of each user. The oldest
-- runs of a workflow come first, where a head start makes a run older. Runs that are held are not in the index that a
-- claim reads.
--
-- It walks through the users as on a ring, beginning after the one who was served last. It uses an index of which it reads
-- one entry per user. It walks through the workflows of each user in the same way. From these numbers alone it plans how
-- many runs of each workflow to claim (`planned`), preferring users with the fewest active runs, and locks exactly these,
-- except for those that others are claiming (`found`). So a claim costs the same however many runs are queued, and two
-- processes that claim at the same time get different runs.
--
-- $2 is the number of runs in all, $3 the room for users who are not listed, $4 to $6 list users with their room and
-- active runs, $7 is the user who was served last, $8 and $9 list users with their workflow that was served last. There is
-- at least one row, because every row also contains the summary of the search (`walk`).
--
-- It is a function for the same reason as `accept_calls`: planning takes several times as long as a claim, and a plan that
-- was made while the table was small would read all of it later.
CREATE FUNCTION claim_queued_runs(runner uuid, most integer, room integer, known_users uuid[], rooms integer[],
  actives integer[], served_last uuid, served_users uuid[], served_workflows uuid[])
  RETURNS TABLE (planned bigint, last_user uuid, has_more boolean, is_crowded boolean, workflow_turn integer,
    id uuid, workflow_id uuid, workflow_name text, organization_id uuid, version integer, revision_id uuid,
    trigger_node_id text, trigger_type text, trigger_depth integer, automatic boolean, trace_context text, options
    text, variables text, input text, started_at timestamptz, active_ms bigint, lease integer, created_at timestamptz,
    created_by uuid, interruptions integer, parent_run_id uuid, root_run_id uuid, depth smallint, is_awaited boolean,
    executed text, email text, name text, enabled boolean, workflow_permission text, is_own boolean)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH RECURSIVE
  users_walked (user_id, lap, turn) AS (
    SELECT $7, 0, 0
    UNION ALL
    SELECT next.* FROM users_walked AS last, LATERAL (
      (SELECT created_by, last.lap, last.turn + 1 FROM runs
       WHERE status = 'queued' AND held IS NULL AND created_by > last.user_id AND (last.lap = 0 OR created_by <= $7)
       ORDER BY created_by LIMIT 1)
      UNION ALL
      (SELECT created_by, 1, last.turn + 1 FROM runs
       WHERE status = 'queued' AND held IS NULL AND created_by <= $7 AND last.lap = 0
       ORDER BY created_by LIMIT 1)
      ORDER BY 2 LIMIT 1
    ) AS next WHERE last.turn < least(64, $2 + 16)
  ),
  waiting AS MATERIALIZED (
    SELECT user_id, turn, coalesce(room, $3) AS room, coalesce(active, 0) AS active,
      coalesce(workflow_id, '00000000-0000-0000-0000-000000000000') AS last_workflow
    FROM users_walked
    LEFT JOIN unnest($4, $5, $6) AS known (user_id, room, active) USING (user_id)
    LEFT JOIN unnest($8, $9) AS served (user_id, workflow_id) USING (user_id)
    WHERE turn > 0
  ),
  shares AS (
    SELECT *, least(room, ceil($2::numeric / count(*) OVER ())::integer) AS share FROM waiting WHERE room > 0
  ),
  workflows_waiting AS MATERIALIZED (
    SELECT shares.*, walked.workflow_id, walked.turn AS workflow_turn,
      ceil(share::numeric / count(*) OVER (PARTITION BY user_id))::integer + 1 AS most
    FROM shares, LATERAL (
      WITH RECURSIVE workflows_walked (workflow_id, lap, turn) AS (
        SELECT shares.last_workflow, 0, 0
        UNION ALL
        SELECT next.* FROM workflows_walked AS last, LATERAL (
          (SELECT workflow_id, last.lap, last.turn + 1 FROM runs
           WHERE status = 'queued' AND held IS NULL AND created_by = shares.user_id AND workflow_id > last.workflow_id
             AND (last.lap = 0 OR workflow_id <= shares.last_workflow)
           ORDER BY workflow_id LIMIT 1)
          UNION ALL
          (SELECT workflow_id, 1, last.turn + 1 FROM runs
           WHERE status = 'queued' AND held IS NULL AND created_by = shares.user_id AND workflow_id <= shares.last_workflow
             AND last.lap = 0
           ORDER BY workflow_id LIMIT 1)
          ORDER BY 2 LIMIT 1
        ) AS next WHERE last.turn <= shares.share
      )
      SELECT workflow_id, turn FROM workflows_walked WHERE turn > 0
    ) AS walked
  ),
  candidates AS MATERIALIZED (
    SELECT workflows_waiting.*, run.depth FROM workflows_waiting, LATERAL (
      SELECT row_number() OVER () AS depth FROM (
        SELECT FROM runs
        WHERE status = 'queued' AND held IS NULL AND created_by = workflows_waiting.user_id
          AND workflow_id = workflows_waiting.workflow_id
        ORDER BY coalesce(order_at, created_at) LIMIT workflows_waiting.most
      ) AS oldest
    ) AS run
  ),
  ranked AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY depth, workflow_turn) AS rank,
      count(*) OVER (PARTITION BY user_id) AS found,
      bool_or(depth = most OR workflow_turn > share) OVER (PARTITION BY user_id) AS is_cut
    FROM candidates
  ),
  planned AS MATERIALIZED (
    -- While others wait, no workflow gets more than half of the places.
    SELECT user_id, workflow_id, turn, workflow_turn, active + rank AS round FROM ranked
    WHERE rank <= room
      AND (depth <= ceil($2::numeric / 2) OR (SELECT count(DISTINCT workflow_id) FROM workflows_waiting) = 1)
    ORDER BY round, turn LIMIT $2
  ),
  found AS MATERIALIZED (
    SELECT locked.id, quotas.workflow_turn FROM (
      SELECT user_id, workflow_id, workflow_turn, count(*) AS quota
      FROM planned GROUP BY user_id, workflow_id, workflow_turn
    ) AS quotas, LATERAL (
      SELECT id FROM runs
      WHERE status = 'queued' AND held IS NULL AND created_by = quotas.user_id AND workflow_id = quotas.workflow_id
      ORDER BY coalesce(order_at, created_at) LIMIT quotas.quota FOR UPDATE SKIP LOCKED
    ) AS locked
  ),
  walk AS (
    SELECT (SELECT count(*) FROM planned) AS planned,
      -- If there is no room for any of these users, the next walk begins after them.
      coalesce((SELECT user_id FROM planned ORDER BY round DESC, turn DESC LIMIT 1),
        (SELECT user_id FROM users_walked ORDER BY turn DESC LIMIT 1)) AS last_user,
      (SELECT count(*) FROM ranked WHERE rank <= room) > (SELECT count(*) FROM planned)
        OR EXISTS (SELECT FROM ranked WHERE is_cut AND found < room)
        OR EXISTS (SELECT FROM waiting WHERE turn = least(64, $2 + 16)) AS has_more,
      EXISTS (SELECT FROM ranked WHERE is_cut OR rank > room) OR EXISTS (SELECT FROM waiting WHERE room = 0) AS is_crowded
  ),
  claimed AS (
    UPDATE runs SET status = 'running', runner_id = $1, lease = lease + 1, started_at = coalesce(started_at, now()),
      active_since = now(), updated_at = now()
    FROM found WHERE runs.id = found.id RETURNING runs.*, found.workflow_turn
  )
  SELECT walk.planned, walk.last_user, walk.has_more, walk.is_crowded, claimed.workflow_turn,
    claimed.id, claimed.workflow_id, claimed.workflow_name, claimed.organization_id, claimed.version,
    claimed.revision_id, claimed.trigger_node_id, claimed.trigger_type, claimed.trigger_depth, claimed.automatic,
    claimed.trace_context, claimed.options, claimed.variables, claimed.input, claimed.started_at, claimed.active_ms,
    claimed.lease, claimed.created_at, claimed.created_by, claimed.interruptions, claimed.parent_run_id,
    claimed.root_run_id, claimed.depth, claimed.is_awaited,
    coalesce(claimed.definition, version.definition::text), users.email, users.name, users.enabled,
    users.workflow_permission,
    claimed.organization_id IS NULL AND workflows.created_by = users.id AND workflows.deleted_at IS NULL
  FROM walk LEFT JOIN (
    claimed JOIN users ON users.id = claimed.created_by JOIN workflows ON workflows.id = claimed.workflow_id
    LEFT JOIN workflow_versions version
      ON version.workflow_id = claimed.workflow_id AND version.version = claimed.version
  ) ON true;
END $$;

-- Ends runs under their leases, and returns those that have ended: now, or before, when this is repeated after a lost
-- reply. It is a function for the same reason as the others.
CREATE FUNCTION end_runs(ids uuid[], leases integer[], statuses text[], finished timestamptz[], all_steps text[],
  outputs text[], errors text[], all_credits numeric[])
  RETURNS SETOF uuid LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ended uuid[];
  succeeded uuid[];
BEGIN
  WITH changed AS (
    UPDATE runs SET status = source.status, finished_at = source.finished_at, settled_at = source.finished_at,
      updated_at = source.finished_at, steps = source.steps, output = source.output, error = source.error,
      credits = greatest(runs.credits, source.credits), definition = NULL, variables = NULL, runner_id = NULL,
      options = CASE WHEN runs.is_test THEN NULL ELSE runs.options END
    FROM unnest(ids, leases, statuses, finished, all_steps, outputs, errors, all_credits)
      AS source (id, lease, status, finished_at, steps, output, error, credits)
    -- The ids as a parameter let the database leave out the other partitions before it begins.
    WHERE runs.id = ANY (ids) AND runs.id = source.id AND runs.lease = source.lease AND runs.status = 'running'
    RETURNING runs.id, runs.status
  )
  SELECT array_agg(id), array_agg(id) FILTER (WHERE status = 'success') INTO ended, succeeded FROM changed;
  -- A run that failed keeps its steps for a while, so that it can be replayed.
  IF succeeded IS NOT NULL THEN DELETE FROM run_steps WHERE run_id = ANY (succeeded); END IF;
  IF ended IS NULL OR cardinality(ended) < cardinality(ids) THEN
    RETURN QUERY SELECT runs.id FROM runs JOIN unnest(ids, leases, statuses, finished)
      AS source (id, lease, status, finished_at) USING (id, lease, status, finished_at) WHERE runs.id = ANY (ids);
  ELSE
    RETURN QUERY SELECT unnest(ended);
  END IF;
END $$;
