/** Reads pages of workflows, whose definitions may be large. */
import { type RawBuilder, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import type { LargeResponse } from '../http/large-response.ts';
import { JSON_PLACEHOLDER, spliceJson } from '../platform/json/splice.ts';
import { compileQuery } from '../query/compile.ts';
import { countRows } from '../query/execute.ts';
import { findLarge } from '../query/listing.ts';
import type { QueryBody } from '../query/query-body.ts';
import { rowSize, whenSmall } from '../query/row-size.ts';
import { type StoredWorkflow, visibleWorkflows } from './access.ts';
import { workflowFields } from './fields.ts';
import { lastRun } from './last-run.ts';
import type { Workflow } from './schemas.ts';
import { toWorkflow } from './workflows.ts';

const workflowSize = rowSize({
  texts: ['workflows.description'],
  json: ['workflows.definition', 'workflows.sharing', 'workflows.group_sharing'],
});

/** What every list shows of a workflow. */
export const LISTED_COLUMNS = [
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
  'workflows.created_at',
  'workflows.created_by',
  'workflows.updated_at',
  'workflows.updated_by',
] as const;

type ListedWorkflow = Omit<StoredWorkflow, 'definition' | 'deleted_at'> &
  Pick<Workflow, 'last_run'> & { definition: string };

/** Sends a page of workflows, with their definitions as the database stores them. */
export async function findWorkflows(db: Query, caller: Caller, body: QueryBody): Promise<LargeResponse> {
  const selection = compileQuery(workflowFields, body);
  const groups = await findGroupIds(db, caller);
  const definition = sql<string>`workflows.definition::text`;
  return findLarge(
    db,
    selection,
    {
      visible: db => selectListed(visibleWorkflows(db, caller, groups), definition),
      small: db => selectListed(visibleWorkflows(db, caller, groups), whenSmall(workflowSize, definition)),
      size: workflowSize,
    },
    rows => stringifyWorkflows(rows, caller, groups),
  );
}

export async function countWorkflows(db: Query, caller: Caller, body: QueryBody): Promise<number> {
  const selection = compileQuery(workflowFields, body);
  const groups = await findGroupIds(db, caller);
  return countRows(db, selection, db => visibleWorkflows(db, caller, groups));
}

function selectListed(visible: ReturnType<typeof visibleWorkflows>, definition: RawBuilder<string>) {
  return visible
    .clearSelect()
    .select(LISTED_COLUMNS)
    .select(['workflows.run_as', 'workflows.signing_secret_sealed'])
    .select([definition.as('definition'), lastRun.as('last_run')]);
}

async function stringifyWorkflows(
  rows: readonly ListedWorkflow[],
  caller: Caller,
  groups: ReadonlySet<string>,
): Promise<string[]> {
  const texts: string[] = [];
  for (const { definition, ...row } of rows) {
    texts.push(
      await spliceJson(
        toWorkflow({ ...row, deleted_at: null, definition: JSON_PLACEHOLDER }, caller, groups),
        definition,
      ),
    );
  }
  return texts;
}
