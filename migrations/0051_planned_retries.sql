-- The transaction that ends a failed run also says when it is tried again. Such an end has no consequences: what becomes of
-- the next try counts. It is only announced, because the try may be due at once.
CREATE OR REPLACE FUNCTION announce_run_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'failed' AND NEW.next_retry_at IS NOT NULL THEN
    PERFORM pg_notify('run_events', '');
  ELSIF (NEW.status = 'failed' AND NEW.automatic) OR EXISTS (
    SELECT FROM workflows JOIN run_listeners ON subject IN (workflows.id, workflows.created_by, workflows.organization_id)
      OR subject IN (SELECT user_id FROM group_members WHERE group_members.group_id = workflows.group_id)
    WHERE workflows.id = NEW.workflow_id AND run_listeners.status = NEW.status
  ) THEN
    INSERT INTO run_events (run_id) VALUES (NEW.id);
    PERFORM pg_notify('run_events', '');
  END IF;
  RETURN NULL;
END $$;
