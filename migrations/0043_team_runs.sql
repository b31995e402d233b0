-- Whoever may change a workflow sees all its runs, and not only those that execute on their own behalf.

-- The runs of one workflow, newest first, whoever they execute for.
CREATE INDEX runs_of_team ON runs (workflow_id, created_at, id);

-- What people look for among the many that went well. It also counts the runs of a workflow that wait.
CREATE INDEX runs_noteworthy_of_team ON runs (workflow_id, status, created_at, id)
  WHERE status IN ('waiting', 'failed', 'cancelled');
DROP INDEX runs_waiting;
