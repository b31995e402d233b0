-- Messages about approvals in chats: one for each recipient.
CREATE TABLE approval_messages (
  id uuid PRIMARY KEY,
  approval_id uuid NOT NULL REFERENCES approvals ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('slack', 'teams')),
  credential_id uuid NOT NULL, -- may have been deleted since
  recipient text NOT NULL, -- a channel or an e-mail address; '' for an incoming webhook, which has its own
  -- Where the message is, once it was posted by a bot, which can change it: 'channel timestamp'.
  posted_as text,
  posted_at timestamptz(3),
  shown_status text NOT NULL DEFAULT 'pending' -- the status of the approval that the message shows
);
CREATE INDEX approval_messages_approval ON approval_messages (approval_id);
CREATE INDEX approval_messages_waiting ON approval_messages (id) WHERE shown_status = 'pending' AND posted_as IS NOT NULL;
