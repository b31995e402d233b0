-- What happens to a panel starts workflows, and what workflows do to a panel happens once.

ALTER TABLE booster_events
  ADD COLUMN trigger_depth integer NOT NULL DEFAULT 0, -- of the runs that it starts
  ADD COLUMN starts_runs boolean NOT NULL DEFAULT false; -- until they are queued
-- Of those that nobody came to.
CREATE INDEX booster_events_starting ON booster_events (created_at) WHERE starts_runs;

-- Steps of runs that have changed a panel, written with the change itself: executed again, they change nothing more.
-- Without a foreign key, whose check would hold the run after accounts are held: whoever deletes a run, with its
-- files, holds them the other way round.
CREATE TABLE booster_effects (
  run_id uuid NOT NULL,
  step text NOT NULL, -- the step's idempotency key
  subject uuid NOT NULL, -- the file's id or the record's key
  PRIMARY KEY (run_id, step)
);

CREATE FUNCTION forget_booster_effects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM booster_effects USING gone WHERE run_id = gone.id;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_deleted_booster_effects AFTER DELETE ON runs
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_booster_effects();
