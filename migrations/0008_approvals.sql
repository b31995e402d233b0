-- Approvals: what runs wait for people to decide.

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- The step that waits.
  node_id text NOT NULL,
  iteration integer[] NOT NULL,
  position integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  workflow_id uuid NOT NULL, -- that of the run, with which it goes
  workflow_name text NOT NULL,
  organization_id uuid,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  title text NOT NULL,
  message text NOT NULL,
  form_schema json, -- json, not jsonb: shown in the order in which it was written
  form_values json NOT NULL,
  allow_reject boolean NOT NULL,
  assignee_user_ids uuid[] NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  timeout_continues boolean NOT NULL,
  decision_data json NOT NULL DEFAULT '{}',
  comment text NOT NULL DEFAULT '',
  decided_by json, -- {id, email, name} as they were
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL, -- on whose behalf the run executes
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A step that is executed again finds what it opened.
  UNIQUE (run_id, node_id, iteration)
);
CREATE INDEX approvals_due ON approvals (expires_at, id) WHERE status = 'pending';

-- Who may decide, with what their lists are filtered and sorted by, so that no list reads more than its page.
CREATE TABLE approval_assignees (
  approval_id uuid NOT NULL REFERENCES approvals ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (approval_id, user_id)
);
CREATE INDEX approval_assignees_status ON approval_assignees (user_id, status, created_at, approval_id);
CREATE INDEX approval_assignees_newest ON approval_assignees (user_id, created_at, approval_id);

-- How many each user has of each status: the sum of these, since counting a million takes 100 ms. Every change adds rows
-- and locks none, so that nobody who opens, decides or deletes waits for another; a job gathers them now and then.
CREATE TABLE approval_tallies (
  user_id uuid NOT NULL,
  status text NOT NULL,
  items bigint NOT NULL, -- fewer, when below zero
  gathered boolean NOT NULL DEFAULT false
);
CREATE INDEX approval_tallies_user ON approval_tallies (user_id, status) INCLUDE (items);
CREATE INDEX approval_tallies_fresh ON approval_tallies (user_id) WHERE NOT gathered;

CREATE FUNCTION tally_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO approval_tallies (user_id, status, items)
      SELECT user_id, status, -count(*) FROM gone GROUP BY user_id, status;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO approval_tallies (user_id, status, items)
      SELECT user_id, status, count(*) FROM come GROUP BY user_id, status;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER approval_assignees_added AFTER INSERT ON approval_assignees
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION tally_approvals();
CREATE TRIGGER approval_assignees_changed AFTER UPDATE ON approval_assignees
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION tally_approvals();
CREATE TRIGGER approval_assignees_removed AFTER DELETE ON approval_assignees
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_approvals();

CREATE FUNCTION copy_approval_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE approval_assignees SET status = NEW.status WHERE approval_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER approvals_status AFTER UPDATE OF status ON approvals
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION copy_approval_status();

-- Whatever way a run ends before its approvals are decided, they end with it.
CREATE FUNCTION cancel_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE approvals SET status = 'cancelled', updated_at = now() WHERE run_id = NEW.id AND status = 'pending';
  RETURN NULL;
END $$;
CREATE TRIGGER runs_ended_early AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('failed', 'cancelled'))
  EXECUTE FUNCTION cancel_approvals();
