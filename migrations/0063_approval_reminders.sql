-- When people are reminded of an approval, and who may decide it too after a time.
ALTER TABLE approvals
  ADD COLUMN remind_hours double precision, -- null: never
  ADD COLUMN remind_at timestamptz(3), -- the next time; null: none
  ADD COLUMN reminders integer NOT NULL DEFAULT 0, -- how many there were
  ADD COLUMN escalate_at timestamptz(3), -- null: never, or done
  -- Who is asked then; afterwards, who was.
  ADD COLUMN escalate_user_ids uuid[] NOT NULL DEFAULT '{}';
CREATE INDEX approvals_attention ON approvals (least(remind_at, escalate_at), id)
  WHERE status = 'pending' AND (remind_at IS NOT NULL OR escalate_at IS NOT NULL);
