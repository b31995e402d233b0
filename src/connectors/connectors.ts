/** Creates, changes, lists and deletes connectors. */
import { shareColumns } from '../accounts/sharing/shares.ts';
import { recordAudit, recordChanges, SHARES } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUses } from '../credentials/contract.ts';
import type { CredentialStore } from '../credentials/credentials.ts';
import { explainForeignKeyViolation } from '../database.ts';
import { connectorChangedSince, documentHasNoServer, tooManyConnectors, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import { countEnabled, insertDocument, withStoredContent } from './documents.ts';
import type { GalleryEntry } from './gallery/entry.ts';
import type { TakenNames } from './names.ts';
import type { ImportedOperation, Paging } from './openapi/contract.ts';
import { explainTakenPrefix, requireFreePrefix } from './prefixes.ts';
import { type ReadDocument, readSource, type SourceServices } from './read-source.ts';
import {
  type ConnectorCreation,
  type ConnectorUpdate,
  type DocumentSource,
  MOST_LISTED,
  type PaginationInput,
  type Preview,
} from './schemas.ts';
import { requireSourceOwnership, requireUsableCredential, toCredentialColumns } from './source-settings.ts';
import { lockSourceForUpdate, requireManagedSource, requireRoomForSource, sourceSubject } from './sources.ts';

const { connector: limits } = fixedLimits;

export interface ConnectorServices extends SourceServices {
  credentials: Pick<CredentialUses, 'findUsable'>;
  /** Where the accounts of users are stored. */
  credentialStore: CredentialStore;
  takenNames(): TakenNames;
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
  requireFreePrefix(name, services.takenNames());
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
    ...shareColumns(body),
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
      await requireRoomForSource(transaction, 'connector', connector, {
        most: limits.perOwner,
        refusal: tooManyConnectors,
      });
      const isEnabled = chooseEnabled(read, body.enable ?? read.gallery?.enable);
      await insertDocument(transaction, {
        ...{ connector, read, stored, isEnabled },
        current: true,
        createdBy: caller.userId,
      });
      await countEnabled(transaction, connector.id);
      await recordAudit(transaction, caller, {
        action: 'connector.create',
        subject: sourceSubject('connector', connector),
        details: { base_url: connector.base_url, url: read.url, sha256: stored.sha256, ...credential },
      });
      return connector.id;
    }),
  );
}

const AUDITED = [
  'title',
  'base_url',
  'allowed_hosts',
  'credential_id',
  'credential_own',
  'pagination',
  'rate_calls',
  'rate_seconds',
] as const;

export async function updateConnector(
  { database: { query: db }, credentials }: ConnectorServices,
  caller: Caller,
  { id, if_version, sharing, group_sharing, ...changes }: ConnectorUpdate,
): Promise<void> {
  const connector = await requireManagedSource(db, caller, 'connector', id, changes);
  const credential = toCredentialColumns(changes);
  if (credential && credential.credential_id !== connector.credential_id) {
    await requireUsableCredential(credentials, db, caller, credential.credential_id);
  }
  const columns = {
    ...(changes.title !== undefined && { title: changes.title }),
    ...(changes.base_url !== undefined && { base_url: toBaseUrl(changes.base_url) }),
    ...credential,
    ...toSettingColumns(changes),
    ...shareColumns({ sharing, group_sharing }),
  };
  await db.transaction().execute(async transaction => {
    const before = await lockSourceForUpdate(transaction, 'connector', id);
    if (if_version !== undefined && if_version !== before.version) throw connectorChangedSince();
    const after = await transaction
      .updateTable('connectors')
      .set({ ...columns, version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Times that were given by another rate say nothing about this one.
    const isOtherRate = before.rate_calls !== after.rate_calls || before.rate_seconds !== after.rate_seconds;
    if (isOtherRate) await transaction.deleteFrom('connector_rates').where('connector_id', '=', id).execute();
    const subject = sourceSubject('connector', after);
    await recordChanges(transaction, caller, { action: 'connector.update', subject }, { before, after }, AUDITED);
    await recordChanges(transaction, caller, { action: 'connector.share', subject }, { before, after }, SHARES);
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
