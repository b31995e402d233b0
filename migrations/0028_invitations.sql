-- Links that administrators give to users: invitations of new ones, and resets of passwords.

-- At most one per user: sending another one replaces it. What is mailed has its link made when it is sent, so that its
-- token is stored nowhere.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('invitation', 'password')),
  delivery text NOT NULL CHECK (delivery IN ('mail', 'link')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  mailed_at timestamptz(3)
);

ALTER TABLE one_time_links
  DROP CONSTRAINT one_time_links_purpose_check,
  ADD CONSTRAINT one_time_links_purpose_check CHECK (purpose IN ('setup', 'password', 'invitation')),
  -- Revoking the invitation revokes its links.
  ADD COLUMN invitation_id uuid REFERENCES invitations ON DELETE CASCADE;
CREATE INDEX one_time_links_invitation ON one_time_links (invitation_id) WHERE invitation_id IS NOT NULL;
