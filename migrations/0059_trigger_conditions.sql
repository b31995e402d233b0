-- What the conditions of triggers (`when`) decided: one row for the calls or events that were decided about together. Rows
-- are only added, so that transactions that count the same trigger never wait for each other, and deleted after a day.
CREATE TABLE trigger_decisions (
  trigger_id uuid NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  -- How many started no run.
  filtered integer NOT NULL,
  -- How many started a run because the expression failed, and why the last of them did.
  failed integer NOT NULL,
  problem text
);

CREATE INDEX trigger_decisions_by_trigger ON trigger_decisions (trigger_id, decided_at);
CREATE INDEX trigger_decisions_by_time ON trigger_decisions (decided_at);
