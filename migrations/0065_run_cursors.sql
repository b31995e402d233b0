-- How far the loops of runs have come that read their items from a source. A row moves on when all items of a window are
-- over: after a crash, only that window is gone through again, in which the items that are over are known by their steps.
CREATE TABLE run_cursors (
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  node_id text NOT NULL, -- the loop
  position text NOT NULL, -- where the next item is, as JSON
  succeeded bigint NOT NULL,
  failed bigint NOT NULL,
  kept integer NOT NULL, -- items that have kept the details of their steps
  credits numeric NOT NULL, -- what the items have cost that have not kept them
  failures text NOT NULL, -- the first failures, as JSON
  items text, -- the items that are worked on, as JSON, of a source that may have changed when it is read again
  PRIMARY KEY (run_id, node_id)
);

-- Loops read the records of a collection in the order of their keys.
CREATE INDEX booster_records_keys ON booster_records (panel_id, collection, key);
