/** Creates, changes, lists and deletes connectors. */
import { sql } from 'kysely';
import { changedFields, hasChanges, recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUses } from '../credentials/contract.ts';
import type { CredentialStore } from '../credentials/credentials.ts';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import {
  connectorChangedSince,
  documentHasNoServer,
  entityNotFound,
  nameReserved,
  permissionDenied,
  tooManyConnectors,
  validationError,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import { connectorSubject, lockConnectorForUpdate, requireConnector } from './access.ts';
import { countEnabled, insertDocument, withStoredContent } from './documents.ts';
import type { GalleryEntry } from './gallery/entry.ts';
import { isReserved } from './names.ts';
import type { ImportedOperation, Paging } from './openapi/contract.ts';
import { explainTakenPrefix, requireAllowedPrefix } from './prefixes.ts';
import { type ReadDocument, readSource, type SourceServices } from './read-source.ts';
import {
  type ConnectorCreation,
  type ConnectorUpdate,
  type DocumentSource,
  MOST_LISTED,
  type PaginationInput,
  type Preview,
} from './schemas.ts';
import {
  requireSourceOwnership,
  requireUsableCredential,
  toCredentialColumns,
  toShareColumns,
} from './source-settings.ts';
import type { ConnectorRow } from './tables.ts';

const { connector: limits } = fixedLimits;

export interface ConnectorServices extends SourceServices {
  credentials: Pick<CredentialUses, 'findUsable'>;
  /** Where the accounts of users are stored. */
  credentialStore: CredentialStore;
  /** The names that others have: those of the installation's tools, and of its MCP servers. */
  takenNames(): { tools: Iterable<string>; servers: Iterable<string> };
}

export async function previewDocument(
  services: ConnectorServices,
  { userId }: Caller,
  source: DocumentSource,
  signal: AbortSignal,
): Promise<Preview> {
  const { api, gallery } = await readSource(services, userId, source, { signal });
  const baseUrl = gallery?.baseUrl ?? api.baseUrl;
  const counts = new Map<string, number>();
  for (const tag of api.operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return {
    title: api.title,
    version: api.version,
    description: api.description,
    format: api.format,
    base_url: baseUrl,
    other_hosts: findOtherHosts(api.operations, baseUrl),
    security: api.security,
    tags: [...counts].map(([name, count]) => ({ name, count })),
    operations: api.operations.length,
    skipped: api.skipped,
    skipped_count: api.skippedCount,
  };
}

function findOtherHosts(operations: readonly ImportedOperation[], baseUrl: string | null): Preview['other_hosts'] {
  const { origin = '' } = URL.parse(baseUrl ?? '') ?? {};
  const others = operations.flatMap(({ name, plan }) => {
    const own = URL.parse(plan.baseUrl ?? '', baseUrl ?? undefined);
    return plan.baseUrl === null || own === null || own.origin === origin ? [] : [{ name, host: own.host }];
  });
  return [...Map.groupBy(others, ({ host }) => host)].map(([host, found]) => ({
    host,
    operations: found.slice(0, MOST_LISTED).map(({ name }) => name),
    count: found.length,
  }));
}

/** Returns the id. */
export async function createConnector(
  services: ConnectorServices,
  caller: Caller,
  body: ConnectorCreation,
  signal: AbortSignal,
): Promise<string> {
  const db = services.database.query;
  const { name, organization_id = null, group_id = null } = body;
  requireFreeName(services, name);
  await requireSourceOwnership(db, caller, { organization_id, group_id });
  const credential = toCredentialColumns(body) ?? { credential_id: null, credential_own: false };
  await requireUsableCredential(services.credentials, db, caller, credential.credential_id);
  const givenBaseUrl = body.base_url === undefined ? undefined : toBaseUrl(body.base_url);
  const read = await readSource(services, caller.userId, body, { signal });
  const baseUrl = givenBaseUrl ?? read.gallery?.baseUrl ?? read.api.baseUrl;
  if (baseUrl === null) throw documentHasNoServer();
  const row = {
    id: newId(),
    created_by: caller.userId,
    organization_id,
    group_id,
    name,
    title: body.title ?? read.gallery?.title ?? read.api.title.slice(0, fixedLimits.nameCharacters),
    base_url: toBaseUrl(baseUrl),
    ...credential,
    ...toSettingColumns({ ...pickRules(read.gallery), ...body }),
    ...toShareColumns(body),
    gallery: read.gallery?.slug ?? null,
  };
  return withStoredContent({ db, blobs: services.blobs }, read.content, signal, stored =>
    db.transaction().execute(async transaction => {
      const connector = await transaction
        .insertInto('connectors')
        .values({ rate_calls: null, rate_seconds: null, ...row })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(explainTakenPrefix(name))
        .catch(explainForeignKeyViolation);
      await requireRoomForConnector(transaction, connector);
      const isEnabled = chooseEnabled(read, body.enable ?? read.gallery?.enable);
      await insertDocument(transaction, {
        ...{ connector, read, stored, isEnabled },
        current: true,
        createdBy: caller.userId,
      });
      await countEnabled(transaction, connector.id);
      await recordAudit(transaction, caller, {
        action: 'connector.create',
        subject: connectorSubject(connector),
        details: { base_url: connector.base_url, url: read.url, sha256: stored.sha256, ...credential },
      });
      return connector.id;
    }),
  );
}

export async function updateConnector(
  { database: { query: db }, credentials }: ConnectorServices,
  caller: Caller,
  { id, if_version, sharing, group_sharing, ...changes }: ConnectorUpdate,
): Promise<void> {
  const { connector, rights } = await requireConnector(db, caller, id);
  // An administrator may say with whom others share, but may not lead their tools elsewhere.
  const mayShare = rights.write || caller.admin;
  if (!mayShare || (!rights.write && Object.keys(changes).length > 0)) throw permissionDenied();
  const credential = toCredentialColumns(changes);
  if (credential && credential.credential_id !== connector.credential_id) {
    await requireUsableCredential(credentials, db, caller, credential.credential_id);
  }
  const columns = {
    ...(changes.title !== undefined && { title: changes.title }),
    ...(changes.base_url !== undefined && { base_url: toBaseUrl(changes.base_url) }),
    ...credential,
    ...toSettingColumns(changes),
    ...toShareColumns({ ...(sharing && { sharing }), ...(group_sharing && { group_sharing }) }),
  };
  await db.transaction().execute(async transaction => {
    const before = await lockConnectorForUpdate(transaction, id);
    if (if_version !== undefined && if_version !== before.version) throw connectorChangedSince();
    const after = await transaction
      .updateTable('connectors')
      .set({ ...columns, version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Slots that were given by another rate say nothing about this one.
    const isOtherRate = before.rate_calls !== after.rate_calls || before.rate_seconds !== after.rate_seconds;
    if (isOtherRate) await transaction.deleteFrom('connector_rates').where('connector_id', '=', id).execute();
    await recordChanges(transaction, caller, before, after);
  });
}

export async function deleteConnector(db: Query, caller: Caller, id: string): Promise<void> {
  const { connector, rights } = await requireConnector(db, caller, id);
  if (!rights.write && !caller.admin) throw permissionDenied();
  await db.transaction().execute(async transaction => {
    // Nobody can use the accounts that were connected for it any more.
    await transaction.deleteFrom('credentials').where('connected_for', '=', id).execute();
    const { numDeletedRows } = await transaction.deleteFrom('connectors').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw entityNotFound();
    await recordAudit(transaction, caller, { action: 'connector.delete', subject: connectorSubject(connector) });
  });
}

/** A password in a URL would be there for all to read, and paths are added to the end of it. */
function toBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw validationError('base_url', 'must be an http or https URL');
  if (url.username !== '' || url.password !== '') {
    throw validationError('base_url', 'must have no user name and no password: these belong into a credential');
  }
  if (url.search !== '' || url.hash !== '') throw validationError('base_url', 'must have no query and no fragment');
  return url.href;
}

function toSettingColumns({
  allowed_hosts,
  pagination,
  rate,
}: Pick<ConnectorUpdate, 'allowed_hosts' | 'pagination' | 'rate'>) {
  return {
    ...(allowed_hosts !== undefined && { allowed_hosts }),
    ...(pagination !== undefined && { pagination: pagination && toStorableJson(toPaging(pagination)) }),
    ...(rate !== undefined && { rate_calls: rate?.calls ?? null, rate_seconds: rate?.seconds ?? null }),
  };
}

function toPaging(rule: PaginationInput): Paging {
  if (rule.kind === 'page') return { first: 1, items: null, ...rule };
  return rule.kind === 'offset' ? { items: null, ...rule } : rule;
}

function requireFreeName(services: ConnectorServices, name: string): void {
  requireAllowedPrefix(name);
  if (isReserved(name, services.takenNames())) throw nameReserved(name);
}

async function requireRoomForConnector(
  transaction: Query,
  { created_by, group_id, organization_id }: ConnectorRow,
): Promise<void> {
  const { rows } = await sql`SELECT FROM connectors
    WHERE coalesce(group_id, organization_id, created_by) = ${group_id ?? organization_id ?? created_by}
    LIMIT ${limits.perOwner + 1}`.execute(transaction);
  if (rows.length > limits.perOwner) throw tooManyConnectors(limits.perOwner);
}

/** What an entry of the gallery says about calls holds unless the request says something else. */
function pickRules(entry: GalleryEntry | undefined): Pick<ConnectorUpdate, 'pagination' | 'rate'> {
  return { ...(entry?.pagination && { pagination: entry.pagination }), ...(entry?.rate && { rate: entry.rate }) };
}

/** Small APIs are used as a whole; of large ones, people choose what they need. */
function chooseEnabled({ api }: ReadDocument, chosen: { tags?: readonly string[]; names?: readonly string[] } = {}) {
  if (!chosen.tags && !chosen.names) {
    const isSmall = api.operations.length <= limits.enabledAtImport;
    return () => isSmall;
  }
  const [tags, names] = [new Set(chosen.tags), new Set(chosen.names)];
  return (operation: ImportedOperation) => names.has(operation.name) || operation.tags.some(tag => tags.has(tag));
}

async function recordChanges(transaction: Query, caller: Caller, before: ConnectorRow, after: ConnectorRow) {
  const subject = connectorSubject(after);
  const changes = changedFields(before, after, [
    'title',
    'base_url',
    'allowed_hosts',
    'credential_id',
    'credential_own',
    'pagination',
    'rate_calls',
    'rate_seconds',
  ]);
  if (hasChanges(changes)) {
    await recordAudit(transaction, caller, { action: 'connector.update', subject, details: { changes } });
  }
  const shares = changedFields(before, after, ['sharing', 'group_sharing']);
  if (hasChanges(shares)) {
    await recordAudit(transaction, caller, { action: 'connector.share', subject, details: { changes: shares } });
  }
}
