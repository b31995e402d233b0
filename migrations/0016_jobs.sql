-- Background jobs in one table of ours; until now they were in the tables of pg-boss.

CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  key text, -- at most one job of a kind and key waits for its first start; null once it has started
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'dead')),
  attempts integer NOT NULL DEFAULT 0, -- begun so far
  start_at timestamptz NOT NULL DEFAULT now(), -- not before
  started_at timestamptz, -- the last attempt
  runner_id uuid, -- the process that works on it
  error text, -- of the last attempt that failed
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'active') = (runner_id IS NOT NULL))
);
CREATE UNIQUE INDEX jobs_key ON jobs (kind, key) WHERE key IS NOT NULL;
-- Finds due jobs, active ones and dead ones, and counts them.
CREATE INDEX jobs_state ON jobs (state, kind, start_at);

-- However a job comes to be due, workers are notified when that is committed.
CREATE FUNCTION notify_job_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', NEW.kind);
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_due AFTER INSERT OR UPDATE ON jobs
  FOR EACH ROW WHEN (NEW.state = 'waiting' AND NEW.start_at <= now()) EXECUTE FUNCTION notify_job_due();

-- Jobs that repeat: at the times that are a multiple of the interval and the offset away from midnight UTC.
CREATE TABLE job_schedules (
  kind text PRIMARY KEY,
  every_minutes integer NOT NULL CHECK (every_minutes > 0),
  offset_minutes integer NOT NULL,
  next_at timestamptz NOT NULL
);

-- Jobs that waited, were under way or had failed for good move over. What repeats is scheduled anew by the next process
-- that starts, and what is done is not kept.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    -- A job without a key had its own id as its key. Only one that was never started could stand for a key.
    INSERT INTO jobs (id, kind, key, payload, attempts, start_at, started_at, created_at)
    SELECT id, name, CASE WHEN state = 'created' AND singleton_key <> id::text THEN singleton_key END,
      coalesce(data, '{}'), retry_count + CASE WHEN started_on IS NULL THEN 0 ELSE 1 END, start_after, started_on,
      created_on
    FROM pgboss.job
    WHERE state IN ('created', 'retry', 'active') AND name <> '_dead' AND name NOT LIKE '\_\_pgboss\_\_%';

    INSERT INTO jobs (id, kind, payload, state, attempts, started_at, error, created_at)
    SELECT id, source_name, coalesce(data, '{}'), 'dead', source_retry_count + 1, created_on, output ->> 'message',
      source_created_on
    FROM pgboss.job WHERE name = '_dead' AND state IN ('created', 'retry') AND source_name IS NOT NULL;

    DROP SCHEMA pgboss CASCADE;
  END IF;
END $$;
