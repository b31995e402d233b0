-- The settings of the published version, such as limits on concurrency. Null when it has none, so that runs of most
-- workflows do not have to look. What clients stored as settings before settings existed has no effect until the workflow
-- is published again.
ALTER TABLE workflows ADD COLUMN settings jsonb;
