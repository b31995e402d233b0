-- What the console needs: lists of the runs of a workflow, what changed lately, who is here, and saved views.

-- The runs of one workflow, newest first. The runs of one user are in runs_newest.
CREATE INDEX runs_of_workflow ON runs (created_by, workflow_id, created_at, id);

-- Whoever watches a list asks once a second for what changed in the last seconds. A summary per range of pages is enough
-- for that, costs a run next to nothing, and lets updates within a page stay there.
CREATE INDEX runs_changed ON runs USING brin (updated_at) WITH (autosummarize = on);

-- Tabs of the console that are open, and the workflow that each of them shows. Unlogged: after a crash the tabs tell again.
CREATE UNLOGGED TABLE presence (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  tab_id uuid NOT NULL,
  workflow_id uuid, -- null: none
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, tab_id)
);
CREATE INDEX presence_of_workflow ON presence (workflow_id);
CREATE INDEX presence_expired ON presence (expires_at);

-- Searches in lists, under names that their user gave them.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  page text NOT NULL,
  search text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX saved_views_of_user ON saved_views (user_id, created_at);

-- Whoever has the workflow open learns that somebody saved its draft, as soon as that is committed.
CREATE FUNCTION notify_draft_saved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('draft_saved', NEW.workflow_id || ' ' || NEW.id || ' ' || NEW.created_by);
  RETURN NULL;
END $$;
CREATE TRIGGER workflow_revisions_saved AFTER INSERT OR UPDATE OF definition ON workflow_revisions
  FOR EACH ROW EXECUTE FUNCTION notify_draft_saved();
