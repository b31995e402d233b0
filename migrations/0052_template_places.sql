-- Where {{ secrets.name.field }} may put the fields of a credential: 'url', 'header', 'body'. Kinds that have a place of their
-- own can not be named in templates unless their owner allows it.
ALTER TABLE credentials ADD COLUMN template_places text[] NOT NULL DEFAULT '{}';
UPDATE credentials SET template_places = '{url,header,body}' WHERE kind = 'generic';
