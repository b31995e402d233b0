-- MCP servers of users and organizations.

CREATE TABLE mcp_servers (
  id uuid PRIMARY KEY,
  created_by uuid NOT NULL REFERENCES users,
  group_id uuid REFERENCES groups,
  organization_id uuid REFERENCES organizations,
  sharing jsonb NOT NULL DEFAULT '[]', -- [{user_email, write}], e-mails in lower case
  group_sharing jsonb NOT NULL DEFAULT '[]', -- [{group_id, write}]
  name text NOT NULL, -- what the names of its tools begin with
  title text NOT NULL,
  url text NOT NULL,
  credential_id uuid, -- it may have been deleted since: then calls fail and say so
  credential_own boolean NOT NULL DEFAULT false, -- everybody connects an account of their own
  enabled boolean NOT NULL DEFAULT true,
  disabled_tools text[] NOT NULL DEFAULT '{}', -- by the names that the server gives them
  version integer NOT NULL DEFAULT 1, -- grows with every change
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (group_id IS NULL OR organization_id IS NULL),
  CHECK (credential_id IS NULL OR NOT credential_own)
);
CREATE UNIQUE INDEX mcp_servers_name_of_owner ON mcp_servers (coalesce(group_id, organization_id, created_by), name);
CREATE INDEX mcp_servers_creator ON mcp_servers (created_by);
CREATE INDEX mcp_servers_group ON mcp_servers (group_id);
CREATE INDEX mcp_servers_organization ON mcp_servers (organization_id);
CREATE INDEX mcp_servers_credential ON mcp_servers (credential_id) WHERE credential_id IS NOT NULL;
CREATE INDEX mcp_servers_sharing ON mcp_servers USING gin (sharing jsonb_path_ops);
CREATE INDEX mcp_servers_group_sharing ON mcp_servers USING gin (group_sharing jsonb_path_ops);

-- The tools of each server, as it last listed them. A server may list other tools for other accounts, so each user who
-- connected an account of their own has a list of their own.
CREATE TABLE mcp_server_lists (
  server_id uuid NOT NULL REFERENCES mcp_servers ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE CASCADE, -- null: for everybody
  state text NOT NULL CHECK (state IN ('ready', 'unreachable', 'connect')),
  error text NOT NULL DEFAULT '', -- why it is not ready
  tools json NOT NULL DEFAULT '[]', -- as json, because jsonb would change the order of properties
  tool_count integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0, -- tools that are too many or too large
  modern boolean NOT NULL DEFAULT false, -- whether the server speaks the protocol's revision of 2026
  revision uuid NOT NULL, -- another one for each other list
  stale boolean NOT NULL DEFAULT false, -- the server said that its tools have changed
  checked_at timestamptz(3) NOT NULL,
  UNIQUE NULLS NOT DISTINCT (server_id, user_id)
);
CREATE INDEX mcp_server_lists_user ON mcp_server_lists (user_id);

-- The names of tools begin with those of connectors and MCP servers, so an owner has only one of each name, of either
-- kind.
CREATE TABLE tool_prefixes (
  owner_id uuid NOT NULL,
  name text NOT NULL,
  source_id uuid NOT NULL UNIQUE,
  PRIMARY KEY (owner_id, name)
);
CREATE FUNCTION keep_tool_prefix() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM tool_prefixes WHERE source_id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO tool_prefixes (owner_id, name, source_id)
    VALUES (coalesce(NEW.group_id, NEW.organization_id, NEW.created_by), NEW.name, NEW.id)
    ON CONFLICT (source_id) DO UPDATE SET owner_id = EXCLUDED.owner_id, name = EXCLUDED.name;
  RETURN NULL;
END $$;
CREATE TRIGGER connectors_prefix AFTER INSERT OR UPDATE OF name, group_id, organization_id OR DELETE ON connectors
  FOR EACH ROW EXECUTE FUNCTION keep_tool_prefix();
CREATE TRIGGER mcp_servers_prefix AFTER INSERT OR UPDATE OF name, group_id, organization_id OR DELETE ON mcp_servers
  FOR EACH ROW EXECUTE FUNCTION keep_tool_prefix();
