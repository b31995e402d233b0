-- Nobody is told of the same event twice. What was told before this is of an event of its own.
ALTER TABLE notifications ADD COLUMN event text NOT NULL DEFAULT gen_random_uuid()::text;
CREATE UNIQUE INDEX notifications_event ON notifications (user_id, event);

-- The mail that goes with it. A process that sends it has claimed it until then; another may try after that.
ALTER TABLE notifications
  ADD COLUMN mailed_at timestamptz(3),
  ADD COLUMN mail_claimed_until timestamptz(3);
