-- Assistants, and the conversations that users have with them and with models.

CREATE TABLE assistants (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  instructions text NOT NULL DEFAULT '',
  model text, -- null: the one that the settings name first
  tools text[] NOT NULL DEFAULT '{}',
  sharing jsonb NOT NULL DEFAULT '[]',
  group_sharing jsonb NOT NULL DEFAULT '[]',
  workflow_id uuid REFERENCES workflows ON DELETE CASCADE, -- of a builder, which each user has one of
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES users,
  UNIQUE (workflow_id, created_by)
);
CREATE INDEX assistants_newest ON assistants (created_by, created_at, id);
CREATE INDEX assistants_sharing ON assistants USING gin (sharing jsonb_path_ops);
CREATE INDEX assistants_group_sharing ON assistants USING gin (group_sharing jsonb_path_ops);

CREATE TABLE conversations (
  id uuid PRIMARY KEY, -- the client's own, or derived from the step
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  title text NOT NULL,
  assistant_id uuid REFERENCES assistants ON DELETE SET NULL,
  model text NOT NULL, -- that was asked last
  run_id uuid REFERENCES runs ON DELETE CASCADE, -- whose step it belongs to
  messages integer NOT NULL DEFAULT 0, -- that are shown; one without any is shown to nobody
  -- Who is answering in it, and until when that is believed without another word.
  claimed_by text,
  claimed_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX conversations_newest ON conversations (user_id, created_at, id);
CREATE INDEX conversations_run ON conversations (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX conversations_assistant ON conversations (assistant_id) WHERE assistant_id IS NOT NULL;
CREATE INDEX conversations_empty ON conversations (created_at) WHERE messages = 0;

-- What was said, and what tools did in between. Whoever adds to a conversation names the position: of two who do so at
-- once, one finds it taken.
CREATE TABLE messages (
  conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
  position integer NOT NULL,
  id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
  shown boolean NOT NULL, -- what the user said, and the answer; not what lies between them
  content text NOT NULL,
  details json NOT NULL, -- documents of a user's message, calls of an assistant's, results of a tool's
  files json NOT NULL, -- attachments
  model text,
  credits numeric NOT NULL DEFAULT 0, -- that the answer has taken so far
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (conversation_id, position)
);
