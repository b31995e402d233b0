-- The console lists the conversations of a user, those with the latest messages first.
CREATE INDEX conversations_latest ON conversations (user_id, updated_at, id) WHERE messages > 0;

-- Whether the user wants no answer any more from whoever is answering.
ALTER TABLE conversations ADD COLUMN stopping boolean NOT NULL DEFAULT false;
