/** Reads the variables that a workflow sees: those of its organization, or else of its creator, and its own values. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';

/** The names of variables that a definition refers to, or all of them when a template computes a name. */
export type NamedVariables = ReadonlySet<string> | 'any';
export type VariableValues = Readonly<Record<string, unknown>>;

/** What decides which variables a workflow sees. */
export interface VariableScope {
  /** Missing in a definition that is not saved yet. */
  id?: string;
  organization_id: string | null;
  created_by: string;
}

/** Whether a definition, as JSON, can refer to variables at all. Most can not, and then nothing needs to be read. */
export function mayUseVariables(definition: string): boolean {
  return definition.includes('vars');
}

export async function findVariableNames(
  db: Query,
  { id, organization_id, created_by }: VariableScope,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM variables WHERE owner_id = ${organization_id ?? created_by}
    UNION SELECT name FROM workflow_variables WHERE workflow_id = ${id ?? null}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Reads the present values with one statement, so that they are of one moment. */
export async function readVariableValues(
  db: Query,
  workflowId: string,
  names: NamedVariables,
): Promise<VariableValues> {
  const wanted = names === 'any' ? null : [...names];
  const { rows } = await sql<{ name: string; value: string }>`
    SELECT variables.name, variables.value, false AS overrides FROM variables
    JOIN workflows ON owner_id = coalesce(workflows.organization_id, workflows.created_by)
    WHERE workflows.id = ${workflowId} AND (${wanted}::text[] IS NULL OR variables.name = ANY (${wanted}))
    UNION ALL
    SELECT name, value, true FROM workflow_variables
    WHERE workflow_id = ${workflowId} AND (${wanted}::text[] IS NULL OR name = ANY (${wanted}))
    ORDER BY overrides`.execute(db);
  // A later entry replaces an earlier one. `fromEntries` defines properties: a variable may be called __proto__.
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Reads the value that each of these names has in its scope, as JSON. Undefined where there is none. */
export async function readVariablesOfScopes(
  db: Query,
  wanted: readonly { scope: VariableScope; name: string }[],
): Promise<(string | undefined)[]> {
  if (wanted.length === 0) return [];
  const workflows = wanted.map(({ scope }) => scope.id ?? null);
  const owners = wanted.map(({ scope }) => scope.organization_id ?? scope.created_by);
  const names = wanted.map(({ name }) => name);
  const { rows } = await sql<{ value: string | null }>`
    SELECT coalesce(own.value, owned.value) AS value
    FROM unnest(${workflows}::uuid[], ${owners}::uuid[], ${names}::text[])
      WITH ORDINALITY AS wanted (workflow_id, owner_id, name, place)
    LEFT JOIN workflow_variables AS own ON own.workflow_id = wanted.workflow_id AND own.name = wanted.name
    LEFT JOIN variables AS owned ON owned.owner_id = wanted.owner_id AND owned.name = wanted.name
    ORDER BY place`.execute(db);
  return rows.map(({ value }) => value ?? undefined);
}
