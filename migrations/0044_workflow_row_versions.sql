-- A version of the row of a workflow, which grows with every change of the row. A run of a draft is written only if the
-- row is still the one that was read. (The system column xmin said the same, but only PostgreSQL itself has that one.)
ALTER TABLE workflows ADD COLUMN row_version bigint NOT NULL DEFAULT 1;

-- A trigger, so that no statement can forget it.
CREATE FUNCTION count_row_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.row_version := OLD.row_version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER workflows_row_version BEFORE UPDATE ON workflows
  FOR EACH ROW EXECUTE FUNCTION count_row_version();
