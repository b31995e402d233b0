-- The keys with which the secrets of the installation are encrypted, and the encrypted secrets.

-- The keys that secrets may be sealed with. The keys themselves are in a file: a process whose file lacks one of these
-- does not start.
CREATE TABLE encryption_keys (
  id text PRIMARY KEY, -- the first eight bytes of the key's SHA-256, in hex
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- The columns in clear are emptied when a process with the keys starts: it seals what they contain. Nothing writes to
-- them any more. The partial indexes tell in no time that nothing is left to do.

-- Calls are compared with the hash. A webhook's secret has 256 random bits, so that nobody finds it by trying.
ALTER TABLE workflow_triggers
  ADD COLUMN secret_hash bytea, -- SHA-256
  ADD COLUMN secret_sealed bytea; -- for the context webhooks/<id>
CREATE INDEX workflow_triggers_clear ON workflow_triggers (id) WHERE secret IS NOT NULL;

ALTER TABLE webhook_addresses
  ALTER COLUMN secret DROP NOT NULL,
  ADD COLUMN secret_hash bytea,
  ADD COLUMN secret_sealed bytea, -- for the context webhooks/<id>, so that publishing can move it to the trigger
  ADD CONSTRAINT webhook_addresses_secret CHECK (num_nonnulls(secret, secret_sealed) = 1);
CREATE INDEX webhook_addresses_clear ON webhook_addresses (id) WHERE secret IS NOT NULL;

ALTER TABLE workflows ADD COLUMN signing_secret_sealed bytea; -- for the context workflows/<id>/signing
CREATE INDEX workflows_clear ON workflows (id) WHERE signing_secret IS NOT NULL;

-- Of the webhooks, `webhooks` has [{url, events, secret_number}]. The number tells apart webhooks with one URL and
-- different secrets: it is the position of the secret among those of the URL.
ALTER TABLE panels
  ALTER COLUMN link_secret DROP NOT NULL,
  ALTER COLUMN link_secret DROP DEFAULT,
  ADD COLUMN link_secret_sealed bytea, -- for the context panels/<id>/links
  ADD COLUMN webhook_secrets_sealed bytea, -- the secrets of all webhooks, as a JSON list: panels/<id>/webhooks
  ADD CONSTRAINT panels_link_secret CHECK (num_nonnulls(link_secret, link_secret_sealed) = 1);
CREATE INDEX panels_clear ON panels (id)
  WHERE link_secret IS NOT NULL OR webhook_secrets_sealed IS NULL AND webhooks <> '[]';

-- Two secrets stay in clear. That of a file's link (files.secret) stands in the link, which inputs and outputs of runs
-- contain wherever they name the file. That of a direct upload (booster_uploads.secret) allows one upload of announced
-- bytes for some minutes, and ends with it.
