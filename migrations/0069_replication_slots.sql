-- The replication slots that triggers made in databases of users, from the moment before they are made until they are
-- dropped there: a slot that nobody reads keeps the log of its server until the disk is full. The names of a slot and of
-- its publication come from the id.
CREATE TABLE replication_slots (
  id uuid PRIMARY KEY,
  -- The trigger that reads it. Without one, it is to be dropped.
  trigger_id uuid UNIQUE REFERENCES workflow_triggers ON DELETE SET NULL,
  -- On whose behalf it was made, and is dropped.
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  workflow_id uuid REFERENCES workflows ON DELETE SET NULL,
  workflow_name text NOT NULL,
  node_id text NOT NULL,
  -- Where it is: {host, port, database, tls, credential}.
  target jsonb NOT NULL,
  -- Whether it is known to exist.
  made boolean NOT NULL DEFAULT false,
  -- When it was found to be lost. Then nothing is read until the workflow is published or activated again.
  lost_at timestamptz,
  -- The bytes of log that its server keeps for it.
  lag_bytes bigint,
  -- Whether the owner knows that these are too many.
  lag_told boolean NOT NULL DEFAULT false,
  -- When it is tried next to drop it.
  retry_at timestamptz NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 0,
  retired_at timestamptz
);
CREATE INDEX replication_slots_retired ON replication_slots (retry_at) WHERE trigger_id IS NULL;
CREATE INDEX replication_slots_user ON replication_slots (user_id);
CREATE INDEX replication_slots_workflow ON replication_slots (workflow_id);
