/** Many workflows at a time, whose definitions may be large. */
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { spliceJson, JSON_PLACEHOLDER } from '../platform/json/splice.ts';
import { rowSize, whenSmall } from '../query/row-size.ts';
import type { WorkflowRow } from './access.ts';
import { lastRun } from './last-run.ts';
import type { Workflow } from './schemas.ts';
import { toWorkflow } from './workflows.ts';

export const workflowSize = rowSize({
  texts: ['workflows.description'],
  json: ['workflows.definition', 'workflows.sharing', 'workflows.group_sharing'],
});

type ListedWorkflow = Omit<WorkflowRow, 'definition' | 'deleted_at'> &
  Pick<Workflow, 'last_run'> & { definition: string };

type Visible = SelectQueryBuilder<Schema, 'workflows', Selectable<Schema['workflows']>>;

/** With the definition as the text that it is; of workflows that are not small, without it where that is enough. */
export function listedWorkflows(visible: Visible, { isSmallEnough = false } = {}) {
  const definition = sql<string>`workflows.definition::text`;
  return visible
    .clearSelect()
    .select([
      'workflows.id',
      'workflows.name',
      'workflows.description',
      'workflows.organization_id',
      'workflows.group_id',
      'workflows.sharing',
      'workflows.group_sharing',
      'workflows.published_version',
      'workflows.published_at',
      'workflows.active',
      'workflows.run_as',
      'workflows.signing_secret',
      'workflows.created_at',
      'workflows.created_by',
      'workflows.updated_at',
      'workflows.updated_by',
    ])
    .select([
      (isSmallEnough ? whenSmall(workflowSize, definition) : definition).as('definition'),
      lastRun.as('last_run'),
    ]);
}

export async function workflowTexts(
  rows: readonly ListedWorkflow[],
  caller: Caller,
  groups: ReadonlySet<string>,
): Promise<string[]> {
  const texts: string[] = [];
  for (const { definition, ...row } of rows) {
    texts.push(await spliceJson(toWorkflow({ ...row, deleted_at: null, definition: JSON_PLACEHOLDER }, caller, groups), definition));
  }
  return texts;
}
