-- Credentials: secrets that requests are sent with.

CREATE TABLE credentials (
  id uuid PRIMARY KEY,
  created_by uuid NOT NULL REFERENCES users,
  group_id uuid REFERENCES groups,
  organization_id uuid REFERENCES organizations,
  sharing jsonb NOT NULL DEFAULT '[]', -- [{user_email, write}], e-mails in lower case
  group_sharing jsonb NOT NULL DEFAULT '[]', -- [{group_id, write}]
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  kind text NOT NULL,
  hosts text[] NOT NULL,
  fields jsonb NOT NULL, -- those that are no secret
  secrets jsonb NOT NULL, -- what may be told of the others: {name: {hint, source}}
  sealed bytea NOT NULL, -- the secret fields as JSON, for the context credentials/<id>/<version>
  version integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'connect', 'reconnect')),
  tokens_sealed bytea, -- what an authorization server gave
  tokens_expire_at timestamptz(3),
  connected jsonb, -- what may be told of the connection: {account, scopes}
  connected_for uuid, -- the connector or MCP server for which the creator connected their account
  rotate_at timestamptz(3),
  reminded_for timestamptz(3), -- the rotate_at of which the owner was reminded
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE SET NULL,
  CHECK (group_id IS NULL OR organization_id IS NULL)
);
-- Templates name credentials, so an owner has only one of each name.
CREATE UNIQUE INDEX credentials_name_of_user ON credentials (created_by, lower(name))
  WHERE group_id IS NULL AND organization_id IS NULL;
CREATE UNIQUE INDEX credentials_name_of_group ON credentials (group_id, lower(name)) WHERE group_id IS NOT NULL;
CREATE UNIQUE INDEX credentials_name_of_organization ON credentials (organization_id, lower(name))
  WHERE organization_id IS NOT NULL;
CREATE INDEX credentials_name ON credentials (lower(name));
CREATE UNIQUE INDEX credentials_connected ON credentials (connected_for, created_by) WHERE connected_for IS NOT NULL;
CREATE INDEX credentials_creator ON credentials (created_by);
CREATE INDEX credentials_sharing ON credentials USING gin (sharing jsonb_path_ops);
CREATE INDEX credentials_group_sharing ON credentials USING gin (group_sharing jsonb_path_ops);
CREATE INDEX credentials_rotation ON credentials (rotate_at) WHERE rotate_at IS NOT NULL;

-- How often each step sent a credential to a host, by the hour.
CREATE TABLE credential_uses (
  credential_id uuid NOT NULL REFERENCES credentials ON DELETE CASCADE,
  hour timestamptz(3) NOT NULL,
  workflow_id uuid, -- null in a chat and for tests
  node_id text,
  host text NOT NULL,
  count integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0, -- how often it was not sent, because the host or the user was not allowed
  user_id uuid NOT NULL, -- on whose behalf, the last time
  run_id uuid, -- the last run
  UNIQUE NULLS NOT DISTINCT (credential_id, hour, workflow_id, node_id, host)
);
CREATE INDEX credential_uses_hour ON credential_uses (hour);
