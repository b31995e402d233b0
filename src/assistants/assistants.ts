/** Assistants as records: who may see, use and change them. */
import type { Selectable } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { comesTo, shareColumns } from '../accounts/shares.ts';
import { explainForeignKeyViolation, type Query } from '../database.ts';
import { assistantNotFound, entityNotFound, permissionDenied, validationError, workflowNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { isUuid, newId } from '../platform/ids.ts';
import type { Models } from '../platform/models/model.ts';
import type { ToolBox } from '../tools/registry.ts';
import type { Assistant, AssistantCreation, AssistantUpdate } from './schemas.ts';
import type { AssistantTables } from './tables.ts';

export type AssistantRow = Selectable<AssistantTables['assistants']> & { writable: boolean };
type User = Pick<Caller, 'userId' | 'email'>;

/** What assistants can be made of. */
export interface AssistantParts {
  models: Models;
  tools: Pick<ToolBox, 'knows'>;
}

const TABLE = { table: 'assistants', hasGroup: false };

/** Those that the user made, builders included, or that are shared with them. */
export function visibleAssistants(db: Query, user: User, groups: ReadonlySet<string>) {
  return db
    .selectFrom('assistants')
    .selectAll('assistants')
    .select(comesTo(TABLE, user, groups, { write: true }).$castTo<boolean>().as('writable'))
    .where(comesTo(TABLE, user, groups));
}

/** For whoever wants to talk to it. */
export async function usableAssistant(db: Query, user: User, id: string): Promise<AssistantRow> {
  if (!isUuid(id)) throw assistantNotFound(); // templates may give anything
  const assistant = await visibleAssistants(db, user, await findGroupIds(db, user))
    .where('assistants.id', '=', id)
    .executeTakeFirst();
  if (!assistant) throw assistantNotFound();
  return assistant;
}

/** Which of these a step may run on behalf of the user. Builders are for people to talk to. */
export async function usableInSteps(db: Query, user: User, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await visibleAssistants(db, user, await findGroupIds(db, user))
    .where('assistants.id', 'in', ids)
    .where('workflow_id', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function createAssistant(
  db: Query,
  caller: Caller,
  parts: AssistantParts,
  given: AssistantCreation,
): Promise<AssistantRow> {
  requireParts(parts, given);
  const row = await db
    .insertInto('assistants')
    .values({
      id: newId(),
      ...columnsOf(given),
      name: given.name,
      created_by: caller.userId,
      updated_by: caller.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, writable: true };
}

/** Only what is sent changes. */
export async function updateAssistant(
  db: Query,
  caller: Caller,
  parts: AssistantParts,
  { id, ...changes }: AssistantUpdate,
): Promise<AssistantRow> {
  const assistant = await requireWritable(db, caller, id);
  if (assistant.workflow_id !== null && (changes.tools || changes.sharing || changes.group_sharing)) {
    throw validationError('id', "a builder's tools and sharing can not be changed");
  }
  requireParts(parts, changes);
  const row = await db
    .updateTable('assistants')
    .set({ ...columnsOf(changes), updated_at: new Date(), updated_by: caller.userId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  return { ...row, writable: true };
}

/** Its conversations stay. */
export async function deleteAssistant(db: Query, caller: Caller, id: string): Promise<string> {
  const assistant = await requireWritable(db, caller, id);
  await db.deleteFrom('assistants').where('id', '=', assistant.id).execute();
  return assistant.id;
}

/** The user's own builder of a workflow. A workflow that is gone, or going, gets none. */
export async function builderOf(
  db: Query,
  { userId }: Pick<Caller, 'userId'>,
  workflow: { id: string; name: string },
): Promise<AssistantRow> {
  await db
    .insertInto('assistants')
    .values({
      id: newId(),
      name: `Builder of ${workflow.name}`,
      description: 'Reads, edits, test-runs and explains the workflow',
      workflow_id: workflow.id,
      created_by: userId,
      updated_by: userId,
    })
    .onConflict(conflict => conflict.columns(['workflow_id', 'created_by']).doNothing())
    .execute()
    .catch(explainForeignKeyViolation);
  const row = await db
    .selectFrom('assistants')
    .selectAll()
    .where('workflow_id', '=', workflow.id)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  if (!row) throw workflowNotFound();
  return { ...row, writable: true };
}

export function assistantObject(row: AssistantRow): Assistant {
  const { id, name, description, instructions, model, tools, sharing, group_sharing, workflow_id, writable } = row;
  return {
    id,
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    updated: { timestamp: row.updated_at.getTime(), user_id: row.updated_by },
    permissions: {
      owner: { user_id: row.created_by, group_id: null },
      write: writable,
      run: true,
      export: writable,
      copy: writable,
    },
    name,
    description,
    instructions,
    model,
    tools,
    sharing,
    group_sharing,
    workflow_id,
  };
}

async function requireWritable(db: Query, caller: Caller, id: string): Promise<AssistantRow> {
  const assistant = await visibleAssistants(db, caller, await findGroupIds(db, caller))
    .where('assistants.id', '=', id)
    .executeTakeFirst();
  if (!assistant) throw entityNotFound();
  if (!assistant.writable) throw permissionDenied();
  return assistant;
}

function requireParts({ models, tools }: AssistantParts, given: Pick<AssistantUpdate, 'model' | 'tools'>): void {
  if (given.model && !models.chat(given.model)) throw validationError('model', `there is no model '${given.model}'`);
  for (const [index, name] of (given.tools ?? []).entries()) {
    // One of a place that is away just now will be back.
    if (tools.knows(name) === 'no') throw validationError(`tools.${index}`, `there is no tool '${name}'`);
  }
}

function columnsOf({ sharing, group_sharing, tools, ...columns }: Omit<AssistantUpdate, 'id'>) {
  return {
    ...columns,
    ...(tools && { tools: [...new Set(tools)] }),
    ...shareColumns({ ...(sharing && { sharing }), ...(group_sharing && { group_sharing }) }),
  };
}
