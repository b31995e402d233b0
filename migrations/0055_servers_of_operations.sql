-- The hosts of operations with servers of their own that may be called although the connector has another base URL than its
-- document.
ALTER TABLE connectors ADD COLUMN allowed_hosts text[] NOT NULL DEFAULT '{}';
