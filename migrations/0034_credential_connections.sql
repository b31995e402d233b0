-- Connecting credentials in the browser.

ALTER TABLE credentials
  -- Grows with every change of the tokens, so that of two changes from the same state one wins.
  ADD COLUMN tokens_generation integer NOT NULL DEFAULT 0,
  -- Whoever asks the authorization server for new tokens, until when nobody else does.
  ADD COLUMN tokens_lease uuid,
  ADD COLUMN tokens_leased_until timestamptz(3);

-- Browsers that are at an authorization server.
CREATE TABLE credential_connections (
  state_hash bytea PRIMARY KEY, -- SHA-256 of what the browser must bring back
  credential_id uuid NOT NULL REFERENCES credentials ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id uuid REFERENCES sessions ON DELETE CASCADE, -- null when it was begun with a key
  fingerprint bytea NOT NULL, -- of the credential as it was when the browser left
  code_verifier_sealed bytea NOT NULL, -- for the context credential-connections/<state hash>
  redirect_uri text NOT NULL,
  return_path text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX credential_connections_credential ON credential_connections (credential_id);
CREATE INDEX credential_connections_user ON credential_connections (user_id);
CREATE INDEX credential_connections_session ON credential_connections (session_id);
CREATE INDEX credential_connections_expiry ON credential_connections (expires_at);
