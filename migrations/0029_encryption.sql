-- The keys with which the secrets of the installation are encrypted, and the encrypted secrets.

-- The keys that secrets may be sealed with. The keys themselves are in a file: a process whose file lacks one of these
-- does not start.
CREATE TABLE encryption_keys (
  id text PRIMARY KEY, -- the first eight bytes of the key's SHA-256, in hex
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
