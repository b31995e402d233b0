-- The queue is shared: between users, between the workflows of each, and what one cause may start is limited.

-- Claims walk from user to user, and from workflow to workflow of each.
CREATE INDEX runs_turn ON runs (created_by, workflow_id, created_at) WHERE status = 'queued';

-- Runs that booster triggers start one from the other go back to one cause, and share its id. Null: the run itself.
ALTER TABLE runs ADD COLUMN root_id uuid;

ALTER TABLE booster_events
  ADD COLUMN root_id uuid, -- of the runs that it starts; null in events that are older than this column
  ADD COLUMN by_run boolean NOT NULL DEFAULT false; -- whether a step of a run made the change
-- Panels take turns.
CREATE INDEX booster_events_turn ON booster_events (panel_id, id) WHERE starts_runs;

-- How many runs were started by changes that runs of one cause made.
CREATE TABLE run_roots (
  id uuid PRIMARY KEY,
  runs integer NOT NULL DEFAULT 0,
  exhausted boolean NOT NULL DEFAULT false, -- it has reached its limit, and the owner of the panel was told
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX run_roots_oldest ON run_roots (updated_at);

-- Runs that an event is to start as soon as the queue of their user has room.
CREATE TABLE booster_starts (
  event_id bigint NOT NULL REFERENCES booster_events ON DELETE CASCADE,
  trigger_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (event_id, trigger_id)
);
CREATE INDEX booster_starts_user ON booster_starts (user_id, event_id);
