/** Export, import and copy. A copy is an export that is imported immediately. */

import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { countSteps } from '../engine/definition.ts';
import { tooManySteps, unsupportedExport, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflow, type WorkflowRow } from './access.ts';
import { withoutPins } from './changes.ts';
import type { Checker } from './checking.ts';
import { emptyCredentials, findMissingCredentials } from './credentials.ts';
import type { ExportDocument, ImportResult } from './schemas.ts';
import type { WorkflowLimits } from './workflow-limits.ts';
import { buildWorkflow, createWorkflow, type OnCreated } from './workflows.ts';

const FORMAT = '1.0';

/** What the creation of workflows needs. */
export interface CreationServices {
  checker: Checker;
  onCreated: OnCreated;
}

interface Target {
  new_name?: string;
  organization_id?: string | null;
}

export async function exportWorkflow(db: Query, caller: Caller, workflowId: string): Promise<ExportDocument> {
  const { workflow } = await requireWorkflow(db, caller, workflowId, 'export');
  return toExportDocument(workflow);
}

export async function importWorkflow(
  db: Query,
  caller: Caller,
  services: CreationServices,
  { data, ...target }: Target & { data: Record<string, unknown> },
): Promise<ImportResult> {
  return create(db, caller, services, readDocument(data, services.checker.limits), target);
}

/** Those who may write the original get its credentials; those who may only copy it do not. */
export async function copyWorkflow(
  db: Query,
  caller: Caller,
  services: CreationServices,
  { workflow_id, ...target }: Target & { workflow_id: string },
): Promise<ImportResult> {
  const { workflow, access } = await requireWorkflow(db, caller, workflow_id, 'copy');
  const { name, description, definition } = access.write ? workflow : toExportDocument(workflow).workflow;
  requireNodeLimit(definition, services.checker.limits);
  return create(db, caller, services, { name, description, definition: asObject(definition) }, target);
}

function toExportDocument({ id, name, description, definition: draft }: WorkflowRow): ExportDocument {
  const { definition, secretKeys } = emptyCredentials(withoutPins(draft));
  return {
    version: FORMAT,
    exported_at: Date.now(),
    workflow: { name, description, definition, from_id: id, secret_keys: secretKeys },
  };
}

interface Imported {
  name: string;
  description: string;
  definition: Record<string, unknown>;
}

async function create(
  db: Query,
  caller: Caller,
  services: CreationServices,
  imported: Imported,
  { new_name = imported.name, organization_id = null }: Target,
): Promise<ImportResult> {
  const { onCreated, checker } = services;
  const creation = { ...imported, name: new_name, organization_id };
  const workflow = await createWorkflow(db, caller, creation, { onCreated, limits: checker.limits });
  return {
    workflow: await buildWorkflow(db, caller, workflow),
    issues: await checker.findIssues(db, caller, workflow.definition),
    secret_keys: findMissingCredentials(workflow.definition),
  };
}

/** Checks the version before anything else, so that a document of another version gets the right error. */
function readDocument({ version, workflow }: Record<string, unknown>, most: Pick<WorkflowLimits, 'nodes'>): Imported {
  if (typeof version !== 'string') throw validationError('data.version', 'must be a text such as 1.0');
  if (!/^1(\.\d+)?$/.test(version)) throw unsupportedExport(version.slice(0, 100));
  if (typeof workflow !== 'object' || workflow === null) throw validationError('data.workflow', 'must be an object');
  const {
    name,
    description = '',
    definition,
  }: { name?: unknown; description?: unknown; definition?: unknown } = workflow;
  if (typeof name !== 'string' || name === '') throw validationError('data.workflow.name', 'must be a name');
  if (name.length > fixedLimits.nameCharacters) {
    throw validationError('data.workflow.name', `must not be longer than ${fixedLimits.nameCharacters} characters`);
  }
  if (typeof description !== 'string' || description.length > fixedLimits.descriptionCharacters) {
    throw validationError(
      'data.workflow.description',
      `must be a text of at most ${fixedLimits.descriptionCharacters} characters`,
    );
  }
  requireNodeLimit(definition, most);
  return { name, description, definition: asObject(definition) };
}

function requireNodeLimit(definition: unknown, { nodes }: Pick<WorkflowLimits, 'nodes'>): void {
  const count = countSteps(definition);
  if (count > nodes) throw tooManySteps(count, nodes);
}

function asObject(definition: unknown): Record<string, unknown> {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    throw validationError('data.workflow.definition', 'must be an object');
  }
  return definition as Record<string, unknown>;
}
