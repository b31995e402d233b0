-- Variables of users, organizations and workflows.
CREATE TABLE variables (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'json')),
  value text NOT NULL, -- JSON
  description text NOT NULL DEFAULT '',
  -- The owner is a user or an organization.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  owner_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(organization_id, user_id)) STORED,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE SET NULL,
  CHECK (num_nonnulls(user_id, organization_id) = 1),
  UNIQUE (owner_id, name)
);
CREATE INDEX variables_creator ON variables (created_by);
CREATE INDEX variables_editor ON variables (updated_by);

-- Values that one workflow has instead of those of its owner, or beside them.
CREATE TABLE workflow_variables (
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL, -- JSON
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workflow_id, name)
);

-- The values that the run began with, as a JSON object. Null when its definition refers to no variable, when the run has
-- not begun, and when it has ended.
ALTER TABLE runs ADD COLUMN variables text;
