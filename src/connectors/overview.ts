/** What people see of connectors and their operations. */
import { sql } from 'kysely';
import { isVisibleTo, type Memberships, readMemberships } from '../accounts/sharing/rights.ts';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { splitWords } from '../query/search-words.ts';
import { currentDocument } from './documents.ts';
import type { ImportedSecurity } from './openapi/contract.ts';
import { describeOperation } from './operation-tool.ts';
import { findOwnAccount } from './own-accounts.ts';
import type {
  Connector,
  ConnectorDetails,
  ConnectorList,
  ConnectorQuery,
  Operation,
  OperationDetails,
  OperationList,
  OperationQuery,
} from './schemas.ts';
import { requireSource, sourceRights, toSourceFields } from './sources.ts';
import type { ConnectorRow, DocumentRow, OperationRow } from './tables.ts';

const PAGE = 50;

export async function findConnectors(
  db: Query,
  caller: Caller,
  { text, skip = 0, limit = PAGE }: ConnectorQuery,
): Promise<ConnectorList> {
  const memberships = await readMemberships(db, caller);
  let visible = db.selectFrom('connectors').where(isVisibleTo('connectors', caller, memberships));
  for (const word of splitWords(text)) {
    visible = visible.where(sql<boolean>`strpos(lower(connectors.name || ' ' || connectors.title), ${word}) > 0`);
  }
  const { total } = await visible.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await visible
    .select('connectors.id')
    .orderBy(sql`lower(connectors.title)`)
    .orderBy('connectors.id')
    .offset(skip)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await readConnectors(db, ids, caller, memberships)).map(({ item }) => [item.id, item]));
  return { items: ids.flatMap(id => byId.get(id) ?? []), total };
}

export async function getConnector(db: Query, caller: Caller, id: string): Promise<ConnectorDetails> {
  await requireSource(db, caller, 'connector', id);
  const memberships = await readMemberships(db, caller);
  const [found] = await readConnectors(db, [id], caller, memberships);
  if (!found) throw entityNotFound();
  const { rows: tags } = await sql<{ name: string; count: number; enabled: number }>`
    SELECT tag AS name, count(*)::integer AS count, (count(*) FILTER (WHERE enabled))::integer AS enabled
    FROM connector_operations, unnest(tags) WITH ORDINALITY AS listed (tag, place)
    WHERE document_id = ${found.document.id}
    GROUP BY tag ORDER BY min(position), min(place)`.execute(db);
  const own = await findOwnAccount(db, caller, id);
  const account = own ? { credential_id: own.id, kind: own.kind, state: own.state } : null;
  return { ...found.item, tags, skipped: found.document.skipped, account };
}

async function readConnectors(db: Query, ids: readonly string[], caller: Caller, memberships: Memberships) {
  if (ids.length === 0) return [];
  const connectors = await db.selectFrom('connectors').selectAll().where('id', 'in', ids).execute();
  const documents = await db
    .selectFrom('connector_documents')
    .selectAll()
    .select(
      sql<number>`(SELECT count(*)::integer FROM connector_operations
        WHERE document_id = connector_documents.id AND enabled)`.as('enabled'),
    )
    .where('connector_id', 'in', ids)
    .where('current', '=', true)
    .execute();
  const byConnector = new Map(documents.map(document => [document.connector_id, document]));
  return connectors.flatMap(connector => {
    const document = byConnector.get(connector.id);
    return document ? [{ item: toConnector(connector, document, caller, memberships), document }] : [];
  });
}

function toConnector(
  row: ConnectorRow,
  document: DocumentRow & { enabled: number },
  caller: Caller,
  memberships: Memberships,
): Connector {
  const rights = sourceRights(row, memberships);
  const { rate_calls, rate_seconds } = row;
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: document.description,
    base_url: row.base_url,
    allowed_hosts: row.allowed_hosts,
    pagination: row.pagination,
    rate: rate_calls === null || rate_seconds === null ? null : { calls: rate_calls, seconds: rate_seconds },
    gallery: row.gallery,
    document: {
      url: document.url,
      format: document.format,
      title: document.api_title,
      version: document.api_version,
      size: Number(document.size),
      sha256: document.sha256,
      read: document.created_at.getTime(),
    },
    security: document.security.map(toSecurity),
    operations: document.operations,
    enabled: document.enabled,
    skipped_count: document.skipped_count,
    version: row.version,
    ...toSourceFields(row, rights, { seesShares: rights.write || caller.admin }),
  };
}

function toSecurity({ scheme, kind, description, fields }: ImportedSecurity): Connector['security'][number] {
  return { scheme, kind, description, fields };
}

/** A condition on operations: all words stand somewhere in what people read of them. */
export function hasWords(text: string) {
  const all = sql`lower(name || ' ' || title || ' ' || description || ' ' || method || ' ' || path)`;
  const words = splitWords(text).map(word => sql<boolean>`strpos(${all}, ${word}) > 0`);
  return sql<boolean>`(${words.length === 0 ? sql`true` : sql.join(words, sql` AND `)})`;
}

const LISTED = ['name', 'tool', 'method', 'path', 'title', 'description', 'tags', 'deprecated', 'enabled'] as const;

export async function findOperations(
  db: Query,
  caller: Caller,
  { id, text, tag, enabled, skip = 0, limit = PAGE }: OperationQuery,
): Promise<OperationList> {
  await requireSource(db, caller, 'connector', id);
  let found = db.selectFrom('connector_operations').where('document_id', '=', currentDocument(id));
  if (text !== undefined) found = found.where(hasWords(text));
  if (tag !== undefined) found = found.where(sql<boolean>`${tag} = ANY (tags)`);
  if (enabled !== undefined) found = found.where('enabled', '=', enabled);
  const { total } = await found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select([...LISTED, 'paging'])
    .orderBy('position')
    .offset(skip)
    .limit(limit)
    .execute();
  return { items: rows.map(toOperation), total };
}

export async function getOperation(db: Query, caller: Caller, id: string, name: string): Promise<OperationDetails> {
  const { source: connector } = await requireSource(db, caller, 'connector', id);
  const row = await db
    .selectFrom('connector_operations')
    .selectAll()
    .where('document_id', '=', currentDocument(id))
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  const { inputSchema, paging } = describeOperation(connector, row);
  return { ...toOperation(row), paging, input_schema: inputSchema };
}

function toOperation(row: Pick<OperationRow, (typeof LISTED)[number] | 'paging'>): Operation {
  const { name, tool, method, path, title, description, tags, deprecated, enabled, paging } = row;
  return { name, tool, method, path, title, description, tags, deprecated, enabled, paging };
}
