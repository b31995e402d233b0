-- Checks the references to runs, which the partitioned table got without a check. Everybody can read and write meanwhile.
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN SELECT conrelid::regclass AS referrer, conname AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'runs'::regclass AND NOT convalidated
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', reference.referrer, reference.name);
  END LOOP;
END $$;
