-- Calls that wait for their result begin their runs at once, so a run may be inserted when it has begun or even ended.
--
-- Inserts the runs of webhook calls. A run without a status is queued. One with a status has begun in the process `runner`,
-- with this version of the workflow. A trigger that has changed since it was called starts no run, nor does a version that
-- is not the published one any more, nor a workflow whose runs something controls.
CREATE FUNCTION insert_called_runs(
  ids uuid[], trigger_ids uuid[], inputs text[], secret_hashes bytea[], users uuid[], organizations uuid[], traces text[],
  runner uuid, versions integer[], statuses text[], started timestamptz[], finished timestamptz[], all_steps text[],
  outputs text[], errors text[], all_credits numeric[], all_variables text[]
) RETURNS SETOF uuid LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
    trigger_depth, automatic, input, status, created_by, trace_context, created_at, updated_at, runner_id, lease, started_at,
    active_since, finished_at, settled_at, steps, output, error, credits, variables)
  SELECT requested.id, workflows.id, workflows.name, workflows.organization_id, workflows.published_version,
    triggers.node_id, triggers.type, 0, true, requested.input, coalesce(requested.status, 'queued'), workflows.run_as,
    requested.trace_context, coalesce(requested.started_at, now()),
    coalesce(requested.finished_at, requested.started_at, now()), CASE requested.status WHEN 'running' THEN runner END,
    CASE WHEN requested.status IS NULL THEN 0 ELSE 1 END, requested.started_at, requested.started_at,
    requested.finished_at, requested.finished_at, coalesce(requested.steps, '[]'), coalesce(requested.output, ''),
    coalesce(requested.error, ''), coalesce(requested.credits, 0), requested.variables
  FROM unnest(ids, trigger_ids, inputs, secret_hashes, users, organizations, traces, versions, statuses, started, finished,
      all_steps, outputs, errors, all_credits, all_variables)
    AS requested (id, trigger_id, input, secret_hash, run_as, organization_id, trace_context, version, status, started_at,
      finished_at, steps, output, error, credits, variables)
  JOIN workflow_triggers AS triggers
    ON triggers.id = requested.trigger_id AND triggers.secret_hash = requested.secret_hash
  JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = requested.run_as
    AND workflows.organization_id IS NOT DISTINCT FROM requested.organization_id
  WHERE workflows.active
    AND (requested.version IS NULL OR requested.version = workflows.published_version)
    AND (workflows.settings ?| ARRAY['concurrency', 'priority', 'labels']) IS NOT TRUE
    AND (triggers.params::jsonb ?| ARRAY['debounce', 'batch', 'throttle']) IS NOT TRUE
  ON CONFLICT DO NOTHING RETURNING runs.id;
END $$;

-- As before, and for runs that have begun as well. Those are in no queue, but a full queue refuses them too.
CREATE FUNCTION accept_calls(
  ids uuid[], trigger_ids uuid[], inputs text[], secret_hashes bytea[], users uuid[], organizations uuid[], traces text[],
  runner uuid, versions integer[], statuses text[], started timestamptz[], finished timestamptz[], all_steps text[],
  outputs text[], errors text[], all_credits numeric[], all_variables text[],
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

  SELECT array_agg(inserted.id) INTO accepted FROM insert_called_runs(
    ids, trigger_ids, inputs, secret_hashes, users, organizations, traces,
    runner, versions, statuses, started, finished, all_steps, outputs, errors, all_credits, all_variables
  ) AS inserted (id);
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

-- For processes of earlier versions.
CREATE OR REPLACE FUNCTION accept_calls(
  ids uuid[], trigger_ids uuid[], inputs text[], secret_hashes bytea[], users uuid[], organizations uuid[], traces text[],
  counted_workflows uuid[], workflow_calls integer[], most_queued integer,
  counted_users uuid[], user_calls integer[], most_of_user integer, limits integer[],
  OUT accepted uuid[], OUT queued_of_workflow integer[], OUT queued_of_user integer[]
) LANGUAGE sql AS $$
  SELECT * FROM accept_calls(ids, trigger_ids, inputs, secret_hashes, users, organizations, traces, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, counted_workflows, workflow_calls, most_queued, counted_users, user_calls,
    most_of_user, limits)
$$;
