-- Users' files, and the files of runs.

CREATE TABLE files (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  organization_id uuid REFERENCES organizations, -- whose storage it takes, if not the user's
  run_id uuid, -- that it belongs to and is deleted with; null: the user's own
  filename text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  sha256 text NOT NULL,
  secret text NOT NULL, -- of its link, which is shown whenever the file is
  blob_key text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX files_user ON files (user_id);
CREATE INDEX files_own_newest ON files (user_id, created_at, id) WHERE run_id IS NULL;
CREATE INDEX files_organization ON files (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX files_run ON files (run_id) WHERE run_id IS NOT NULL;

-- Blobs that nothing refers to any more. They are deleted in the background, after those who read them have ended.
CREATE TABLE blob_tombstones (
  blob_key text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX blob_tombstones_oldest ON blob_tombstones (created_at);

-- Whatever way a row goes (deleted, with its run, with its user) or its content is replaced, its bytes are given back
-- here and nowhere else. What is stored is counted by the reservation that was made for it.
CREATE FUNCTION bury_file_contents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  buried files[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(gone) INTO buried FROM gone;
  ELSE
    SELECT array_agg(gone) INTO buried FROM gone JOIN come USING (id) WHERE gone.blob_key <> come.blob_key;
  END IF;
  IF buried IS NULL THEN RETURN NULL; END IF;

  INSERT INTO blob_tombstones (blob_key) SELECT blob_key FROM unnest(buried) ON CONFLICT DO NOTHING;
  -- Locked in the order of their ids, users first: two deletions of several accounts' files could deadlock otherwise.
  PERFORM FROM users WHERE id IN (SELECT user_id FROM unnest(buried) WHERE organization_id IS NULL)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE users SET storage_used = storage_used - freed.bytes
    FROM (SELECT user_id AS id, sum(size) AS bytes FROM unnest(buried) WHERE organization_id IS NULL GROUP BY user_id) freed
    WHERE users.id = freed.id;
  PERFORM FROM organizations WHERE id IN (SELECT organization_id FROM unnest(buried))
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE organizations SET storage_used = storage_used - freed.bytes
    FROM (SELECT organization_id AS id, sum(size) AS bytes FROM unnest(buried) GROUP BY organization_id) freed
    WHERE organizations.id = freed.id;
  RETURN NULL;
END $$;

CREATE TRIGGER files_deleted AFTER DELETE ON files
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_file_contents();
CREATE TRIGGER files_replaced AFTER UPDATE ON files
  REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION bury_file_contents();
