-- The code verifier of a sign-in follows from what only the browser has. Processes of the version before still write it.
UPDATE oidc_requests SET code_verifier = '';
ALTER TABLE oidc_requests ALTER COLUMN code_verifier SET DEFAULT '';
