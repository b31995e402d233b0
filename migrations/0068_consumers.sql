-- Triggers that listen to something outside: a broker, a database. One process at a time has each of them, and reads from
-- there as long as its row in `runners` is valid. Every change of hands raises the lease, and who holds an older one
-- writes nothing.
CREATE TABLE consumers (
  trigger_id uuid PRIMARY KEY REFERENCES workflow_triggers ON DELETE CASCADE,
  -- A hash of what decides where is read from. Another one means another source, whose position is not known yet.
  source bytea NOT NULL,
  -- Whether the workflow is active.
  active boolean NOT NULL,
  lease integer NOT NULL DEFAULT 0,
  -- The process that has it, an id of `runners`.
  held_by uuid,
  -- Since when it listens. Null while it connects.
  listening_since timestamptz,
  -- After a failure, nobody takes it before this time.
  retry_at timestamptz,
  -- How far the source was read, for sources that do not know it themselves.
  position jsonb,
  failures integer NOT NULL DEFAULT 0,
  last_message_at timestamptz,
  last_error text
);
CREATE INDEX consumers_active ON consumers (held_by) WHERE active;
