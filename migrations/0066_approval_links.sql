-- Approvals that people decide by a link of their own, without signing in.
ALTER TABLE approvals ADD COLUMN by_link boolean NOT NULL DEFAULT false;
ALTER TABLE notifications ADD COLUMN own_path text; -- the path of a link that is signed for the user when the mail is written

-- Not validated, because all entries fit the narrower rule before.
ALTER TABLE audit_events DROP CONSTRAINT audit_events_via_check,
  ADD CONSTRAINT audit_events_via_check
    CHECK (via IN ('session', 'key', 'command', 'none', 'link', 'slack')) NOT VALID;
