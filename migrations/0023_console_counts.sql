-- The console counts what is unread every second, of everybody who has it open.
CREATE INDEX notifications_unread ON notifications (user_id, created_at) WHERE NOT read;

-- The console finds files by the beginning of their names. Names may be longer than an index takes.
CREATE INDEX booster_files_name ON booster_files (panel_id, left(lower(name COLLATE "default"), 100) text_pattern_ops);
