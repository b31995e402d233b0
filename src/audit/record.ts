/** Writes the audit log: who changed what, and who exported data. `endpoints.ts` says which requests leave which entries. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { isUuid, newId } from '../platform/ids.ts';
import { jsonb, toStorableJson } from '../platform/postgres/storable-text.ts';
import type { AuditAction, SubjectKind } from './schemas.ts';

/** Who did it. Every caller is an actor. */
export interface Actor {
  userId: string;
  name: string;
  email: string;
  /** The key of the request, when it has no session. */
  keyId?: string;
  sessionId?: string;
  /** How they were known without either: by a link of their own, or by their account in Slack. */
  channel?: Channel;
  address?: string;
}

export type Channel = 'link' | 'slack';

export interface Subject {
  kind: SubjectKind;
  id: string | null;
  name: string;
}

export interface NewAuditEvent {
  action: AuditAction;
  subject: Subject;
  /** Never with secrets: administrators read it. */
  details?: Record<string, unknown>;
}

/** Must be part of the transaction of the change, so that neither is there without the other. */
export async function recordAudit(
  transaction: Query,
  actor: Actor,
  { action, subject, details = {} }: NewAuditEvent,
): Promise<void> {
  if (!transaction.isTransaction) throw new Error('an entry of the audit log belongs to the transaction of its change');
  await insertEntry(transaction, actor, { action, subject, details });
}

/** For what changes nothing in the database, such as a refused sign-in or an export. */
export async function recordAuditAlone(db: Query, actor: Actor, event: NewAuditEvent): Promise<void> {
  await insertEntry(db, actor, { details: {}, ...event });
}

/** Between two pages of one export. */
const EXPORT_PAUSE_MINUTES = 60;

/** The pages of an export are one entry, even when nobody asked for its first page. */
export async function recordExport(
  db: Query,
  actor: Actor,
  event: NewAuditEvent,
  { isFirstPage }: { isFirstPage: boolean },
): Promise<void> {
  if (isFirstPage || !(await hasRecorded(db, actor, event))) await recordAuditAlone(db, actor, event);
}

/** Tells whether the actor has left the same entry a short time ago. */
async function hasRecorded(
  db: Query,
  { userId }: Actor,
  { action, subject, details = {} }: NewAuditEvent,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_events WHERE actor_id = ${userId} AND at > now() - make_interval(mins => ${EXPORT_PAUSE_MINUTES})
      AND action = ${action} AND subject_id = ${subject.id} AND details = ${jsonb(toStorableJson(details))} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function insertEntry(
  db: Query,
  actor: Actor,
  { action, subject, details }: Required<NewAuditEvent>,
): Promise<void> {
  const via = viaOf(actor);
  const keyId = via === 'key' ? (actor.keyId ?? null) : null;
  await sql`
    INSERT INTO audit_events (id, actor_id, actor_name, actor_email, via, key_id, key_name, address,
      action, subject_kind, subject_id, subject_name, details)
    VALUES (${newId()}, ${actor.userId}, ${actor.name}, ${actor.email}, ${via},
      ${keyId}::uuid, (SELECT name FROM api_keys WHERE id = ${keyId}::uuid), ${via === 'command' ? null : (actor.address ?? null)},
      ${action}, ${subject.kind}, ${subject.id}, ${subject.name}, ${jsonb(toStorableJson(details))})`.execute(db);
}

/** The operator of the machine has a key that is no key: see `provision`. */
function viaOf({ keyId, sessionId, channel }: Actor): 'session' | 'key' | 'command' | 'none' | Channel {
  if (channel !== undefined) return channel;
  if (sessionId !== undefined) return 'session';
  if (keyId === undefined) return 'none';
  return isUuid(keyId) ? 'key' : 'command';
}

export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** Lists those of the fields that differ, with both values. Name no field that has a secret. */
export function changedFields<Row extends object>(before: Row, after: Row, names: readonly (keyof Row & string)[]) {
  const changes: FieldChanges = {};
  for (const name of names) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    changes[name] = { from: before[name], to: after[name] };
  }
  return changes;
}

export function hasChanges(changes: FieldChanges): boolean {
  return Object.keys(changes).length > 0;
}

/** Leaves an entry about those of the fields that differ, unless all are the same. Name no field that has a secret. */
export async function recordChanges<Row extends object>(
  transaction: Query,
  actor: Actor,
  { details, ...event }: NewAuditEvent,
  { before, after }: { before: Row; after: Row },
  names: readonly (keyof Row & string)[],
): Promise<void> {
  const changes = changedFields(before, after, names);
  if (hasChanges(changes)) await recordAudit(transaction, actor, { ...event, details: { ...details, changes } });
}

/** With whom something is shared is an entry of its own. */
export const SHARES = ['sharing', 'group_sharing'] as const;
