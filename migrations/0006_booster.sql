-- The database and the file storage of booster panels, and the events of both.

-- Signs the links of a panel's files.
ALTER TABLE panels ADD COLUMN link_secret text NOT NULL
  DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

CREATE TABLE booster_records (
  panel_id uuid NOT NULL REFERENCES panels ON DELETE CASCADE,
  key uuid NOT NULL,
  collection text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (panel_id, key)
);
CREATE INDEX booster_records_newest ON booster_records (panel_id, collection, created_at, key);
CREATE INDEX booster_records_changed ON booster_records (panel_id, collection, updated_at, key);
-- For filters that ask for a value anywhere in the data.
CREATE INDEX booster_records_data ON booster_records USING gin (data jsonb_path_ops);

CREATE TABLE booster_files (
  id uuid PRIMARY KEY,
  panel_id uuid NOT NULL REFERENCES panels,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL GENERATED ALWAYS AS (split_part(path, '/', 1)) STORED,
  directory text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(path, '/[^/]*$', '')) STORED,
  name text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(path, '^.*/', '')) STORED,
  size bigint NOT NULL CHECK (size >= 0),
  content_type text NOT NULL,
  sha256 text NOT NULL,
  metadata jsonb NOT NULL,
  record_collection text,
  record_key uuid,
  owner uuid REFERENCES users ON DELETE SET NULL, -- the panel's user who uploaded it; null: through the API
  blob_key text NOT NULL UNIQUE,
  kept_since timestamptz(3) NOT NULL DEFAULT now(), -- when its content came to this folder: from then on `keep_days` count
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (panel_id, path),
  FOREIGN KEY (panel_id, record_key) REFERENCES booster_records (panel_id, key),
  CHECK ((record_key IS NULL) = (record_collection IS NULL))
);
CREATE INDEX booster_files_in_folder ON booster_files (panel_id, folder, created_at, id);
CREATE INDEX booster_files_in_directory ON booster_files (panel_id, directory, created_at, id);
CREATE INDEX booster_files_kept ON booster_files (panel_id, folder, kept_since);
CREATE INDEX booster_files_record ON booster_files (panel_id, record_key) WHERE record_key IS NOT NULL;
CREATE INDEX booster_files_metadata ON booster_files USING gin (metadata jsonb_path_ops);

-- What every directory holds, so that limits, counts, usage and the names of sub-folders cost the same however many
-- files there are. A directory has a row only while it holds a file.
CREATE TABLE booster_directories (
  panel_id uuid NOT NULL REFERENCES panels ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL, -- '' is the whole storage of the panel
  parent text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN path = '' THEN NULL WHEN strpos(path, '/') = 0 THEN '' ELSE regexp_replace(path, '/[^/]*$', '') END
  ) STORED,
  name text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(path, '^.*/', '')) STORED,
  files bigint NOT NULL, -- directly in it
  files_below bigint NOT NULL, -- in it and in all below it
  bytes_below bigint NOT NULL,
  PRIMARY KEY (panel_id, path)
) WITH (fillfactor = 70);
-- Not by the path: with the parent's own it could be longer than an index takes.
CREATE INDEX booster_directories_children ON booster_directories (panel_id, parent, name);

-- 'a/b' gives '', 'a' and 'a/b'.
CREATE FUNCTION booster_directories_above(directory text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_string((string_to_array(directory, '/'))[:level], '/')
  FROM generate_series(0, cardinality(string_to_array(directory, '/'))) AS level
$$;

CREATE FUNCTION count_in_booster_directories(panels uuid[], directories text[], counts bigint[], sizes bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booster_directories AS known (panel_id, path, files, files_below, bytes_below)
    SELECT panel_id, above, sum(CASE WHEN above = directory THEN count ELSE 0 END), sum(count), sum(size)
    FROM unnest(panels, directories, counts, sizes) AS changed (panel_id, directory, count, size),
      booster_directories_above(directory) AS above
    GROUP BY panel_id, above
    ORDER BY panel_id, above
  ON CONFLICT (panel_id, path) DO UPDATE SET
    files = known.files + excluded.files,
    files_below = known.files_below + excluded.files_below,
    bytes_below = known.bytes_below + excluded.bytes_below;
  IF 0 > ANY (counts) THEN
    DELETE FROM booster_directories USING (
      SELECT DISTINCT panel_id, above
      FROM unnest(panels, directories) AS changed (panel_id, directory), booster_directories_above(directory) AS above
    ) AS changed
    WHERE booster_directories.panel_id = changed.panel_id AND path = above AND files_below = 0;
  END IF;
END $$;

-- Of files that are gone, or that have other contents now. The panel's row is there: who deletes a panel deletes its
-- files first.
CREATE FUNCTION bury_booster_contents(panels uuid[], blob_keys text[], sizes bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_tombstones (blob_key) SELECT unnest(blob_keys) ON CONFLICT DO NOTHING;
  UPDATE users SET storage_used = storage_used - freed.bytes
    FROM (
      SELECT created_by AS id, sum(size) AS bytes
      FROM unnest(panels, sizes) AS buried (panel_id, size) JOIN panels ON panels.id = panel_id
      WHERE organization_id IS NULL GROUP BY created_by
    ) AS freed
    WHERE users.id = freed.id;
  UPDATE organizations SET storage_used = storage_used - freed.bytes
    FROM (
      SELECT organization_id AS id, sum(size) AS bytes
      FROM unnest(panels, sizes) AS buried (panel_id, size) JOIN panels ON panels.id = panel_id
      WHERE organization_id IS NOT NULL GROUP BY organization_id
    ) AS freed
    WHERE organizations.id = freed.id;
END $$;

-- Whatever way a row comes, changes or goes: here, and nowhere else, directories are counted, the bytes of what is
-- gone or replaced are given back to the panel's owner or organization, and its blob is buried. What is stored is
-- taken from their quota by the reservation that was made for it. Every change of a panel's files holds the row of the
-- panel, so these never wait for each other in a circle.
CREATE FUNCTION booster_files_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_in_booster_directories(array_agg(panel_id), array_agg(directory), array_agg(files), array_agg(bytes))
  FROM (SELECT panel_id, directory, count(*) AS files, sum(size)::bigint AS bytes FROM come GROUP BY panel_id, directory)
    AS changed
  HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION booster_files_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_in_booster_directories(array_agg(panel_id), array_agg(directory), array_agg(files), array_agg(bytes))
  FROM (SELECT panel_id, directory, -count(*) AS files, -sum(size)::bigint AS bytes FROM gone GROUP BY panel_id, directory)
    AS changed
  HAVING count(*) > 0;
  PERFORM bury_booster_contents(array_agg(panel_id), array_agg(blob_key), array_agg(size)) FROM gone HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION booster_files_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_in_booster_directories(array_agg(panel_id), array_agg(directory), array_agg(files), array_agg(bytes))
  FROM (
    SELECT panel_id, directory, sum(files)::bigint AS files, sum(bytes)::bigint AS bytes
    FROM (
      SELECT panel_id, directory, -1 AS files, -size AS bytes FROM gone
      UNION ALL
      SELECT panel_id, directory, 1, size FROM come
    ) AS both_sides
    GROUP BY panel_id, directory
    HAVING sum(files) <> 0 OR sum(bytes) <> 0
  ) AS changed
  HAVING count(*) > 0;
  -- Not a join: its plan is made for one file, and kept, and with a hundred thousand it would take hours.
  PERFORM bury_booster_contents(array_agg(panel_id), array_agg(blob_key), array_agg(size))
  FROM (SELECT panel_id, blob_key, size FROM gone EXCEPT SELECT panel_id, blob_key, size FROM come) AS replaced
  HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER booster_files_came AFTER INSERT ON booster_files
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION booster_files_came();
CREATE TRIGGER booster_files_went AFTER DELETE ON booster_files
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION booster_files_went();
CREATE TRIGGER booster_files_changed AFTER UPDATE ON booster_files
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION booster_files_changed();

-- Direct uploads that were announced and not completed. What they will take is reserved.
CREATE TABLE booster_uploads (
  id uuid PRIMARY KEY,
  panel_id uuid NOT NULL REFERENCES panels ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL GENERATED ALWAYS AS (split_part(path, '/', 1)) STORED,
  size bigint NOT NULL CHECK (size >= 0),
  content_type text NOT NULL,
  metadata jsonb NOT NULL,
  record jsonb, -- {collection, key}: it is looked for when the upload is completed
  overwrite boolean NOT NULL,
  rename boolean NOT NULL,
  blob_key text NOT NULL UNIQUE, -- where the client's bytes are until then
  secret text NOT NULL, -- of the form, where Heddle itself takes the bytes
  reservation jsonb NOT NULL, -- of its bytes, at the panel's owner or organization
  reserved_files bigint NOT NULL, -- in the panel and the folder: less for what takes the place of another file
  reserved_bytes bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX booster_uploads_panel ON booster_uploads (panel_id);
CREATE INDEX booster_uploads_expiry ON booster_uploads (expires_at);

CREATE FUNCTION bury_booster_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_tombstones (blob_key) SELECT blob_key FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER booster_uploads_deleted AFTER DELETE ON booster_uploads
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION bury_booster_uploads();

-- What happened to files and records, written with the change itself and kept until everybody has heard of it. The
-- events of one file or record (its `subject`) have rising ids: each is written while its row is held.
CREATE TABLE booster_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  panel_id uuid NOT NULL REFERENCES panels ON DELETE CASCADE,
  subject uuid NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX booster_events_panel ON booster_events (panel_id);
CREATE INDEX booster_events_oldest ON booster_events (created_at);

-- One event on its way to one webhook, and afterwards the log of it.
CREATE TABLE booster_deliveries (
  id uuid PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES booster_events ON DELETE CASCADE,
  panel_id uuid NOT NULL REFERENCES panels ON DELETE CASCADE,
  subject uuid NOT NULL,
  webhook text NOT NULL, -- names one webhook of the panel's settings, by its URL
  url text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamptz(3), -- by the process that is sending it, or until its next try is due
  last_status integer,
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (event_id, webhook)
);
CREATE INDEX booster_deliveries_lane ON booster_deliveries (webhook, subject, event_id) WHERE state = 'waiting';
CREATE INDEX booster_deliveries_newest ON booster_deliveries (panel_id, created_at, id);
