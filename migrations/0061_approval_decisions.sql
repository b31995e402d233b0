-- Approvals that several people decide. Those that processes of the version before open have the defaults: one decision ends
-- them, and it is in `approvals` alone.
ALTER TABLE approvals
  -- Whether more than one decision may be needed. Then each of them is a row of `approval_decisions`.
  ADD COLUMN several boolean NOT NULL DEFAULT false,
  ADD COLUMN required integer DEFAULT 1, -- null: everybody who was asked
  ADD COLUMN reject_after integer NOT NULL DEFAULT 1,
  -- Who has decided while it goes on waiting, in this order.
  ADD COLUMN voter_ids uuid[] NOT NULL DEFAULT '{}';
CREATE INDEX approvals_voting ON approvals (id) WHERE status = 'pending' AND voter_ids <> '{}';

CREATE TABLE approval_decisions (
  approval_id uuid NOT NULL REFERENCES approvals ON DELETE CASCADE,
  user_id uuid NOT NULL, -- may have been deleted since
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  data json NOT NULL,
  comment text NOT NULL,
  decided_by json NOT NULL, -- {id, email, name} as they were
  decided_at timestamptz(3) NOT NULL,
  file_ids uuid[] NOT NULL DEFAULT '{}', -- files that were sent with it
  PRIMARY KEY (approval_id, user_id)
);
CREATE INDEX approval_decisions_user ON approval_decisions (user_id);

-- In `approval_assignees`, an assignee who has decided while the approval waits for others has the status `voted`. The end
-- of the approval overwrites it, as it does every other.

-- A process of the version before would end such an approval with one decision. It stores none in `approval_decisions`, so
-- this refuses it: the approval goes on waiting, and a process of this version takes the decision.
CREATE FUNCTION require_stored_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM approval_decisions WHERE approval_id = NEW.id AND user_id::text = NEW.decided_by ->> 'id'
      AND decision = NEW.status
  ) THEN
    RAISE EXCEPTION 'the approval % needs the decisions of several people', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_of_several BEFORE UPDATE OF status ON approvals
  FOR EACH ROW WHEN (NEW.several AND OLD.status <> NEW.status AND NEW.status IN ('approved', 'rejected'))
  EXECUTE FUNCTION require_stored_decision();
