/** `/api/v3/workflow`: definitions, validation, history, publishing, export and import. */
import Type from 'typebox';
import type { HeddleDatabase } from '../database.ts';
import { type Endpoint, EntityQuery, endpointWith, Uuid, workflowWriters } from '../http/endpoint.ts';
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
import type { HolidayReader } from './schedule-holidays.ts';
import { previewDays } from './schedule-preview.ts';
import * as schemas from './schemas.ts';
import { copyWorkflow, exportWorkflow, importWorkflow } from './transfer.ts';
import { previewOccurrences } from './triggers.ts';
import type { WorkflowLimits } from './workflow-limits.ts';
import { buildWorkflow, changeOwner, createWorkflow, type OnCreated, updateWorkflow } from './workflows.ts';

const reading = { scope: 'service.workflow', workflowPermission: 'read', tier: 'default' } as const;
const writing = { scope: 'service.workflow.write', workflowPermission: 'write', tier: 'default' } as const;

interface WorkflowServices {
  database: HeddleDatabase;
  checker: Checker;
  holidays: HolidayReader;
  /** Creates what else belongs to a new workflow. */
  onCreated: OnCreated;
  jobs: Pick<Jobs, 'enqueue'>;
  publicUrl(): string;
  sealer: Sealer;
  findCredentials: FindCredentials;
  requirePassingTests: DraftPublishingServices['requirePassingTests'];
}

const endpoint = endpointWith<WorkflowServices>();

export function workflowEndpoints(limits: WorkflowLimits): Endpoint<WorkflowServices>[] {
  return [
    ...recordEndpoints(limits),
    ...checkingEndpoints(limits),
    ...publishingEndpoints(limits),
    ...revisionEndpoints(limits),
    ...transferEndpoints(limits),
  ];
}

/** Separate from the others, because it is also a command. */
export const workflowOwnerEndpoint = endpointWith<Pick<WorkflowServices, 'database'>>()({
  path: '/api/v1/workflow/owner',
  summary: 'Transfers a workflow to an owning group, or with null back to its creator',
  ...workflowWriters,
  body: schemas.OwnerChange,
  reply: schemas.Workflow,
  handle: async ({ database: { query: db } }, { caller, body }) =>
    buildWorkflow(db, caller, await changeOwner(db, caller, body)),
});

function recordEndpoints(limits: WorkflowLimits): Endpoint<WorkflowServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/find',
      summary: 'Finds workflows that the user owns or that are shared, newest first, with their definitions',
      ...reading,
      body: QueryBody,
      reply: Type.Array(schemas.Workflow),
      handle: ({ database }, { caller, body }) => findWorkflows(database.query, caller, body),
    }),
    endpoint({
      path: '/api/v3/workflow/count',
      summary: 'Counts workflows that the user owns or that are shared',
      ...reading,
      body: QueryBody,
      reply: Type.Integer(),
      handle: ({ database }, { caller, body }) => countWorkflows(database.query, caller, body),
    }),
    endpoint({
      path: '/api/v3/workflow/get',
      summary: 'Reads a workflow',
      ...reading,
      query: EntityQuery,
      reply: schemas.Workflow,
      handle: async ({ database: { query: db } }, { caller, query: { entity_id } }) => {
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
      handle: async ({ database: { query: db }, onCreated }, { caller, body }) =>
        buildWorkflow(db, caller, await createWorkflow(db, caller, body, { onCreated, limits })),
    }),
    endpoint({
      path: '/api/v3/workflow/update',
      summary: 'Changes the fields of a workflow that are sent; a changed definition is a new revision',
      ...writing,
      body: schemas.WorkflowUpdate,
      reply: schemas.Workflow,
      handle: async ({ database: { query: db } }, { caller, body }) =>
        buildWorkflow(db, caller, await updateWorkflow(db, caller, body, limits)),
    }),
    endpoint({
      path: '/api/v3/workflow/delete',
      summary: 'Deletes a workflow with everything that belongs to it',
      ...writing,
      query: EntityQuery,
      reply: Uuid,
      handle: (services, { caller, query: { entity_id } }) => deleteWorkflow(services, caller, entity_id),
    }),
  ];
}

function checkingEndpoints(limits: WorkflowLimits): Endpoint<WorkflowServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/catalog',
      summary: 'Lists the node types and tools of which workflows consist',
      ...reading,
      reply: schemas.Catalog,
      handle: ({ checker }, { caller }) => checker.catalog(caller),
    }),
    endpoint({
      path: '/api/v3/workflow/validate',
      summary: 'Validates the draft for the caller, who may use only some assistants and panels',
      ...reading,
      body: schemas.WorkflowId,
      reply: schemas.ValidationResult,
      handle: async ({ database: { query: db }, checker }, { caller, body: { workflow_id } }) => {
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
      body: schemas.schedulePreview(limits),
      reply: schemas.ScheduleOccurrences,
      handle: async (_services, { body: { cron, timezone } }) =>
        previewOccurrences(cron, timezone, { after: new Date(), shortest: limits }),
    }),
    endpoint({
      path: '/api/v1/schedule/preview',
      summary: 'Lists the next times of a schedule with days and holidays, or explains why it is not valid',
      ...reading,
      tier: 'high',
      body: schemas.daysPreview(limits),
      reply: schemas.ScheduleOccurrences,
      handle: ({ database: { query: db }, holidays }, { caller, body }) =>
        previewDays(db, caller, { holidays, shortest: limits }, body),
    }),
  ];
}

function publishingEndpoints(limits: WorkflowLimits): Endpoint<WorkflowServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/deployment',
      summary: 'Reads what is published, with its triggers and their secrets',
      ...writing,
      body: schemas.WorkflowId,
      reply: schemas.Deployment,
      handle: (services, { caller, body }) =>
        readDeployment(services.database.query, caller, services, body.workflow_id),
    }),
    endpoint({
      path: '/api/v3/workflow/publish',
      failures: [423],
      summary: 'Publishes the draft as the next version and activates it on behalf of the caller',
      ...writing,
      body: schemas.publication(limits),
      reply: schemas.Deployment,
      handle: (services, { caller, body }) => publish(services.database.query, caller, services, body),
    }),
    endpoint({
      path: '/api/v1/workflow/publish_version',
      failures: [423],
      summary: 'Publishes an older version again, as the next version; the draft stays as it is',
      ...writing,
      scope: '*',
      body: schemas.versionPublication(limits),
      reply: schemas.Deployment,
      handle: (services, { caller, body }) => publishVersion(services.database.query, caller, services, body),
    }),
    endpoint({
      path: '/api/v3/workflow/activate',
      failures: [423],
      summary: 'Turns the automatic triggers of the published version on or off',
      ...writing,
      body: schemas.Activation,
      reply: schemas.Deployment,
      handle: (services, { caller, body }) => activate(services.database.query, caller, services, body),
    }),
    endpoint({
      path: '/api/v3/workflow/trigger/regenerate',
      failures: [423],
      summary: 'Gives a webhook or a form a new URL; the old one stops working at once',
      ...writing,
      tier: 'low',
      body: schemas.Regeneration,
      reply: schemas.Deployment,
      handle: (services, { caller, body }) => regenerateSecret(services.database.query, caller, services, body),
    }),
  ];
}

function revisionEndpoints(limits: WorkflowLimits): Endpoint<WorkflowServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/revisions',
      summary: 'Lists the latest revisions, newest first, without their definitions',
      ...reading,
      body: schemas.WorkflowId,
      reply: Type.Array(schemas.RevisionEntry),
      handle: async ({ database: { query: db } }, { caller, body: { workflow_id } }) => {
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
      handle: async ({ database: { query: db } }, { caller, body: { workflow_id, revision_id } }) =>
        getRevision(db, await requireWorkflow(db, caller, workflow_id, 'read'), revision_id),
    }),
    endpoint({
      path: '/api/v3/workflow/revision/restore',
      summary: "Makes a revision's definition the draft again, as a new revision",
      ...writing,
      body: schemas.RevisionId,
      reply: schemas.Workflow,
      handle: async ({ database: { query: db } }, { caller, body }) =>
        buildWorkflow(db, caller, await restoreRevision(db, caller, body, limits)),
    }),
  ];
}

function transferEndpoints(limits: WorkflowLimits): Endpoint<WorkflowServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/export',
      summary: 'Exports a workflow as a document, without credentials',
      ...reading,
      body: schemas.ExportRequest,
      reply: schemas.ExportDocument,
      handle: (services, { caller, body }) =>
        exportWorkflow(services.database.query, caller, services, body.workflow_id),
    }),
    endpoint({
      path: '/api/v3/workflow/import',
      summary: 'Creates a workflow from an export document, and validates it',
      ...writing,
      body: schemas.importRequest(limits),
      reply: schemas.ImportResult,
      handle: (services, { caller, body }) => importWorkflow(services.database.query, caller, services, body),
    }),
    endpoint({
      path: '/api/v3/workflow/copy',
      summary: 'Copies a workflow; the caller owns the copy',
      ...writing,
      body: schemas.copyRequest(limits),
      reply: schemas.ImportResult,
      handle: (services, { caller, body }) => copyWorkflow(services.database.query, caller, services, body),
    }),
  ];
}
