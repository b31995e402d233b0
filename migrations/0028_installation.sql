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
