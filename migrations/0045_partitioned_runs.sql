-- Runs in partitions by their ids, which begin with the time at which they were made. What has expired as a whole is
-- dropped as a whole (src/runs/store/partitions.ts makes partitions ahead and drops them).
--
-- The table as it was becomes the default partition: it takes every id for which there is no other partition, so nothing
-- is copied, checked or built here, and how long the locks are held does not depend on how many runs there are. Ids that
-- are derived from a name instead of from the time stay at home there.
--
-- Indexes, triggers and foreign keys are moved by what the database says about them, and get their former names.

DO $$
DECLARE
  attempt integer := 0;
  incoming record;
  outgoing text[];
  indexes text[];
  triggers text[];
  statement text;
  found record;
BEGIN
  -- Transactions of the version before hold some of these tables while they wait for others. Whoever can not get all of
  -- them at once gives back what it has, so that nobody waits for longer than half a second, and nobody is chosen as the
  -- victim of a deadlock. Every fourth time it waits for longer than a second: only then PostgreSQL cancels a vacuum that
  -- has one of the tables.
  LOOP
    PERFORM set_config('lock_timeout', CASE WHEN attempt % 4 = 3 THEN '1200ms' ELSE '500ms' END, true);
    BEGIN
      LOCK TABLE users, organizations, workflows IN SHARE ROW EXCLUSIVE MODE;
      LOCK TABLE runs, approvals, conversations, files, run_calls, run_children, run_files, run_keys, run_steps, run_waits,
        webhook_replies IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      attempt := attempt + 1;
      IF attempt = 200 THEN RAISE; END IF;
      PERFORM pg_sleep(0.1 + random() * 0.2);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', '0', true);

  CREATE TEMPORARY TABLE referring ON COMMIT DROP AS
    SELECT conrelid::regclass AS referrer, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND confrelid = 'runs'::regclass;
  SELECT array_agg(format('ALTER TABLE runs ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))) INTO outgoing
    FROM pg_constraint WHERE contype = 'f' AND conrelid = 'runs'::regclass;
  -- A unique index would have to contain the id. The lock on the key of a call (`lock_slots`), which everybody takes before
  -- looking for the run that waits for further calls, is what keeps it the only one.
  SELECT array_agg(pg_get_indexdef(indexrelid)) INTO indexes
    FROM pg_index WHERE indrelid = 'runs'::regclass AND NOT indisprimary AND NOT indisunique;
  SELECT array_agg(pg_get_triggerdef(oid)) INTO triggers
    FROM pg_trigger WHERE tgrelid = 'runs'::regclass AND NOT tgisinternal;

  FOR incoming IN SELECT * FROM referring LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', incoming.referrer, incoming.name);
  END LOOP;
  FOR found IN SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'runs'::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON runs', found.name);
  END LOOP;
  FOR found IN SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = 'runs'::regclass
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name, regexp_replace(found.name, '^runs_', 'runs_default_'));
  END LOOP;

  ALTER TABLE runs RENAME TO runs_default;
  CREATE TABLE runs (LIKE runs_default INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
  ALTER TABLE runs ADD CONSTRAINT runs_pkey PRIMARY KEY (id);
  FOREACH statement IN ARRAY indexes || outgoing LOOP EXECUTE statement; END LOOP;
  -- What is equal in both is joined, and nothing is built or checked again.
  ALTER TABLE runs ATTACH PARTITION runs_default DEFAULT;

  DROP FUNCTION has_place(runs_default);
  CREATE FUNCTION has_place(run runs) RETURNS boolean LANGUAGE sql IMMUTABLE AS $has_place$
    SELECT run.held IS NULL AND (run.status IN ('queued', 'running') OR run.status = 'waiting' AND run.keeps_place IS TRUE)
  $has_place$;
  FOREACH statement IN ARRAY triggers LOOP EXECUTE statement; END LOOP;
  -- They held until a moment ago. The next migration checks them again, while everybody works.
  FOR incoming IN SELECT * FROM referring LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', incoming.referrer, incoming.name, incoming.definition);
  END LOOP;
END $$;
