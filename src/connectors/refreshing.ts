/** Reads the document of a connector again, shows what changed, and applies it when somebody says so. */
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { chooseDocumentSource, connectorChangedSince, refreshNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { ConnectorServices } from './connectors.ts';
import { countEnabled, currentDocument, insertDocument, withStoredContent } from './documents.ts';
import { raiseVersion } from './operations.ts';
import { readSource } from './read-source.ts';
import type { ChangedPart, DocumentSource, Refresh, RefreshRequest } from './schemas.ts';
import { lockSourceForUpdate, requireSourceRight, sourceSubject } from './sources.ts';
import type { ConnectorRow } from './tables.ts';
import { findUsesOfTools } from './uses.ts';

const { connector: limits } = fixedLimits;

export async function refreshConnector(
  services: ConnectorServices,
  caller: Caller,
  { id, ...given }: RefreshRequest,
  signal: AbortSignal,
): Promise<Refresh> {
  const db = services.database.query;
  const { source: connector } = await requireSourceRight(db, caller, 'connector', id, 'write');
  const source = await chooseSource(db, connector, given);
  const read = await readSource(services, caller.userId, source, { signal, galleryOf: connector.gallery });
  return withStoredContent({ db, blobs: services.blobs }, read.content, signal, stored =>
    db.transaction().execute(async transaction => {
      const locked = await lockSourceForUpdate(transaction, 'connector', id);
      await transaction
        .deleteFrom('connector_documents')
        .where('connector_id', '=', id)
        .where('current', '=', false)
        .execute();
      const refreshId = await insertDocument(transaction, {
        ...{ connector: locked, read, stored },
        current: false,
        createdBy: caller.userId,
        isEnabled: () => false,
      });
      const changes = await compareDocuments(transaction, id, refreshId);
      const { removedTools, ...refresh } = changes;
      return { refresh_id: refreshId, ...refresh, used: await findUsesOfTools(transaction, caller, removedTools) };
    }),
  );
}

/** Without a source, the document is read where it was read before. */
async function chooseSource(db: Query, connector: ConnectorRow, given: DocumentSource): Promise<DocumentSource> {
  if (Object.values(given).some(each => each !== undefined)) return given;
  const { url } = await db
    .selectFrom('connector_documents')
    .select('url')
    .where('id', '=', currentDocument(connector.id))
    .executeTakeFirstOrThrow();
  if (url === null) throw chooseDocumentSource(['url', 'document', 'file_id']);
  return { url };
}

interface ComparedOperation {
  name: string;
  tool: string;
  is_added: boolean;
  is_removed: boolean;
  params: boolean;
  description: boolean;
  path: boolean;
}

async function compareDocuments(db: Query, connectorId: string, refreshId: string) {
  const { rows } = await sql<ComparedOperation>`
    SELECT coalesce(old.name, new.name) AS name, coalesce(old.tool, new.tool) AS tool,
      old.name IS NULL AS is_added, new.name IS NULL AS is_removed,
      old.input_schema <> new.input_schema OR old.plan <> new.plan OR old.paging IS DISTINCT FROM new.paging AS params,
      (old.title, old.description, old.tags, old.deprecated)
        IS DISTINCT FROM (new.title, new.description, new.tags, new.deprecated) AS description,
      (old.method, old.path) IS DISTINCT FROM (new.method, new.path) AS path
    FROM (SELECT * FROM connector_operations WHERE document_id = ${currentDocument(connectorId)}) AS old
    FULL JOIN (SELECT * FROM connector_operations WHERE document_id = ${refreshId}) AS new ON old.name = new.name
    ORDER BY coalesce(old.position, new.position), 1`.execute(db);
  const removed = rows.filter(row => row.is_removed);
  const common = rows.filter(row => !row.is_added && !row.is_removed);
  const changed = common
    .map(row => ({ name: row.name, what: changedParts(row) }))
    .filter(({ what }) => what.length > 0);
  return {
    added: rows.filter(row => row.is_added).map(({ name }) => name),
    removed: removed.map(({ name }) => name),
    changed,
    unchanged: common.length - changed.length,
    removedTools: removed.map(({ tool }) => tool),
  };
}

function changedParts(row: ComparedOperation): ChangedPart[] {
  return (['params', 'description', 'path'] as const).filter(part => row[part]);
}

/** Exchanges the documents, unless the connector has changed since they were compared. */
export async function applyRefresh(db: Query, caller: Caller, id: string, refreshId: string): Promise<void> {
  await requireSourceRight(db, caller, 'connector', id, 'write');
  await db.transaction().execute(async transaction => {
    const connector = await lockSourceForUpdate(transaction, 'connector', id);
    const proposed = await transaction
      .selectFrom('connector_documents')
      .select(['based_on', 'sha256', 'operations'])
      .where('id', '=', refreshId)
      .where('connector_id', '=', id)
      .where('current', '=', false)
      .executeTakeFirst();
    if (!proposed) throw refreshNotFound();
    if (proposed.based_on !== connector.version) throw connectorChangedSince();
    await keepEnabled(transaction, id, refreshId, proposed.operations);
    await transaction.deleteFrom('connector_documents').where('id', '=', currentDocument(id)).execute();
    await transaction.updateTable('connector_documents').set({ current: true }).where('id', '=', refreshId).execute();
    await countEnabled(transaction, id);
    await raiseVersion(transaction, connector);
    await recordAudit(transaction, caller, {
      action: 'connector.refresh',
      subject: sourceSubject('connector', connector),
      details: { sha256: proposed.sha256 },
    });
  });
}

/** What was a tool stays one. Of a small API of which all was used, all goes on to be used. */
async function keepEnabled(transaction: Query, id: string, refreshId: string, operations: number): Promise<void> {
  await sql`
    WITH old AS (SELECT name, enabled FROM connector_operations WHERE document_id = ${currentDocument(id)})
    UPDATE connector_operations AS new SET enabled = true
    WHERE new.document_id = ${refreshId} AND (
      EXISTS (SELECT FROM old WHERE old.name = new.name AND old.enabled)
      OR (${operations <= limits.enabledAtImport} AND NOT EXISTS (SELECT FROM old WHERE NOT old.enabled)))`.execute(
    transaction,
  );
}
