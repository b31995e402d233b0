-- Columns that no code reads or writes.

-- Files can only be uploaded through the API, so no file ever had an owner among the panel's users.
ALTER TABLE booster_files DROP COLUMN owner;
-- Only the time at which an announced upload expires is used.
ALTER TABLE booster_uploads DROP COLUMN created_at;
