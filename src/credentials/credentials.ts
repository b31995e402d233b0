/**
 * Creates, changes and deletes credentials. Values come in and never go out: whoever may change a credential still can
 * not send its value to a host of their own, because another host asks for the secret fields again.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { readMemberships, requireMembership } from '../accounts/sharing/rights.ts';
import { shareColumns } from '../accounts/sharing/shares.ts';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { explainForeignKeyViolation, type HeddleDatabase, type Query } from '../database.ts';
import {
  credentialChangedSince,
  credentialExists,
  credentialHostInvalid,
  credentialNameIsId,
  entityNotFound,
  oneOwnerOnly,
  secretsNeededForDestination,
  secretsNeededForHost,
  secretsNeededForPlace,
  secretsNotReadable,
  tooManyCredentials,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { errorCode } from '../platform/error-details.ts';
import { isUuid, newId } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import { type Sealer, SealingError } from '../platform/sealing/sealing.ts';
import { findRow, requireWrite, toCredential } from './access.ts';
import { credentialSubject, recordCredentialChange } from './credential-audit.ts';
import {
  type GivenFields,
  mergeFields,
  readGivenFields,
  requireComplete,
  type SeparatedFields,
  summarizeSecrets,
} from './given-fields.ts';
import { credentialKinds, defaultPlaces } from './kinds.ts';
import type { Credential, CredentialCreation, CredentialUpdate } from './schemas.ts';
import { openSealedFields, type SecretTexts, sealFields } from './sealed-fields.ts';
import type { CredentialRow, CredentialTables } from './tables.ts';
import { coversHosts, HostError, normalizeHosts } from './use/hosts.ts';

export interface CredentialStore {
  database: HeddleDatabase;
  sealer: Sealer;
}

/**
 * A credential that somebody connects for a connector or an MCP server belongs to them and to it, and replaces the one
 * that they had for it.
 */
interface NewCredential extends CredentialCreation {
  connected_for?: string;
}

export async function createCredential(
  store: CredentialStore,
  caller: Caller,
  input: NewCredential,
): Promise<Credential> {
  const { database, sealer } = store;
  const { organization_id = null, group_id = null } = input;
  await requireOwnership(database.query, caller, { organization_id, group_id });
  const given = readGivenFields(input.kind, input.fields, { mayRefer: caller.admin });
  requireComplete(input.kind, given);
  const [id, version] = [newId(), 1];
  const row = await database.query.transaction().execute(async transaction => {
    await requireRoomForCredential(transaction);
    if (input.connected_for !== undefined) await deleteConnected(transaction, caller, input.connected_for);
    const inserted = await transaction
      .insertInto('credentials')
      .values({
        ...{ id, version, organization_id, group_id, created_by: caller.userId, updated_by: caller.userId },
        name: requireName(input.name),
        description: input.description ?? '',
        kind: input.kind,
        hosts: requireHosts(input.hosts),
        template_places: [...(input.template_places ?? defaultPlaces(input.kind))],
        fields: toStorableJson(given.publicFields),
        secrets: toStorableJson(summarizeSecrets(given.secrets)),
        sealed: sealFields(sealer, { id, version }, given.secrets),
        state: credentialKinds[input.kind].connectable ? 'connect' : 'ready',
        rotate_at: toDate(input.rotate_at),
        connected_for: input.connected_for ?? null,
        ...shareColumns(input),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainSameName(input.name));
    const { kind, hosts } = inserted;
    const details = { kind, hosts, fields: [...Object.keys(given.publicFields), ...Object.keys(given.secrets)] };
    await recordAudit(transaction, caller, {
      action: 'credential.create',
      subject: credentialSubject(inserted),
      details,
    });
    return inserted;
  });
  return toCredential(row, { use: true, write: true });
}

async function requireOwnership(
  db: Query,
  caller: Caller,
  { organization_id, group_id }: Pick<CredentialRow, 'organization_id' | 'group_id'>,
): Promise<void> {
  if (organization_id !== null && group_id !== null) throw oneOwnerOnly();
  await requireMembership(db, caller, { organization_id, group_id });
}

const CREATION_LOCK = 'credentials';

/** Creations wait for each other, so that they do not exceed the limit together. */
async function requireRoomForCredential(transaction: Query): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${CREATION_LOCK}))`.execute(transaction);
  const { count } = await transaction
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { perInstallation } = fixedLimits.credential;
  if (Number(count) >= perInstallation) throw tooManyCredentials(perInstallation);
}

/** Creations wait for each other (see `requireRoomForCredential`), so nobody else connects an account between this and the insertion. */
async function deleteConnected(transaction: Query, { userId }: Caller, connectedFor: string): Promise<void> {
  await transaction
    .deleteFrom('credentials')
    .where('connected_for', '=', connectedFor)
    .where('created_by', '=', userId)
    .execute();
}

export async function updateCredential(
  { database, sealer }: CredentialStore,
  caller: Caller,
  { id, if_version, ...update }: CredentialUpdate,
): Promise<Credential> {
  return database.query.transaction().execute(async transaction => {
    const locked = await transaction
      .selectFrom('credentials')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const rights = requireWrite(caller, await readMemberships(transaction, caller), locked);
    if (!locked) throw entityNotFound();
    if (if_version !== undefined && if_version !== locked.version) throw credentialChangedSince();
    const given = readGivenFields(locked.kind, update.fields ?? {}, { mayRefer: caller.admin });
    const stored = { publicFields: locked.fields, secrets: openKept(sealer, locked, given) };
    const merged = mergeFields(stored, given);
    if (update.fields) requireComplete(locked.kind, merged);
    const hosts = update.hosts ? requireHosts(update.hosts) : locked.hosts;
    const template_places = update.template_places ?? locked.template_places;
    const isElsewhere = requireKnowledge(locked, { hosts, template_places, merged, given });

    const version = locked.version + 1;
    const after = {
      name: requireName(update.name ?? locked.name),
      description: update.description ?? locked.description,
      hosts,
      template_places,
      fields: merged.publicFields,
      secrets: summarizeSecrets(merged.secrets),
      rotate_at: update.rotate_at === undefined ? locked.rotate_at : toDate(update.rotate_at),
      ...parseShares(update, locked),
    };
    const changedSecrets = changedNames(stored.secrets, merged.secrets);
    if (changedSecrets.length === 0 && !isElsewhere && isSame(locked, after)) return toCredential(locked, rights);
    const { fields, secrets, sharing, group_sharing, ...columns } = after;
    const row = await transaction
      .updateTable('credentials')
      .set({
        ...columns,
        fields: toStorableJson(fields),
        secrets: toStorableJson(secrets),
        sharing: toStorableJson(sharing),
        group_sharing: toStorableJson(group_sharing),
        version,
        sealed: sealFields(sealer, { id: locked.id, version }, merged.secrets),
        ...(isElsewhere && forgetTokens(locked)),
        // A client that was refused gets another chance.
        ...(update.fields && locked.kind === 'oauth2_client' && { state: 'ready' as const }),
        updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
        updated_by: caller.userId,
      })
      .where('id', '=', locked.id)
      .where('version', '=', locked.version)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainSameName(columns.name));
    await recordCredentialChange(transaction, caller, { before: locked, after: row, changedSecrets });
    return toCredential(row, rights);
  });
}

/** Opens the secrets that an update keeps. Without the key with which they were sealed, they must be entered again. */
function openKept(sealer: Sealer, row: CredentialRow, given: GivenFields): SecretTexts {
  try {
    return openSealedFields(sealer, row);
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    const isReplaced = Object.keys(row.secrets).every(name => given.secrets[name] ?? given.removed.includes(name));
    if (!isReplaced) throw secretsNotReadable();
    return {};
  }
}

interface ChangedWays extends Pick<CredentialRow, 'hosts' | 'template_places'> {
  merged: SeparatedFields;
  given: GivenFields;
}

/**
 * Whoever leads secrets to another place must know them: all secret fields that remain must be given anew. Returns
 * whether there is another place, because then the tokens of an authorization server must not go there either.
 */
function requireKnowledge(row: CredentialRow, { hosts, template_places, merged, given }: ChangedWays): boolean {
  const isEntered = Object.keys(merged.secrets).every(name => given.secrets[name] !== undefined);
  const isWider = !coversHosts(row.hosts, hosts);
  if (isWider && !isEntered) throw secretsNeededForHost();
  // Where others can read what is sent, whoever may put the value there can read it as well.
  const isPlacedElsewhere = template_places.some(place => !row.template_places.includes(place));
  if (isPlacedElsewhere && !isEntered) throw secretsNeededForPlace();
  const changed = new Set(changedNames(row.fields, merged.publicFields));
  const destination = credentialKinds[row.kind].fields.find(field => field.isDestination && changed.has(field.name));
  if (destination && !isEntered) throw secretsNeededForDestination(destination.name);
  return isWider || isPlacedElsewhere || destination !== undefined;
}

function forgetTokens({ kind }: CredentialRow) {
  if (!credentialKinds[kind].usesTokens) return {};
  return {
    tokens_sealed: null,
    tokens_expire_at: null,
    tokens_generation: sql<number>`tokens_generation + 1`,
    connected: null,
    ...(credentialKinds[kind].connectable && { state: 'connect' as const }),
  };
}

export async function deleteCredential(
  { query: db }: HeddleDatabase,
  caller: Caller,
  id: string,
): Promise<{ id: string }> {
  return db.transaction().execute(async transaction => {
    const row = await findRow(transaction, id);
    requireWrite(caller, await readMemberships(transaction, caller), row);
    const deleted = await transaction.deleteFrom('credentials').where('id', '=', id).returningAll().executeTakeFirst();
    // Another request may have been faster.
    if (!deleted) throw entityNotFound();
    await recordAudit(transaction, caller, {
      action: 'credential.delete',
      subject: credentialSubject(deleted),
      details: { kind: deleted.kind, hosts: deleted.hosts },
    });
    return { id: deleted.id };
  });
}

/** Steps name credentials by name or id, so no name may be an id. */
function requireName(text: string): string {
  const name = text.trim();
  if (isUuid(name)) throw credentialNameIsId();
  return name;
}

function requireHosts(entries: readonly string[]): string[] {
  try {
    return normalizeHosts(entries);
  } catch (error) {
    throw error instanceof HostError ? credentialHostInvalid(error.message) : error;
  }
}

function toDate(milliseconds: number | null | undefined): Date | null {
  return milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds);
}

type Shares = Pick<Selectable<CredentialTables['credentials']>, 'sharing' | 'group_sharing'>;

function parseShares(update: Partial<Shares>, stored: Shares): Shares {
  const { sharing, group_sharing } = shareColumns(update);
  return {
    sharing: sharing === undefined ? stored.sharing : JSON.parse(sharing),
    group_sharing: group_sharing === undefined ? stored.group_sharing : JSON.parse(group_sharing),
  };
}

function isSame<Row extends object>(before: Row, after: Partial<Row>): boolean {
  return Object.entries(after).every(([name, value]) =>
    isDeepStrictEqual(Object.entries(before).find(([key]) => key === name)?.[1], value),
  );
}

function changedNames(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(name => !isDeepStrictEqual(before[name], after[name]));
}

const UNIQUE_VIOLATION = '23505';

function explainSameName(name: string): (error: Error) => never {
  return error => {
    if (errorCode(error) === UNIQUE_VIOLATION) throw credentialExists(name);
    return explainForeignKeyViolation(error);
  };
}
