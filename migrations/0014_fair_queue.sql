-- The queue is shared: between users, between the workflows of each, and what one cause may start is limited.

-- Claims walk from user to user, and from workflow to workflow of each.
CREATE INDEX runs_turn ON runs (created_by, workflow_id, created_at) WHERE status = 'queued';
