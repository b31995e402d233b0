-- The processes of an installation, for the page that shows them. Leases depend on `runners` alone.
CREATE TABLE processes (
  id uuid PRIMARY KEY, -- the same as in `runners`, where the process appears once it has claimed something
  kind text NOT NULL CHECK (kind IN ('serve', 'worker')),
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  works boolean NOT NULL, -- whether it does background work
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Error texts may quote what users keep here. The page of jobs shows this one word instead.
ALTER TABLE jobs ADD COLUMN error_kind text;

-- What a builder changed or proposed, until the user keeps or dismisses it. The console shows this instead of what the
-- builder says, and undoes exactly this.
CREATE TABLE builder_changes (
  id uuid PRIMARY KEY,
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('edit', 'proposal')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'undone', 'applied', 'dismissed')),
  revision_id uuid, -- of an edit. It may have been deleted since.
  before json NOT NULL, -- {name, description, definition}
  after json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX builder_changes_of_workflow ON builder_changes (workflow_id, user_id, created_at);
CREATE INDEX builder_changes_of_user ON builder_changes (user_id);
