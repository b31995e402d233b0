-- Workflows: the draft, its history, what was published, and the triggers of what was published.
-- Definitions are `json`, not `jsonb`: they are given back as they came, in the order of their keys.

CREATE TABLE workflows (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  organization_id uuid REFERENCES organizations,
  group_id uuid REFERENCES groups, -- the owning group, if any
  definition json NOT NULL,
  sharing jsonb NOT NULL DEFAULT '[]', -- [{user_email, write, scopes}], e-mails in lower case
  group_sharing jsonb NOT NULL DEFAULT '[]', -- [{group_id, write, scopes}]
  last_run jsonb,
  published_version integer,
  published_at timestamptz(3),
  active boolean NOT NULL DEFAULT false,
  run_as uuid REFERENCES users,
  signing_secret text, -- made when a step first signs
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES users
);
CREATE INDEX workflows_newest ON workflows (created_at, id);
CREATE INDEX workflows_creator ON workflows (created_by, created_at, id);
CREATE INDEX workflows_group ON workflows (group_id);
CREATE INDEX workflows_organization ON workflows (organization_id);
CREATE INDEX workflows_run_as ON workflows (run_as);
CREATE INDEX workflows_updater ON workflows (updated_by);
CREATE INDEX workflows_sharing ON workflows USING gin (sharing jsonb_path_ops);
CREATE INDEX workflows_group_sharing ON workflows USING gin (group_sharing jsonb_path_ops);

CREATE TABLE workflow_revisions (
  id uuid PRIMARY KEY,
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY, -- orders revisions made in the same millisecond
  origin text NOT NULL CHECK (origin IN ('created', 'editor', 'builder', 'restore')),
  changes jsonb NOT NULL,
  restored_from uuid,
  definition json NOT NULL,
  nodes integer NOT NULL,
  edges integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX workflow_revisions_latest ON workflow_revisions (workflow_id, number);
CREATE INDEX workflow_revisions_creator ON workflow_revisions (created_by);

CREATE TABLE workflow_versions (
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  version integer NOT NULL,
  definition json NOT NULL,
  note text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users,
  PRIMARY KEY (workflow_id, version)
);
CREATE INDEX workflow_versions_creator ON workflow_versions (created_by);

-- The automatic triggers of the published version. A trigger keeps its id, and a webhook its secret, from version to
-- version for as long as its node stays.
CREATE TABLE workflow_triggers (
  id uuid PRIMARY KEY,
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  node_id text NOT NULL,
  type text NOT NULL,
  params json NOT NULL,
  secret text, -- of a webhook; its URL is shown to those who may publish
  panel_id uuid, -- of booster triggers; panels may go away meanwhile
  next_run_at timestamptz(3), -- of an active schedule
  last_fired_at timestamptz(3),
  UNIQUE (workflow_id, node_id)
);
CREATE INDEX workflow_triggers_due ON workflow_triggers (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX workflow_triggers_panel ON workflow_triggers (panel_id) WHERE panel_id IS NOT NULL;
