-- A NOTIFY within a transaction makes all others of the server that have one wait for its commit. So whoever enqueues jobs
-- notifies the workers after the commit, or polling finds the jobs. Only the jobs that functions of the database add are still
-- notified here; they are rare, and no process could do it for them.
DROP TRIGGER jobs_due ON jobs;
CREATE TRIGGER jobs_due AFTER INSERT OR UPDATE ON jobs
  FOR EACH ROW WHEN (NEW.kind IN ('runs.cancel-children', 'runs.reconcile-children')
    AND NEW.state = 'waiting' AND NEW.start_at <= now())
  EXECUTE FUNCTION notify_job_due();

-- Jobs come and go by the thousands, so that a part of the table is no measure for what can be vacuumed.
ALTER TABLE jobs SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0);
