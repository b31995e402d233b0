/**
 * The documents of connectors, with the operations that were read from them.
 *
 *   create ──▶ current ── another one is applied ──▶ gone
 *   refresh ──▶ proposed ── apply, if the connector has not changed ──▶ current
 *                        ── another refresh, or a day without ──▶ gone
 *
 * When a row is deleted, the database itself leaves a tombstone for the blob.
 */
import { type Insertable, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { enabledSchemasTooLarge, tooManyEnabledOperations } from '../errors.ts';
import type { FindReferencedKeys } from '../files/accept-content.ts';
import { type BlobKey, type Blobs, newBlobKey, type StoredBlob } from '../platform/blobs/blobs.ts';
import { newId } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import { toToolName } from './names.ts';
import type { ImportedOperation } from './openapi/contract.ts';
import type { ReadDocument } from './read-source.ts';
import type { ConnectorRow, ConnectorTables } from './tables.ts';

const { connector: limits } = fixedLimits;

/** Hashing a large buffer at once would block the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** Stores the bytes and then what refers to them. When that fails, the bytes go as well. */
export async function withStoredContent<Result>(
  { db, blobs }: { db: Query; blobs: Blobs },
  content: Uint8Array,
  signal: AbortSignal,
  refer: (stored: StoredBlob) => Promise<Result>,
): Promise<Result> {
  const key = newBlobKey();
  const stored = await blobs.put(key, splitIntoChunks(content), { limitBytes: limits.documentBytes, signal });
  try {
    return await refer(stored);
  } catch (error) {
    await discardContent(db, blobs, key);
    throw error;
  }
}

/** A commit whose answer was lost may have happened. What can not be deleted now is found by the daily sweep. */
async function discardContent(db: Query, blobs: Blobs, key: BlobKey): Promise<void> {
  try {
    const referenced = await findDocumentBlobKeys(db, [key]);
    if (referenced.length === 0) await blobs.delete(key);
  } catch {}
}

async function* splitIntoChunks(content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < content.byteLength; start += CHUNK_BYTES) {
    yield content.subarray(start, start + CHUNK_BYTES);
  }
}

interface NewDocument {
  connector: Pick<ConnectorRow, 'id' | 'name' | 'version'>;
  read: ReadDocument;
  stored: StoredBlob;
  current: boolean;
  createdBy: string;
  isEnabled(operation: ImportedOperation): boolean;
}

export async function insertDocument(transaction: Query, document: NewDocument): Promise<string> {
  const { connector, read, stored, current, createdBy, isEnabled } = document;
  const { api, url, gallery } = read;
  const documentBaseUrl = gallery?.baseUrl ?? api.baseUrl;
  const id = newId();
  await transaction
    .insertInto('connector_documents')
    .values({
      id,
      connector_id: connector.id,
      current,
      based_on: connector.version,
      blob_key: stored.key,
      size: stored.sizeBytes,
      sha256: stored.sha256,
      url,
      format: api.format,
      api_title: api.title,
      api_version: api.version,
      description: api.description,
      security: toStorableJson(api.security),
      skipped: toStorableJson(api.skipped),
      skipped_count: api.skippedCount,
      operations: api.operations.length,
      created_by: createdBy,
    })
    .execute();
  const rows = api.operations.map((operation, position) => ({
    ...toRow(operation, documentBaseUrl),
    document_id: id,
    connector_id: connector.id,
    tool: toToolName(connector.name, operation.name),
    position,
    enabled: isEnabled(operation),
  }));
  for (const batch of splitIntoBatches(rows)) {
    await transaction.insertInto('connector_operations').values(batch).execute();
  }
  return id;
}

function toRow({ inputSchema, plan, paging, ...operation }: ImportedOperation, documentBaseUrl: string | null) {
  const { name, method, path, title, description, tags, deprecated } = operation;
  return {
    ...{ name, method, path, title, description, tags, deprecated },
    input_schema: inputSchema,
    plan: toStorableJson(plan.baseUrl === null ? plan : { ...plan, documentBaseUrl }),
    paging: paging && toStorableJson(paging),
  };
}

type NewOperation = Insertable<ConnectorTables['connector_operations']>;

const BATCH = { rows: 200, characters: 1_000_000 };

/** One statement for all would have too many params, and would block the event loop while it is written. */
function* splitIntoBatches(rows: readonly NewOperation[]): Generator<NewOperation[], void, undefined> {
  let batch: NewOperation[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.input_schema.length + row.plan.length;
    if (batch.length < BATCH.rows && characters < BATCH.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Returns how many operations of the connector are tools. Throws when they are too many, or too large together. */
export async function countEnabled(db: Query, connectorId: string): Promise<number> {
  const { count, characters } = await db
    .selectFrom('connector_operations')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(length(input_schema)), 0)::integer`.as('characters'),
    ])
    .where('document_id', '=', currentDocument(connectorId))
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow();
  if (count > limits.enabled) throw tooManyEnabledOperations(limits.enabled);
  if (characters > limits.schemaCharacters) throw enabledSchemasTooLarge(limits.schemaCharacters);
  return count;
}

export function currentDocument(connectorId: string) {
  return sql<string>`(SELECT id FROM connector_documents WHERE connector_id = ${connectorId} AND current)`;
}

export const findDocumentBlobKeys: FindReferencedKeys = async (db, keys) => {
  const rows = await db.selectFrom('connector_documents').select('blob_key').where('blob_key', 'in', keys).execute();
  return rows.map(row => row.blob_key);
};
