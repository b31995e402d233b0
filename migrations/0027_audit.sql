-- Who changed what. Each entry is written in the transaction of its change.

-- Entries outlive whom and what they are about: they refer to nothing, and keep the names as they were.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  actor_name text NOT NULL,
  actor_email text NOT NULL,
  via text NOT NULL CHECK (via IN ('session', 'key', 'command', 'none')),
  key_id uuid, -- only of what a key did
  key_name text,
  address text, -- null on the command line
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  subject_name text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_newest ON audit_events (at, id);
CREATE INDEX audit_events_actor ON audit_events (actor_id, at, id);
CREATE INDEX audit_events_action ON audit_events (action, at, id);
CREATE INDEX audit_events_subject ON audit_events (subject_id, at, id);

-- Not even a mistake of ours rewrites an entry. Old ones are deleted when their time is over.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed';
END $$;
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
