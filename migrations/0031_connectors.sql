-- Connectors: the operations of other services, read from their own descriptions.

CREATE TABLE connectors (
  id uuid PRIMARY KEY,
  created_by uuid NOT NULL REFERENCES users,
  group_id uuid REFERENCES groups,
  organization_id uuid REFERENCES organizations,
  sharing jsonb NOT NULL DEFAULT '[]', -- [{user_email, write}], e-mails in lower case
  group_sharing jsonb NOT NULL DEFAULT '[]', -- [{group_id, write}]
  name text NOT NULL, -- what the names of its tools begin with
  title text NOT NULL,
  base_url text NOT NULL,
  credential_id uuid, -- it may have been deleted since: then calls fail and say so
  credential_own boolean NOT NULL DEFAULT false, -- everybody connects an account of their own
  pagination jsonb, -- the rule for operations that have its param
  rate_calls integer, -- at most so many calls ...
  rate_seconds double precision, -- ... in any such time
  gallery text, -- the entry that it was made from
  version integer NOT NULL DEFAULT 1, -- grows with every change of the connector or its operations
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (group_id IS NULL OR organization_id IS NULL),
  CHECK ((rate_calls IS NULL) = (rate_seconds IS NULL))
);
-- Names of tools begin with them, so an owner has only one of each name.
CREATE UNIQUE INDEX connectors_name_of_owner ON connectors (coalesce(group_id, organization_id, created_by), name);
CREATE INDEX connectors_creator ON connectors (created_by);
CREATE INDEX connectors_group ON connectors (group_id);
CREATE INDEX connectors_organization ON connectors (organization_id);
CREATE INDEX connectors_credential ON connectors (credential_id) WHERE credential_id IS NOT NULL;
CREATE INDEX connectors_sharing ON connectors USING gin (sharing jsonb_path_ops);
CREATE INDEX connectors_group_sharing ON connectors USING gin (group_sharing jsonb_path_ops);

-- The document that a connector has, and the one that would replace it when a refresh is applied.
CREATE TABLE connector_documents (
  id uuid PRIMARY KEY,
  connector_id uuid NOT NULL REFERENCES connectors ON DELETE CASCADE,
  current boolean NOT NULL,
  based_on integer NOT NULL, -- the version of the connector that a refresh was compared with
  blob_key text NOT NULL UNIQUE,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  url text, -- where it was read
  format text NOT NULL,
  api_title text NOT NULL,
  api_version text NOT NULL,
  description text NOT NULL,
  security jsonb NOT NULL,
  skipped jsonb NOT NULL, -- [{method, path, reason}]
  skipped_count integer NOT NULL,
  operations integer NOT NULL,
  created_by uuid NOT NULL, -- they may have gone since
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX connector_documents_of_connector ON connector_documents (connector_id, current);
CREATE INDEX connector_documents_proposed ON connector_documents (created_at) WHERE NOT current;

CREATE FUNCTION bury_connector_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_tombstones (blob_key) SELECT blob_key FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER connector_documents_deleted AFTER DELETE ON connector_documents
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_connector_documents();

CREATE TABLE connector_operations (
  document_id uuid NOT NULL REFERENCES connector_documents ON DELETE CASCADE,
  name text NOT NULL,
  connector_id uuid NOT NULL,
  tool text NOT NULL, -- the name of its tool
  position integer NOT NULL, -- in the document
  method text NOT NULL,
  path text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  tags text[] NOT NULL,
  deprecated boolean NOT NULL,
  input_schema text NOT NULL, -- JSON that is only passed on
  plan jsonb NOT NULL,
  paging jsonb,
  enabled boolean NOT NULL, -- never in a refresh that is not applied
  PRIMARY KEY (document_id, name)
);
CREATE INDEX connector_operations_tool ON connector_operations (tool) WHERE enabled;
CREATE INDEX connector_operations_order ON connector_operations (document_id, position);

-- The times that calls were given, at most as many as `rate_calls` says. All processes take them from here, by the
-- clock of the database.
CREATE TABLE connector_rates (
  connector_id uuid PRIMARY KEY REFERENCES connectors ON DELETE CASCADE,
  slots timestamptz[] NOT NULL DEFAULT '{}',
  paused_until timestamptz NOT NULL DEFAULT '-infinity' -- the other service asked for a pause
);
