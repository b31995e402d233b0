-- Booster panels: who owns them, who they are shared with, and the settings of their modules.

CREATE TABLE panels (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  group_id uuid REFERENCES groups, -- the owning group, if any
  organization_id uuid REFERENCES organizations,
  enabled boolean NOT NULL DEFAULT true,
  database boolean NOT NULL DEFAULT true,
  file_storage jsonb NOT NULL,
  sharing jsonb NOT NULL DEFAULT '[]', -- [{user_email, write}], e-mails in lower case
  group_sharing jsonb NOT NULL DEFAULT '[]', -- [{group_id, write}]
  webhooks jsonb NOT NULL DEFAULT '[]', -- [{url, events, secret}]
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX panels_newest ON panels (created_at, id);
CREATE INDEX panels_creator ON panels (created_by);
CREATE INDEX panels_group ON panels (group_id);
CREATE INDEX panels_organization ON panels (organization_id);
CREATE INDEX panels_sharing ON panels USING gin (sharing jsonb_path_ops);
CREATE INDEX panels_group_sharing ON panels USING gin (group_sharing jsonb_path_ops);
