/** `/api/v3/workflow`: definitions, validation, history, publishing, export and import. */
import Type from 'typebox';
import type { HeddleDatabase, Query } from '../database.ts';
import { type Endpoint, EntityQuery, endpoint, Uuid } from '../http/endpoint.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { QueryBody } from '../query/query-body.ts';
import { requireWorkflow, requireWorkflowEntity } from './access.ts';
import type { Checker } from './checking.ts';
import { deleteWorkflow } from './deletion.ts';
import type { FindCredentials } from './exported-credentials.ts';
import { countWorkflows, findWorkflows } from './listing.ts';
import {
  activate,
  type DraftPublishingServices,
  publish,
  publishVersion,
  readDeployment,
  regenerateSecret,
} from './publishing.ts';
import { getRevision, listRevisions, restoreRevision } from './revisions.ts';
import * as schemas from './schemas.ts';
import { type CreationServices, copyWorkflow, exportWorkflow, importWorkflow } from './transfer.ts';
import { previewOccurrences } from './triggers.ts';
import type { WorkflowLimits } from './workflow-limits.ts';
import { buildWorkflow, changeOwner, createWorkflow, type OnCreated, updateWorkflow } from './workflows.ts';

const reading = { scope: 'service.workflow', workflowPermission: 'read', tier: 'default' } as const;
const writing = { scope: 'service.workflow.write', workflowPermission: 'write', tier: 'default' } as const;

interface WorkflowServices {
  database: HeddleDatabase;
  checker: Checker;
  /** Creates what else belongs to a new workflow. */
  onCreated: OnCreated;
  jobs: Pick<Jobs, 'enqueue'>;
  publicUrl(): string;
  sealer: Sealer;
  findCredentials: FindCredentials;
  requirePassingTests: DraftPublishingServices['requirePassingTests'];
}

export function workflowEndpoints(services: WorkflowServices): Endpoint[] {
  const { checker, publicUrl, sealer, requirePassingTests } = services;
  const { query: db } = services.database;
  const publishing = { checker, publicUrl, sealer, requirePassingTests };
  return [
    ...recordEndpoints(services),
    ...checkingEndpoints(db, checker),
    ...publishingEndpoints(db, publishing),
    ...revisionEndpoints(db, checker.limits),
    ...transferEndpoints(db, services),
  ];
}

/** Separate from the others, because it is also a command, which can be described without a database. */
export function workflowOwnerEndpoint(services: () => Pick<WorkflowServices, 'database'>): Endpoint {
  const db = () => services().database.query;
  return endpoint({
    path: '/api/v1/workflow/owner',
    summary: 'Transfers a workflow to an owning group, or with null back to its creator',
    scope: '*',
    workflowPermission: 'write',
    tier: 'default',
    body: schemas.OwnerChange,
    reply: schemas.Workflow,
    handle: async ({ caller, body }) => buildWorkflow(db(), caller, await changeOwner(db(), caller, body)),
  });
}

function recordEndpoints(services: WorkflowServices): Endpoint[] {
  const { query: db } = services.database;
  const { onCreated } = services;
  const { limits } = services.checker;
  return [
    endpoint({
      path: '/api/v3/workflow/find',
      summary: 'Finds workflows that the user owns or that are shared, newest first, with their definitions',
      ...reading,
      body: QueryBody,
      reply: Type.Array(schemas.Workflow),
      handle: ({ caller, body }) => findWorkflows(db, caller, body),
    }),
    endpoint({
      path: '/api/v3/workflow/count',
      summary: 'Counts workflows that the user owns or that are shared',
      ...reading,
      body: QueryBody,
      reply: Type.Integer(),
      handle: ({ caller, body }) => countWorkflows(db, caller, body),
    }),
    endpoint({
      path: '/api/v3/workflow/get',
      summary: 'Reads a workflow',
      ...reading,
      query: EntityQuery,
      reply: schemas.Workflow,
      handle: async ({ caller, query: { entity_id } }) => {
        const { workflow } = await requireWorkflowEntity(db, caller, entity_id, 'read');
        return buildWorkflow(db, caller, workflow);
      },
    }),
    endpoint({
      path: '/api/v3/workflow/create',
      summary: 'Creates a workflow',
      ...writing,
      body: schemas.WorkflowCreation,
      reply: schemas.Workflow,
      handle: async ({ caller, body }) =>
        buildWorkflow(db, caller, await createWorkflow(db, caller, body, { onCreated, limits })),
    }),
    endpoint({
      path: '/api/v3/workflow/update',
      summary: 'Changes the fields of a workflow that are sent; a changed definition is a new revision',
      ...writing,
      body: schemas.WorkflowUpdate,
      reply: schemas.Workflow,
      handle: async ({ caller, body }) => buildWorkflow(db, caller, await updateWorkflow(db, caller, body, limits)),
    }),
    endpoint({
      path: '/api/v3/workflow/delete',
      summary: 'Deletes a workflow with everything that belongs to it',
      ...writing,
      query: EntityQuery,
      reply: Uuid,
      handle: ({ caller, query: { entity_id } }) => deleteWorkflow(services, caller, entity_id),
    }),
  ];
}

function checkingEndpoints(db: Query, checker: Checker): Endpoint[] {
  return [
    endpoint({
      path: '/api/v3/workflow/catalog',
      summary: 'Lists the node types and tools of which workflows consist',
      ...reading,
      reply: schemas.Catalog,
      handle: ({ caller }) => checker.catalog(caller),
    }),
    endpoint({
      path: '/api/v3/workflow/validate',
      summary: 'Validates the draft for the caller, who may use only some assistants and panels',
      ...reading,
      body: schemas.WorkflowId,
      reply: schemas.ValidationResult,
      handle: async ({ caller, body: { workflow_id } }) => {
        const { workflow } = await requireWorkflow(db, caller, workflow_id, 'read');
        const issues = await checker.findIssues(db, caller, workflow.definition, workflow);
        return { valid: !issues.some(({ severity }) => severity === 'error'), issues };
      },
    }),
    endpoint({
      path: '/api/v3/workflow/schedule/preview',
      summary: 'Lists the next times of a schedule, or explains why it is not valid',
      ...reading,
      tier: 'high',
      body: schemas.schedulePreview(checker.limits),
      reply: schemas.ScheduleOccurrences,
      handle: async ({ body: { cron, timezone } }) =>
        previewOccurrences(cron, timezone, { after: new Date(), shortest: checker.limits }),
    }),
  ];
}

function publishingEndpoints(db: Query, publishing: DraftPublishingServices): Endpoint[] {
  return [
    endpoint({
      path: '/api/v3/workflow/deployment',
      summary: 'Reads what is published, with its triggers and their secrets',
      ...writing,
      body: schemas.WorkflowId,
      reply: schemas.Deployment,
      handle: ({ caller, body }) => readDeployment(db, caller, publishing, body.workflow_id),
    }),
    endpoint({
      path: '/api/v3/workflow/publish',
      failures: [423],
      summary: 'Publishes the draft as the next version and activates it on behalf of the caller',
      ...writing,
      body: schemas.publication(publishing.checker.limits),
      reply: schemas.Deployment,
      handle: ({ caller, body }) => publish(db, caller, publishing, body),
    }),
    endpoint({
      path: '/api/v1/workflow/publish_version',
      failures: [423],
      summary: 'Publishes an older version again, as the next version; the draft stays as it is',
      ...writing,
      scope: '*',
      body: schemas.versionPublication(publishing.checker.limits),
      reply: schemas.Deployment,
      handle: ({ caller, body }) => publishVersion(db, caller, publishing, body),
    }),
    endpoint({
      path: '/api/v3/workflow/activate',
      failures: [423],
      summary: 'Turns the automatic triggers of the published version on or off',
      ...writing,
      body: schemas.Activation,
      reply: schemas.Deployment,
      handle: ({ caller, body }) => activate(db, caller, publishing, body),
    }),
    endpoint({
      path: '/api/v3/workflow/trigger/regenerate',
      failures: [423],
      summary: 'Gives a webhook or a form a new URL; the old one stops working at once',
      ...writing,
      tier: 'low',
      body: schemas.Regeneration,
      reply: schemas.Deployment,
      handle: ({ caller, body }) => regenerateSecret(db, caller, publishing, body),
    }),
  ];
}

function revisionEndpoints(db: Query, limits: WorkflowLimits): Endpoint[] {
  return [
    endpoint({
      path: '/api/v3/workflow/revisions',
      summary: 'Lists the latest revisions, newest first, without their definitions',
      ...reading,
      body: schemas.WorkflowId,
      reply: Type.Array(schemas.RevisionEntry),
      handle: async ({ caller, body: { workflow_id } }) => {
        await requireWorkflow(db, caller, workflow_id, 'read');
        return listRevisions(db, workflow_id, limits);
      },
    }),
    endpoint({
      path: '/api/v3/workflow/revision/get',
      summary: 'Reads a revision with its definition',
      ...reading,
      body: schemas.RevisionId,
      reply: schemas.Revision,
      handle: async ({ caller, body: { workflow_id, revision_id } }) =>
        getRevision(db, await requireWorkflow(db, caller, workflow_id, 'read'), revision_id),
    }),
    endpoint({
      path: '/api/v3/workflow/revision/restore',
      summary: "Makes a revision's definition the draft again, as a new revision",
      ...writing,
      body: schemas.RevisionId,
      reply: schemas.Workflow,
      handle: async ({ caller, body }) => buildWorkflow(db, caller, await restoreRevision(db, caller, body, limits)),
    }),
  ];
}

function transferEndpoints(db: Query, making: CreationServices): Endpoint[] {
  const { limits } = making.checker;
  return [
    endpoint({
      path: '/api/v3/workflow/export',
      summary: 'Exports a workflow as a document, without credentials',
      ...reading,
      body: schemas.ExportRequest,
      reply: schemas.ExportDocument,
      handle: ({ caller, body }) => exportWorkflow(db, caller, making, body.workflow_id),
    }),
    endpoint({
      path: '/api/v3/workflow/import',
      summary: 'Creates a workflow from an export document, and validates it',
      ...writing,
      body: schemas.importRequest(limits),
      reply: schemas.ImportResult,
      handle: ({ caller, body }) => importWorkflow(db, caller, making, body),
    }),
    endpoint({
      path: '/api/v3/workflow/copy',
      summary: 'Copies a workflow; the caller owns the copy',
      ...writing,
      body: schemas.copyRequest(limits),
      reply: schemas.ImportResult,
      handle: ({ caller, body }) => copyWorkflow(db, caller, making, body),
    }),
  ];
}
