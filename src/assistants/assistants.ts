/** Stores assistants, and decides who may see, use and change them. */
import type { Selectable } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { isAccessibleTo, shareColumns } from '../accounts/sharing/shares.ts';
import { changedFields, hasChanges, recordAudit, recordChanges, SHARES, type Subject } from '../audit/record.ts';
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

/** The models and tools that assistants can have. */
interface AssistantParts {
  models: Models;
  tools: Pick<ToolBox, 'knows'>;
}

/** Selects the assistants that the user created, builders included, and those that are shared with the user. */
export function visibleAssistants(db: Query, user: User, groups: ReadonlySet<string>) {
  return db
    .selectFrom('assistants')
    .selectAll('assistants')
    .select(isAccessibleTo('assistants', user, groups, { write: true }).$castTo<boolean>().as('writable'))
    .where(isAccessibleTo('assistants', user, groups));
}

/** Returns an assistant that the user may talk to. */
export async function requireAssistant(db: Query, user: User, id: string): Promise<AssistantRow> {
  if (!isUuid(id)) throw assistantNotFound(); // the id may come from a template
  const assistant = await visibleAssistants(db, user, await findGroupIds(db, user))
    .where('assistants.id', '=', id)
    .executeTakeFirst();
  if (!assistant) throw assistantNotFound();
  return assistant;
}

/** Returns those of the assistants that a step may run on behalf of the user. Builders talk only to people. */
export async function findAssistantsForSteps(db: Query, user: User, ids: readonly string[]): Promise<Set<string>> {
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
  input: AssistantCreation,
): Promise<AssistantRow> {
  await requireParts(parts, caller, input);
  return db.transaction().execute(async transaction => {
    const row = await transaction
      .insertInto('assistants')
      .values({
        id: newId(),
        ...toColumns(input),
        name: input.name,
        created_by: caller.userId,
        updated_by: caller.userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(transaction, caller, { action: 'assistant.create', subject: assistantSubject(row) });
    return { ...row, writable: true };
  });
}

/** Changes only the fields of the request. */
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
  await requireParts(parts, caller, changes);
  return db.transaction().execute(async transaction => {
    const before = await lockAssistantForNoKeyUpdate(transaction, id);
    const row = await transaction
      .updateTable('assistants')
      .set({ ...toColumns(changes), updated_at: new Date(), updated_by: caller.userId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const subject = assistantSubject(row);
    const changed = changedFields(before, row, ['name', 'description', 'model', 'tools']);
    const hasNewInstructions = before.instructions !== row.instructions;
    if (hasChanges(changed) || hasNewInstructions) {
      const details = { changes: changed, ...(hasNewInstructions && { instructions_changed: true }) };
      await recordAudit(transaction, caller, { action: 'assistant.update', subject, details });
    }
    await recordChanges(transaction, caller, { action: 'assistant.share', subject }, { before, after: row }, SHARES);
    return { ...row, writable: true };
  });
}

async function lockAssistantForNoKeyUpdate(transaction: Query, id: string) {
  const query = transaction.selectFrom('assistants').selectAll().where('id', '=', id);
  const assistant = await query.forNoKeyUpdate().executeTakeFirst();
  if (!assistant) throw entityNotFound();
  return assistant;
}

/** How the audit log names an assistant. */
function assistantSubject({ id, name }: { id: string; name: string }): Subject {
  return { kind: 'assistant', id, name };
}

/** Does not delete the conversations of the assistant. */
export async function deleteAssistant(db: Query, caller: Caller, id: string): Promise<string> {
  const assistant = await requireWritable(db, caller, id);
  await db.transaction().execute(async transaction => {
    const deletion = transaction.deleteFrom('assistants').where('id', '=', assistant.id);
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    // Another request may have been faster.
    if (numDeletedRows === 0n) return;
    await recordAudit(transaction, caller, { action: 'assistant.delete', subject: assistantSubject(assistant) });
  });
  return assistant.id;
}

/** Returns the user's own builder of a workflow. Throws when the workflow is deleted, even meanwhile. */
export async function findOrCreateBuilder(
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

export function toAssistant(row: AssistantRow): Assistant {
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

async function requireParts(
  { models, tools }: AssistantParts,
  { userId, email }: User,
  input: Pick<AssistantUpdate, 'model' | 'tools'>,
): Promise<void> {
  if (input.model && !models.chat(input.model)) throw validationError('model', `there is no model '${input.model}'`);
  const known = await tools.knows(input.tools ?? [], { id: userId, email });
  for (const [index, name] of (input.tools ?? []).entries()) {
    // A tool of a server that can not be reached at the moment may be back later.
    if (known.get(name) === 'no') throw validationError(`tools.${index}`, `there is no tool '${name}'`);
  }
}

function toColumns({ sharing, group_sharing, tools, ...columns }: Omit<AssistantUpdate, 'id'>) {
  return {
    ...columns,
    ...(tools && { tools: [...new Set(tools)] }),
    ...shareColumns({ sharing, group_sharing }),
  };
}
