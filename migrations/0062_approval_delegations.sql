-- Who passed their part of an approval on to whom.
ALTER TABLE approvals
  ADD COLUMN excludes_starter boolean NOT NULL DEFAULT false, -- whether the user of the run may not decide
  ADD COLUMN delegations json NOT NULL DEFAULT '[]'; -- [{from, to, at}], the first one first; people as they were
