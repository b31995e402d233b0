-- The first runs that an event woke, so that the same request again gets the same answer.
ALTER TABLE sent_events ADD COLUMN woken_runs uuid[] NOT NULL DEFAULT '{}';
