/** The values that a workflow has instead of those of its owner, or beside them. */
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { explainForeignKeyViolation } from '../database.ts';
import { notAnOrganizationMember, tooManyWorkflowVariables } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Override, ResolvedVariable, ResolvedVariables, VariableType } from './schemas.ts';
import { requireValue, toAudited, typeOf } from './values.ts';

/** A workflow that the caller may change. */
export interface OverridableWorkflow {
  id: string;
  name: string;
  organization_id: string | null;
  created_by: string;
}

/** Throws when the caller may not change the workflow. */
export type RequireWorkflow = (db: Query, caller: Caller, id: string) => Promise<OverridableWorkflow>;

export async function overrideVariable(
  db: Query,
  caller: Caller,
  requireWorkflow: RequireWorkflow,
  { workflow_id, name, value }: Override,
): Promise<ResolvedVariables> {
  return db.transaction().execute(async transaction => {
    const workflow = await requireOverridable(transaction, caller, requireWorkflow, workflow_id);
    const before = await findOverride(transaction, workflow.id, name);
    const removes = value === null || value === undefined;
    const json = removes ? undefined : requireValue(await findType(transaction, workflow, name, value), value);
    if (json === undefined) await deleteOverride(transaction, workflow.id, name);
    else await saveOverride(transaction, workflow.id, name, json);
    if (before !== json) {
      await recordAudit(transaction, caller, {
        action: 'variable.override',
        subject: { kind: 'workflow', id: workflow.id, name: workflow.name },
        details: { name, changes: { value: { from: toAudited(before), to: toAudited(json) } } },
      });
    }
    return resolve(transaction, workflow);
  });
}

export async function resolveVariables(
  db: Query,
  caller: Caller,
  requireWorkflow: RequireWorkflow,
  workflowId: string,
): Promise<ResolvedVariables> {
  return resolve(db, await requireOverridable(db, caller, requireWorkflow, workflowId));
}

/** Somebody may have left the organization of the workflow, and still change the workflow. */
async function requireOverridable(
  db: Query,
  caller: Caller,
  requireWorkflow: RequireWorkflow,
  workflowId: string,
): Promise<OverridableWorkflow> {
  const workflow = await requireWorkflow(db, caller, workflowId);
  if (workflow.organization_id === null) return workflow;
  const member = await db
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', workflow.organization_id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (!member) throw notAnOrganizationMember();
  return workflow;
}

async function resolve(
  db: Query,
  { id, organization_id, created_by }: OverridableWorkflow,
): Promise<ResolvedVariables> {
  const source = organization_id === null ? 'user' : 'organization';
  const { rows } = await sql<{
    name: string;
    type: VariableType | null;
    description: string | null;
    inherited: string | null;
    own: string | null;
  }>`
    SELECT name, owned.type, owned.description, owned.value AS inherited, own.value AS own
    FROM (SELECT name, type, description, value FROM variables
      WHERE owner_id = ${organization_id ?? created_by}) AS owned
    FULL JOIN (SELECT name, value FROM workflow_variables WHERE workflow_id = ${id}) AS own USING (name)
    ORDER BY lower(name), name`.execute(db);
  return {
    variables: rows.map(({ name, description, inherited, own, type }): ResolvedVariable => {
      const value: unknown = JSON.parse(own ?? inherited ?? 'null');
      return {
        name,
        type: type ?? typeOf(value),
        value,
        description: description ?? '',
        source: own === null ? source : 'workflow',
        ...(own !== null && inherited !== null && { inherited: JSON.parse(inherited) }),
      };
    }),
  };
}

/** The value must fit the type that the owner gave to the variable. */
async function findType(
  db: Query,
  { organization_id, created_by }: OverridableWorkflow,
  name: string,
  value: unknown,
): Promise<VariableType> {
  const variable = await db
    .selectFrom('variables')
    .select('type')
    .where('owner_id', '=', organization_id ?? created_by)
    .where('name', '=', name)
    .executeTakeFirst();
  return variable?.type ?? typeOf(value);
}

async function findOverride(db: Query, workflowId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('workflow_variables')
    .select('value')
    .where('workflow_id', '=', workflowId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

async function deleteOverride(transaction: Query, workflowId: string, name: string): Promise<void> {
  await transaction
    .deleteFrom('workflow_variables')
    .where('workflow_id', '=', workflowId)
    .where('name', '=', name)
    .execute();
}

/** Requests at the same moment do not see each other, so a workflow may exceed its limit by some. */
async function saveOverride(transaction: Query, workflowId: string, name: string, json: string): Promise<void> {
  const { perWorkflow } = fixedLimits.variable;
  const { rows } = await sql`
    INSERT INTO workflow_variables (workflow_id, name, value)
    SELECT ${workflowId}::uuid, ${name}, ${json}
    WHERE (SELECT count(*) FROM workflow_variables WHERE workflow_id = ${workflowId} AND name <> ${name}) < ${perWorkflow}
    ON CONFLICT (workflow_id, name) DO UPDATE SET value = excluded.value, updated_at = now()
    RETURNING name`
    .execute(transaction)
    .catch(explainForeignKeyViolation);
  if (rows.length === 0) throw tooManyWorkflowVariables(perWorkflow);
}
