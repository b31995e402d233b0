-- Accepts calls as before, with one statement after the queues were counted instead of six. Windows that have no room for
-- all calls of their trigger refuse only these.
CREATE OR REPLACE FUNCTION accept_calls(
  ids uuid[], trigger_ids uuid[], inputs text[], secret_hashes bytea[], users uuid[], organizations uuid[], traces text[],
  runner uuid, versions integer[], statuses text[], started timestamptz[], finished timestamptz[], all_steps text[],
  outputs text[], errors text[], all_credits numeric[], all_variables text[],
  counted_workflows uuid[], workflow_calls integer[], most_queued integer,
  counted_users uuid[], user_calls integer[], most_of_user integer, limits integer[],
  OUT accepted uuid[], OUT queued_of_workflow integer[], OUT queued_of_user integer[]
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
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

  -- Workflows are locked before triggers and their windows, which is the order in which they are changed and deleted.
  WITH starting AS MATERIALIZED (
    SELECT requested.*, workflows.id AS workflow_id, workflows.name, workflows.published_version, triggers.node_id,
      triggers.type
    FROM unnest(ids, trigger_ids, inputs, secret_hashes, users, organizations, traces, versions, statuses, started,
        finished, all_steps, outputs, errors, all_credits, all_variables)
      AS requested (id, trigger_id, input, secret_hash, run_as, organization_id, trace_context, version, status,
        started_at, finished_at, steps, output, error, credits, variables)
    JOIN workflow_triggers AS triggers
      ON triggers.id = requested.trigger_id AND triggers.secret_hash = requested.secret_hash
    JOIN workflows ON workflows.id = triggers.workflow_id AND workflows.run_as = requested.run_as
      AND workflows.organization_id IS NOT DISTINCT FROM requested.organization_id
    WHERE workflows.active
      AND (requested.version IS NULL OR requested.version = workflows.published_version)
      AND (workflows.settings ?| ARRAY['concurrency', 'priority', 'labels']) IS NOT TRUE
      AND (triggers.params::jsonb ?| ARRAY['debounce', 'batch', 'throttle']) IS NOT TRUE
    ORDER BY workflows.id FOR KEY SHARE OF workflows
  ),
  counted AS (
    INSERT INTO webhook_calls AS stored
        (trigger_id, minute_used, minute_ends_at, hour_used, hour_ends_at, day_used, day_ends_at)
      SELECT starting.trigger_id, count(*)::integer, now() + interval '1 minute', count(*)::integer,
        now() + interval '1 hour', count(*)::integer, now() + interval '1 day'
      FROM starting WHERE limits IS NOT NULL GROUP BY starting.trigger_id
      HAVING count(*) <= least(limits[1], limits[2], limits[3]) ORDER BY starting.trigger_id
      ON CONFLICT (trigger_id) DO UPDATE SET
        minute_used = excluded.minute_used + CASE WHEN stored.minute_ends_at > now() THEN stored.minute_used ELSE 0 END,
        minute_ends_at = CASE WHEN stored.minute_ends_at > now() THEN stored.minute_ends_at ELSE excluded.minute_ends_at END,
        hour_used = excluded.hour_used + CASE WHEN stored.hour_ends_at > now() THEN stored.hour_used ELSE 0 END,
        hour_ends_at = CASE WHEN stored.hour_ends_at > now() THEN stored.hour_ends_at ELSE excluded.hour_ends_at END,
        day_used = excluded.day_used + CASE WHEN stored.day_ends_at > now() THEN stored.day_used ELSE 0 END,
        day_ends_at = CASE WHEN stored.day_ends_at > now() THEN stored.day_ends_at ELSE excluded.day_ends_at END
      WHERE excluded.minute_used + CASE WHEN stored.minute_ends_at > now() THEN stored.minute_used ELSE 0 END <= limits[1]
        AND excluded.hour_used + CASE WHEN stored.hour_ends_at > now() THEN stored.hour_used ELSE 0 END <= limits[2]
        AND excluded.day_used + CASE WHEN stored.day_ends_at > now() THEN stored.day_used ELSE 0 END <= limits[3]
      RETURNING stored.trigger_id
  ),
  inserted AS (
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, trigger_node_id, trigger_type,
      trigger_depth, automatic, input, status, created_by, trace_context, created_at, updated_at, runner_id, lease,
      started_at, active_since, finished_at, settled_at, steps, output, error, credits, variables)
    SELECT starting.id, starting.workflow_id, starting.name, starting.organization_id, starting.published_version,
      starting.node_id, starting.type, 0, true, starting.input, coalesce(starting.status, 'queued'), starting.run_as,
      starting.trace_context, coalesce(starting.started_at, now()),
      coalesce(starting.finished_at, starting.started_at, now()), CASE starting.status WHEN 'running' THEN runner END,
      CASE WHEN starting.status IS NULL THEN 0 ELSE 1 END, starting.started_at, starting.started_at,
      starting.finished_at, starting.finished_at, coalesce(starting.steps, '[]'), coalesce(starting.output, ''),
      coalesce(starting.error, ''), coalesce(starting.credits, 0), starting.variables
    FROM starting WHERE limits IS NULL OR starting.trigger_id IN (SELECT counted.trigger_id FROM counted)
    ON CONFLICT DO NOTHING RETURNING runs.id
  ),
  fired AS (
    -- To the second. Publishing a workflow locks its triggers in another order, so waiting here could end in a deadlock.
    UPDATE workflow_triggers SET last_fired_at = now() WHERE workflow_triggers.id IN (
      SELECT triggers.id FROM workflow_triggers AS triggers JOIN starting ON starting.trigger_id = triggers.id
      JOIN inserted ON inserted.id = starting.id
      WHERE triggers.last_fired_at IS NULL OR triggers.last_fired_at < now() - interval '1 second'
      FOR NO KEY UPDATE OF triggers SKIP LOCKED
    )
  )
  SELECT array_agg(inserted.id) INTO accepted FROM inserted;
END $$;
