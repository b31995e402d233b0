-- Finds the runs that a file or a record has started.
CREATE INDEX booster_events_subject ON booster_events (panel_id, subject, id);
