/** The endpoints of `/api/v1/workflow` that the console uses. */
import Type from 'typebox';
import type { HeddleDatabase, Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { endpointWith, workflowReaders, workflowWriters } from '../http/endpoint.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { VariableScope } from '../variables/reading.ts';
import { requireWorkflow } from './access.ts';
import type { Checker } from './checking.ts';
import * as schemas from './console-schemas.ts';
import { readExamples } from './examples.ts';
import { listVersions, readPublication } from './publication.ts';
import { openWorkflow, saveWorkflow } from './saving.ts';
import type { HolidayReader } from './schedule-holidays.ts';
import { DescribedCatalog, WorkflowId } from './schemas.ts';
import { listWorkflows } from './summaries.ts';

interface ConsoleServices {
  database: HeddleDatabase;
  checker: Checker;
  holidays: HolidayReader;
  publicUrl(): string;
  sealer: Sealer;
}

const endpoint = endpointWith<ConsoleServices>();

export const workflowConsoleEndpoints = [
  endpoint({
    path: '/api/v1/workflow/list',
    summary: 'Lists workflows that the user owns or that are shared, with what happened lately',
    ...workflowReaders,
    body: schemas.ListQuery,
    reply: schemas.WorkflowList,
    handle: ({ database }, { caller, body }) => listWorkflows(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/workflow/open',
    summary: 'Reads a workflow together with the revision that its draft is',
    ...workflowReaders,
    body: WorkflowId,
    reply: schemas.OpenedWorkflow,
    handle: ({ database }, { caller, body }) => openWorkflow(database.query, caller, body.workflow_id),
  }),
  endpoint({
    path: '/api/v1/workflow/catalog',
    summary: 'Lists the node types and tools of which workflows consist, with the schemas of what they give',
    ...workflowReaders,
    reply: DescribedCatalog,
    handle: ({ checker }, { caller }) => checker.describedCatalog(caller),
  }),
  endpoint({
    path: '/api/v1/workflow/check',
    summary: 'Validates a definition that is not saved, for the caller',
    ...workflowReaders,
    tier: 'high',
    body: schemas.CheckRequest,
    reply: schemas.CheckResult,
    handle: async ({ database: { query: db }, checker }, { caller, body }) => {
      const scope = await findScope(db, caller, body.workflow_id);
      const issues = await checker.findParamIssues(db, caller, body.definition, scope);
      return { valid: !issues.some(({ severity }) => severity === 'error'), issues };
    },
  }),
  endpoint({
    path: '/api/v1/workflow/save',
    failures: [409],
    summary: 'Saves the draft, provided that the revision it is based on is still the latest',
    ...workflowWriters,
    tier: 'high',
    body: schemas.SaveRequest,
    reply: schemas.SaveResult,
    handle: ({ database, checker }, { caller, body }) => saveWorkflow(database.query, caller, checker, body),
  }),
  endpoint({
    path: '/api/v1/workflow/publication',
    summary: 'Reads what publishing the draft would change, and what is published now',
    ...workflowWriters,
    body: WorkflowId,
    reply: schemas.Publication,
    handle: ({ database, ...services }, { caller, body }) =>
      readPublication(database.query, caller, services, body.workflow_id),
  }),
  endpoint({
    path: '/api/v1/workflow/versions',
    summary: 'Lists the published versions, the newest first',
    ...workflowWriters,
    body: schemas.VersionsQuery,
    reply: schemas.Versions,
    handle: ({ database }, { caller, body }) => listVersions(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/workflow/examples',
    summary: 'Lists workflows to begin with, as export documents',
    ...workflowReaders,
    body: Type.Object({}),
    reply: Type.Array(schemas.Example),
    handle: readExamples,
  }),
];

/** What decides which variables a definition sees. Those who only read a workflow can not find out which there are. */
async function findScope(
  db: Query,
  caller: Caller,
  workflowId: string | undefined,
): Promise<VariableScope | undefined> {
  if (workflowId === undefined) return { organization_id: null, created_by: caller.userId };
  const { workflow, access } = await requireWorkflow(db, caller, workflowId, 'read');
  return access.write ? workflow : undefined;
}
