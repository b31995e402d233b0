/**
 * The variables of users and organizations. A personal one belongs to its user alone. Those of an organization are read by
 * its members, and changed by its members with write access.
 */
import { type Selectable, type SqlBool, sql } from 'kysely';
import { requireOrganizationRight } from '../accounts/memberships.ts';
import { type FieldChanges, hasChanges, recordAudit, type Subject } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import {
  entityNotFound,
  noOrganizationWritePermission,
  tooManyVariables,
  variableChangedSince,
  variableExists,
  variablesTooLong,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { errorCode } from '../platform/error-details.ts';
import { newId } from '../platform/ids.ts';
import { splitWords } from '../query/search-words.ts';
import { findReferringWorkflows } from './referring.ts';
import type {
  DeletedVariable,
  SavedVariable,
  Variable,
  VariableCreation,
  VariableDetails,
  VariableList,
  VariableQuery,
  VariableUpdate,
} from './schemas.ts';
import type { VariableTables } from './tables.ts';
import { findWarning, requireValue, toAudited } from './values.ts';

type StoredVariable = Selectable<VariableTables['variables']>;
type VariableRow = StoredVariable & { writable: boolean };

const PAGE = 50;

export async function createVariable(db: Query, caller: Caller, input: VariableCreation): Promise<SavedVariable> {
  const { name, type, description = '', organization_id = null } = input;
  const value = requireValue(type, input.value);
  const user_id = organization_id === null ? caller.userId : null;
  const row = await db.transaction().execute(async transaction => {
    await lockOwnerForNoKeyUpdate(transaction, { user_id, organization_id });
    if (organization_id !== null) {
      await requireOrganizationRight(transaction, 'edit', { organizationId: organization_id, userId: caller.userId });
    }
    const inserted = await transaction
      .insertInto('variables')
      .values({
        ...{ id: newId(), name, type, value, description, user_id, organization_id },
        ...{ created_by: caller.userId, updated_by: caller.userId },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainSameName(name));
    await requireRoomForVariable(transaction, inserted);
    await recordAudit(transaction, caller, {
      action: 'variable.create',
      subject: variableSubject(inserted),
      details: { type, value: toAudited(value), organization_id },
    });
    return inserted;
  });
  return { ...toVariable({ ...row, writable: true }), warning: findWarning(name), workflows: [] };
}

export async function updateVariable(
  db: Query,
  caller: Caller,
  { id, if_updated, ...changes }: VariableUpdate,
): Promise<SavedVariable> {
  const owner: Owner = await requireWritable(db, caller, id);
  const { before, after } = await db.transaction().execute(async transaction => {
    // Those who change variables of one owner at the same time would exceed the limits together.
    await lockOwnerForNoKeyUpdate(transaction, owner);
    await requireWritable(transaction, caller, id);
    const stored = await lockVariableForUpdate(transaction, id);
    const known = stored.updated_at.getTime();
    if (if_updated !== undefined && if_updated !== known) throw variableChangedSince();
    const { name = stored.name, type = stored.type, description = stored.description } = changes;
    const value = requireValue(type, 'value' in changes ? changes.value : JSON.parse(stored.value));
    const updated = await transaction
      .updateTable('variables')
      .set({ name, type, value, description, updated_at: laterThan(known), updated_by: caller.userId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainSameName(name));
    await requireRoomForVariable(transaction, updated);
    await recordChange(transaction, caller, stored, updated);
    return { before: stored, after: updated };
  });
  return {
    ...toVariable({ ...after, writable: true }),
    warning: findWarning(after.name),
    workflows: before.name === after.name ? [] : await findReferringWorkflows(db, caller, before),
  };
}

export async function deleteVariable(db: Query, caller: Caller, id: string): Promise<DeletedVariable> {
  const variable = await requireWritable(db, caller, id);
  await db.transaction().execute(async transaction => {
    const deletion = transaction.deleteFrom('variables').where('id', '=', variable.id);
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    // Another request may have been faster.
    if (numDeletedRows === 0n) throw entityNotFound();
    const { type, organization_id } = variable;
    const details = { type, value: toAudited(variable.value), organization_id };
    await recordAudit(transaction, caller, { action: 'variable.delete', subject: variableSubject(variable), details });
  });
  return { id: variable.id, workflows: await findReferringWorkflows(db, caller, variable) };
}

export async function getVariable(db: Query, caller: Caller, id: string): Promise<VariableDetails> {
  const variable = await requireVisible(db, caller, id);
  return { ...toVariable(variable), workflows: await findReferringWorkflows(db, caller, variable) };
}

export async function findVariables(db: Query, caller: Caller, query: VariableQuery): Promise<VariableList> {
  const { text, type, organization_id, skip = 0, limit = PAGE } = query;
  let found = visibleVariables(db, caller);
  if (type !== undefined) found = found.where('variables.type', '=', type);
  if (organization_id !== undefined) found = found.where('variables.owner_id', '=', organization_id ?? caller.userId);
  for (const word of splitWords(text)) {
    found = found.where(
      sql<SqlBool>`(strpos(lower(variables.name), ${word}) > 0 OR strpos(lower(variables.description), ${word}) > 0)`,
    );
  }
  const { total } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy(sql`lower(variables.name)`)
    .orderBy('variables.id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { items: rows.map(toVariable), total: Number(total) };
}

function visibleVariables(db: Query, { userId }: Pick<Caller, 'userId'>) {
  return db
    .selectFrom('variables')
    .leftJoin('organization_members as member', join =>
      join.onRef('member.organization_id', '=', 'variables.organization_id').on('member.user_id', '=', userId),
    )
    .selectAll('variables')
    .select(sql<boolean>`coalesce(member.write, true)`.as('writable'))
    .where(sql<SqlBool>`(variables.user_id = ${userId} OR member.user_id IS NOT NULL)`);
}

async function requireVisible(db: Query, caller: Caller, id: string): Promise<VariableRow> {
  const variable = await visibleVariables(db, caller).where('variables.id', '=', id).executeTakeFirst();
  if (!variable) throw entityNotFound();
  return variable;
}

async function requireWritable(db: Query, caller: Caller, id: string): Promise<VariableRow> {
  const variable = await requireVisible(db, caller, id);
  if (!variable.writable) throw noOrganizationWritePermission();
  return variable;
}

async function lockVariableForUpdate(transaction: Query, id: string): Promise<StoredVariable> {
  const query = transaction.selectFrom('variables').selectAll().where('id', '=', id);
  const variable = await query.forUpdate().executeTakeFirst();
  if (!variable) throw entityNotFound();
  return variable;
}

interface Owner {
  user_id: string | null;
  organization_id: string | null;
}

/** This mode does not wait for rows that only refer to the owner. */
async function lockOwnerForNoKeyUpdate(transaction: Query, { user_id, organization_id }: Owner): Promise<void> {
  await (organization_id === null
    ? sql`SELECT FROM users WHERE id = ${user_id} FOR NO KEY UPDATE`
    : sql`SELECT FROM organizations WHERE id = ${organization_id} FOR NO KEY UPDATE`
  ).execute(transaction);
}

async function requireRoomForVariable(
  transaction: Query,
  { owner_id }: Pick<StoredVariable, 'owner_id'>,
): Promise<void> {
  const { perOwner, ownerCharacters } = fixedLimits.variable;
  const { rows } = await sql<{ variables: number; characters: number }>`
    SELECT count(*)::integer AS variables, coalesce(sum(length(value)), 0)::integer AS characters
    FROM variables WHERE owner_id = ${owner_id}`.execute(transaction);
  const { variables = 0, characters = 0 } = rows[0] ?? {};
  if (variables > perOwner) throw tooManyVariables(perOwner);
  if (characters > ownerCharacters) throw variablesTooLong(ownerCharacters);
}

const UNIQUE_VIOLATION = '23505';

function explainSameName(name: string): (error: unknown) => never {
  return error => {
    throw errorCode(error) === UNIQUE_VIOLATION ? variableExists(name) : error;
  };
}

/** Two changes never have the same time, because `if_updated` tells them apart by it. */
function laterThan(timestamp: number): Date {
  return new Date(Math.max(Date.now(), timestamp + 1));
}

/** How the audit log names a variable. */
function variableSubject({ id, name }: { id: string; name: string }): Subject {
  return { kind: 'variable', id, name };
}

/** Nothing is recorded of an update that changes nothing. */
async function recordChange(
  transaction: Query,
  caller: Caller,
  before: StoredVariable,
  after: StoredVariable,
): Promise<void> {
  const changes: FieldChanges = {};
  for (const field of ['name', 'type', 'description'] as const) {
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  }
  if (before.value !== after.value) changes.value = { from: toAudited(before.value), to: toAudited(after.value) };
  if (!hasChanges(changes)) return;
  await recordAudit(transaction, caller, {
    action: 'variable.update',
    subject: variableSubject(after),
    details: { changes },
  });
}

function toVariable({ writable, ...row }: VariableRow): Variable {
  const { id, name, type, description, user_id, organization_id } = row;
  return {
    id,
    name,
    type,
    value: JSON.parse(row.value),
    description,
    owner: { user_id, organization_id },
    permissions: { write: writable },
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    updated: { timestamp: row.updated_at.getTime(), user_id: row.updated_by },
  };
}
