-- What lists of workflows show, read without their definitions; and webhooks that wait for a call of the draft.

-- The list of steps in a definition, which may be any JSON object. What `json` accepts and `jsonb` does not, such as NUL,
-- must not keep a definition from being stored: then the list is empty.
CREATE FUNCTION definition_nodes(definition json) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN json_typeof(definition -> 'nodes') = 'array' THEN (definition -> 'nodes')::jsonb ELSE '[]' END;
EXCEPTION WHEN data_exception THEN
  RETURN '[]';
END $$;

-- The triggers of a definition, in its order: [{node_id, type}].
CREATE FUNCTION definition_triggers(definition json) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('node_id', node -> 'id', 'type', node -> 'type') ORDER BY place), '[]')
  FROM jsonb_array_elements(definition_nodes(definition)) WITH ORDINALITY AS nodes (node, place)
  WHERE jsonb_typeof(node -> 'id') = 'string' AND node ->> 'type' LIKE 'trigger.%'
$$;

-- Equal for definitions that run alike: positions and `editor`, what only the canvas shows, do not count. The text of
-- jsonb does not depend on the order of keys.
CREATE FUNCTION definition_hash(definition json) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  process jsonb;
BEGIN
  process := definition::jsonb - 'editor';
  IF jsonb_typeof(process -> 'nodes') = 'array' THEN
    process := jsonb_set(process, '{nodes}', (
      SELECT coalesce(jsonb_agg(
        CASE WHEN jsonb_typeof(node) = 'object' THEN node - 'position' ELSE node END ORDER BY place), '[]')
      FROM jsonb_array_elements(process -> 'nodes') WITH ORDINALITY AS nodes (node, place)
    ));
  END IF;
  RETURN sha256(convert_to(process::text, 'UTF8'));
EXCEPTION WHEN data_exception THEN
  RETURN sha256(convert_to(definition::text, 'UTF8'));
END $$;

-- What people find a workflow by: its name and description, and the ids, names, types and tools of its steps.
CREATE FUNCTION workflow_words(name text, description text, definition json) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(concat_ws(E'\n', name, description, (
    SELECT string_agg(concat_ws(' ', node ->> 'id', node ->> 'name', node ->> 'type', node -> 'params' ->> 'tool'), E'\n')
    FROM jsonb_array_elements(definition_nodes(definition)) AS nodes (node)
  )))
$$;

ALTER TABLE workflows
  ADD COLUMN steps integer GENERATED ALWAYS AS (jsonb_array_length(definition_nodes(definition))) STORED,
  ADD COLUMN triggers jsonb GENERATED ALWAYS AS (definition_triggers(definition)) STORED,
  ADD COLUMN definition_hash bytea GENERATED ALWAYS AS (definition_hash(definition)) STORED,
  ADD COLUMN words text GENERATED ALWAYS AS (workflow_words(name, description, definition)) STORED;
ALTER TABLE workflow_versions
  ADD COLUMN triggers jsonb GENERATED ALWAYS AS (definition_triggers(definition)) STORED,
  ADD COLUMN definition_hash bytea GENERATED ALWAYS AS (definition_hash(definition)) STORED,
  -- Of the latest revision when the version was published. Null for older versions.
  ADD COLUMN revision_number bigint;

-- The runs of a workflow that wait for people, and those of its last day by status.
CREATE INDEX runs_waiting ON runs (workflow_id) WHERE status = 'waiting';
DROP INDEX runs_last;
CREATE INDEX runs_last ON runs (workflow_id, settled_at) INCLUDE (status);

-- The URL of a webhook that is not published yet. Publishing makes it that of the trigger.
CREATE TABLE webhook_addresses (
  id uuid PRIMARY KEY,
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  node_id text NOT NULL,
  secret text NOT NULL,
  UNIQUE (workflow_id, node_id)
);

-- People who wait for the next call of a webhook, which then runs the draft. Unlogged: after a crash nobody waits.
CREATE UNLOGGED TABLE webhook_listeners (
  id uuid PRIMARY KEY,
  trigger_id uuid NOT NULL, -- of workflow_triggers or webhook_addresses
  workflow_id uuid NOT NULL REFERENCES workflows ON DELETE CASCADE,
  node_id text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  alive_until timestamptz NOT NULL, -- renewed by the process to which the client is connected
  run_id uuid, -- the run that a call started
  refusal text -- why a call could not start one
);
CREATE INDEX webhook_listeners_trigger ON webhook_listeners (trigger_id);
CREATE INDEX webhook_listeners_workflow ON webhook_listeners (workflow_id);
CREATE INDEX webhook_listeners_user ON webhook_listeners (user_id);
