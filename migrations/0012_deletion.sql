-- What has much below it is marked as deleted first: it is gone for everybody at once, and its rows go in the background,
-- a few at a time.
ALTER TABLE workflows ADD COLUMN deleted_at timestamptz(3);
CREATE INDEX workflows_deleted ON workflows (id) WHERE deleted_at IS NOT NULL;
ALTER TABLE panels ADD COLUMN deleted_at timestamptz(3);
CREATE INDEX panels_deleted ON panels (id) WHERE deleted_at IS NOT NULL;
