-- The status of approvals is copied, and counted, once for all that one statement changes: each change of a tally is a
-- row that every count reads until they are gathered.
DROP TRIGGER approvals_status ON approvals;
CREATE OR REPLACE FUNCTION copy_approval_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Not a join: its plan would be made for one approval, and kept.
  UPDATE approval_assignees SET status = changed.status
    FROM (SELECT id, status FROM come EXCEPT SELECT id, status FROM gone) AS changed
    WHERE approval_id = changed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER approvals_status AFTER UPDATE ON approvals
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION copy_approval_status();
