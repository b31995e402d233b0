-- Accounts: users, keys, groups, organizations, what they may spend, and what they are told.
-- Times are kept to the millisecond, as the API tells them, so that a filter on a time that was read matches it.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  admin boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  workflow_permission text NOT NULL DEFAULT 'write' CHECK (workflow_permission IN ('write', 'read', 'none')),
  credits numeric, -- what is left; null: unlimited
  storage_quota bigint CHECK (storage_quota >= 0), -- null: unlimited
  storage_used bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_newest ON users (created_at, id);

-- Only the SHA-256 of a key is kept: keys are random, so a slow hash would protect nothing.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX api_keys_user ON api_keys (user_id, created_at, id);

CREATE TABLE groups (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE group_members (
  group_id uuid NOT NULL REFERENCES groups ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_members_user ON group_members (user_id);

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  credits numeric,
  storage_quota bigint CHECK (storage_quota >= 0),
  storage_used bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE organization_members (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  write boolean NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_user ON organization_members (user_id);

-- What was taken from an account ahead of the fact. The row is the promise to settle or give back; past its time
-- the process that made it is dead, and it is given back for it.
CREATE TABLE reservations (
  id uuid PRIMARY KEY,
  resource text NOT NULL CHECK (resource IN ('credits', 'storage')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  amount numeric NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CHECK (num_nonnulls(user_id, organization_id) = 1)
);
CREATE INDEX reservations_expired ON reservations (expires_at);

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  link text,
  read boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX notifications_newest ON notifications (user_id, created_at, id);

-- Every process caches identities for a few seconds and forgets a user's at once when told here.
CREATE FUNCTION notify_identity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('identity_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER api_keys_changed AFTER UPDATE OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION notify_identity_changed('user_id');
-- Not on credits and storage_used: they change with every run and upload.
CREATE TRIGGER users_changed AFTER UPDATE OF email, name, admin, enabled, workflow_permission OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION notify_identity_changed('id');

-- Rate limits. Unlogged: a crash may forget a minute's counts, and they cost no durable write.
CREATE UNLOGGED TABLE rate_windows (
  name text PRIMARY KEY,
  ends_at timestamptz NOT NULL,
  used integer NOT NULL
);
CREATE INDEX rate_windows_ended ON rate_windows (ends_at);
