-- How people get in: sessions of the console, one-time links, and sign-in with an identity provider.

ALTER TABLE users ADD COLUMN signed_in_at timestamptz(3); -- the last time; null: never
-- Written at most once a minute, and by nothing but the use of the key.
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz(3);

-- Only what an identity consists of is worth a notification: that a key was used is not.
DROP TRIGGER api_keys_changed ON api_keys;
CREATE TRIGGER api_keys_changed AFTER UPDATE OF user_id, key_hash, scopes, enabled OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION notify_identity_changed('user_id');

-- Only the SHA-256 of the cookie is kept: it has 256 random bits, so a slow hash would protect nothing.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  address text NOT NULL,
  agent text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  ends_at timestamptz(3) NOT NULL -- at the latest; a session that nobody uses ends earlier
);
CREATE INDEX sessions_user ON sessions (user_id, created_at, id);

-- A session that was ended is refused by every process at once.
CREATE TRIGGER sessions_changed AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_identity_changed('user_id');

-- Each sets the password of its user once. Using one deletes all of the user.
CREATE TABLE one_time_links (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('setup', 'password')),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX one_time_links_user ON one_time_links (user_id);

-- The accounts of users at an identity provider.
CREATE TABLE oidc_accounts (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX oidc_accounts_user ON oidc_accounts (user_id);

-- Sign-ins that are under way at an identity provider. Coming back deletes the row, so that each is used once.
CREATE TABLE oidc_requests (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL, -- of the cookie of the browser that began
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
