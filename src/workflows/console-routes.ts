/** The endpoints of `/api/v1/workflow` that the console uses. */
import Type from 'typebox';
import type { HeddleDatabase, Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { VariableScope } from '../variables/reading.ts';
import { requireWorkflow } from './access.ts';
import type { Checker } from './checking.ts';
import * as schemas from './console-schemas.ts';
import { readExamples } from './examples.ts';
import { listVersions, readPublication } from './publication.ts';
import { openWorkflow, saveWorkflow } from './saving.ts';
import { DescribedCatalog, WorkflowId } from './schemas.ts';
import { listWorkflows } from './summaries.ts';

const reading = { scope: '*', workflowPermission: 'read', tier: 'default' } as const;
const writing = { scope: '*', workflowPermission: 'write', tier: 'default' } as const;

interface ConsoleServices {
  database: HeddleDatabase;
  checker: Checker;
  publicUrl(): string;
  sealer: Sealer;
}

export function workflowConsoleEndpoints({ database, checker, publicUrl, sealer }: ConsoleServices): Endpoint[] {
  const { query: db } = database;
  return [
    endpoint({
      path: '/api/v1/workflow/list',
      summary: 'Lists workflows that the user owns or that are shared, with what happened lately',
      ...reading,
      body: schemas.ListQuery,
      reply: schemas.WorkflowList,
      handle: ({ caller, body }) => listWorkflows(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/workflow/open',
      summary: 'Reads a workflow together with the revision that its draft is',
      ...reading,
      body: WorkflowId,
      reply: schemas.OpenedWorkflow,
      handle: ({ caller, body }) => openWorkflow(db, caller, body.workflow_id),
    }),
    endpoint({
      path: '/api/v1/workflow/catalog',
      summary: 'Lists the node types and tools of which workflows consist, with the schemas of what they give',
      ...reading,
      reply: DescribedCatalog,
      handle: ({ caller }) => checker.describedCatalog(caller),
    }),
    endpoint({
      path: '/api/v1/workflow/check',
      summary: 'Validates a definition that is not saved, for the caller',
      ...reading,
      tier: 'high',
      body: schemas.CheckRequest,
      reply: schemas.CheckResult,
      handle: async ({ caller, body }) => {
        const scope = await findScope(db, caller, body.workflow_id);
        const issues = await checker.findParamIssues(db, caller, body.definition, scope);
        return { valid: !issues.some(({ severity }) => severity === 'error'), issues };
      },
    }),
    endpoint({
      path: '/api/v1/workflow/save',
      failures: [409],
      summary: 'Saves the draft, provided that the revision it is based on is still the latest',
      ...writing,
      tier: 'high',
      body: schemas.SaveRequest,
      reply: schemas.SaveResult,
      handle: ({ caller, body }) => saveWorkflow(db, caller, checker, body),
    }),
    endpoint({
      path: '/api/v1/workflow/publication',
      summary: 'Reads what publishing the draft would change, and what is published now',
      ...writing,
      body: WorkflowId,
      reply: schemas.Publication,
      handle: ({ caller, body }) => readPublication(db, caller, { checker, publicUrl, sealer }, body.workflow_id),
    }),
    endpoint({
      path: '/api/v1/workflow/versions',
      summary: 'Lists the published versions, the newest first',
      ...writing,
      body: schemas.VersionsQuery,
      reply: schemas.Versions,
      handle: ({ caller, body }) => listVersions(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/workflow/examples',
      summary: 'Lists workflows to begin with, as export documents',
      ...reading,
      body: Type.Object({}),
      reply: Type.Array(schemas.Example),
      handle: readExamples,
    }),
  ];
}

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
