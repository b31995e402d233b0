-- The orders in which people look through a directory. With them, any position of a directory with 100,000 files is
-- found by counting entries of an index, which takes a few milliseconds, instead of sorting all its files.
CREATE INDEX booster_files_by_name ON booster_files (panel_id, directory, name, id);
CREATE INDEX booster_files_by_size ON booster_files (panel_id, directory, size, id);
CREATE INDEX booster_files_by_change ON booster_files (panel_id, directory, updated_at, id);
CREATE INDEX booster_files_by_type ON booster_files (panel_id, directory, content_type COLLATE "C", id);
