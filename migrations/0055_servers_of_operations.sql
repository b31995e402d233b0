-- The hosts of operations with servers of their own that may be called although the connector has another base URL than its
-- document.
ALTER TABLE connectors ADD COLUMN allowed_hosts text[] NOT NULL DEFAULT '{}';
-- Until now such operations went to their own servers whatever the base URL was. Connectors that exist keep doing so.
UPDATE connectors SET allowed_hosts = own.hosts
FROM (
  SELECT connector_id, array_agg(DISTINCT host ORDER BY host) AS hosts
  FROM (
    SELECT connector_id,
      regexp_replace(lower(substring(plan->>'baseUrl' FROM '^https?://(?:[^/?#@]*@)?([^/?#]+)')), ':(80|443)$', '') AS host
    FROM connector_operations
  ) AS servers
  WHERE host IS NOT NULL
  GROUP BY connector_id
) AS own
WHERE own.connector_id = connectors.id;
