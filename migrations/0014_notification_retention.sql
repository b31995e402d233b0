-- Old notifications are deleted in the background, those that were read sooner.
CREATE INDEX notifications_oldest ON notifications (created_at);
CREATE INDEX notifications_oldest_read ON notifications (created_at) WHERE read;
