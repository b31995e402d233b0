-- Who uploaded a file of a panel, and who created and last changed a record. As in the audit log, the ids refer to nothing:
-- they outlive their users, and no write of a record has to look at the row of its user. Null is what was there before.
ALTER TABLE booster_files ADD COLUMN uploaded_by uuid;
ALTER TABLE booster_records ADD COLUMN created_by uuid, ADD COLUMN updated_by uuid;

-- For the export of what a person did. What was there before is in none of them, so they are made in one pass without sorting.
CREATE INDEX booster_files_uploader ON booster_files (uploaded_by, created_at, id) WHERE uploaded_by IS NOT NULL;
CREATE INDEX booster_records_creator ON booster_records (created_by, created_at, key) WHERE created_by IS NOT NULL;
CREATE INDEX booster_records_editor ON booster_records (updated_by) WHERE updated_by IS DISTINCT FROM created_by;
