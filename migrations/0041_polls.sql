-- What triggers that poll have seen so far. The state of a trigger is changed only together with the runs that it starts.
CREATE TABLE poll_states (
  trigger_id uuid PRIMARY KEY REFERENCES workflow_triggers ON DELETE CASCADE,
  -- A hash of what decides which items there are. Another one means another source, which is polled anew.
  source bytea NOT NULL,
  -- Null while the workflow is not active.
  next_poll_at timestamptz,
  -- Grows whenever a process begins to poll, and whenever the trigger changes. Who holds an older one writes nothing.
  lease integer NOT NULL DEFAULT 0,
  leased_until timestamptz,
  -- Whether the items that existed at the beginning are known.
  started boolean NOT NULL DEFAULT false,
  -- JSON. Null before there is one.
  cursor text,
  failures integer NOT NULL DEFAULT 0,
  -- When it last succeeded.
  last_polled_at timestamptz,
  last_error text,
  -- Since when there may be items that started no run yet, because polls fail or because there are too many items.
  behind_since timestamptz
);
CREATE INDEX poll_states_due ON poll_states (next_poll_at) WHERE next_poll_at IS NOT NULL;

CREATE TABLE poll_seen (
  trigger_id uuid NOT NULL REFERENCES poll_states ON DELETE CASCADE,
  key bytea NOT NULL,
  -- Grows with each key, so that the oldest are forgotten first.
  place bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (trigger_id, key)
);
CREATE INDEX poll_seen_order ON poll_seen (trigger_id, place);
