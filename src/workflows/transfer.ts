/** Export, import and copy. A copy is an export that is imported immediately. */

import { recordAuditAlone } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { countSteps } from '../engine/definition.ts';
import { tooManySteps, unsupportedExport, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflow, type WorkflowRow, workflowSubject } from './access.ts';
import { withoutPins } from './changes.ts';
import type { Checker } from './checking.ts';
import { emptyCredentials, findMissingCredentials } from './credentials.ts';
import { type FindCredentials, findUnboundCredentials, nameCredentials } from './exported-credentials.ts';
import type { ExportDocument, ImportResult } from './schemas.ts';
import type { ExportedTest } from './tests/schemas.ts';
import { exportTests, insertTests, requireTests } from './tests/store.ts';
import type { WorkflowLimits } from './workflow-limits.ts';
import { buildWorkflow, type CreationOptions, createWorkflow, type OnCreated } from './workflows.ts';
import { valueWithoutWorkingLinks, withoutWorkingLinks } from './working-links.ts';

const FORMAT = '1.0';

/** What the creation of workflows needs. */
export interface CreationServices {
  checker: Checker;
  findCredentials: FindCredentials;
  onCreated: OnCreated;
}

interface Target {
  new_name?: string;
  organization_id?: string | null;
}

export async function exportWorkflow(
  db: Query,
  caller: Caller,
  { findCredentials }: Pick<CreationServices, 'findCredentials'>,
  workflowId: string,
): Promise<ExportDocument> {
  const { workflow, access } = await requireWorkflow(db, caller, workflowId, 'export');
  const document = await toExportDocument(db, caller, findCredentials, workflow);
  const tests = access.write ? await exportTests(db, workflowId) : [];
  await recordAuditAlone(db, caller, { action: 'workflow.export', subject: workflowSubject(workflow) });
  return { ...document, ...(tests.length > 0 && { tests }) };
}

export async function importWorkflow(
  db: Query,
  caller: Caller,
  services: CreationServices,
  { data, ...target }: Target & { data: Record<string, unknown> },
): Promise<ImportResult> {
  const imported = readDocument(data, services.checker.limits);
  return create(db, caller, services, { ...imported, origin: { action: 'workflow.import' } }, target);
}

/** Those who may write the original get its credentials and tests; those who may only copy it do not. */
export async function copyWorkflow(
  db: Query,
  caller: Caller,
  services: CreationServices,
  { workflow_id, ...target }: Target & { workflow_id: string },
): Promise<ImportResult> {
  const { workflow, access } = await requireWorkflow(db, caller, workflow_id, 'copy');
  const original = access.write
    ? workflow
    : (await toExportDocument(db, caller, services.findCredentials, workflow)).workflow;
  const { name, description, definition } = original;
  requireNodeLimit(definition, services.checker.limits);
  const tests = access.write ? await exportTests(db, workflow_id) : [];
  const imported = { name, description, definition: asObject(definition), credentials: undefined, tests };
  const origin = { action: 'workflow.copy', details: { copied_from: workflow_id } } as const;
  return create(db, caller, services, { ...imported, origin }, target);
}

async function toExportDocument(
  db: Query,
  caller: Caller,
  findCredentials: FindCredentials,
  { id, name, description, definition: draft }: WorkflowRow,
): Promise<ExportDocument> {
  const { definition: emptied, secretKeys } = emptyCredentials(valueWithoutWorkingLinks(withoutPins(draft)));
  const { definition, credentials } = await nameCredentials(db, caller, findCredentials, emptied);
  return {
    version: FORMAT,
    exported_at: Date.now(),
    workflow: { name, description: withoutWorkingLinks(description), definition, from_id: id, secret_keys: secretKeys },
    ...(credentials.length > 0 && { credentials }),
  };
}

interface Imported {
  name: string;
  description: string;
  definition: Record<string, unknown>;
  /** What the document says of the credentials that the definition names, unchecked. */
  credentials: unknown;
  tests: readonly ExportedTest[];
}

async function create(
  db: Query,
  caller: Caller,
  services: CreationServices,
  imported: Imported & Required<Pick<CreationOptions, 'origin'>>,
  { new_name = imported.name, organization_id = null }: Target,
): Promise<ImportResult> {
  const { onCreated, checker, findCredentials } = services;
  const { description, definition, credentials, origin } = imported;
  const creation = { name: new_name, description, definition, organization_id };
  const withTests: OnCreated = async (transaction, caller, created) => {
    await insertTests(transaction, caller, created.id, imported.tests);
    await onCreated(transaction, caller, created);
  };
  const options = { onCreated: withTests, limits: checker.limits, origin };
  const workflow = await createWorkflow(db, caller, creation, options);
  const unbound = await findUnboundCredentials(db, caller, findCredentials, workflow.definition, credentials);
  return {
    workflow: await buildWorkflow(db, caller, workflow),
    issues: [...(await checker.findIssues(db, caller, workflow.definition, workflow)), ...unbound.issues],
    secret_keys: [...findMissingCredentials(workflow.definition), ...unbound.keys],
  };
}

/** Checks the version before anything else, so that a document of another version gets the right error. */
function readDocument(
  { version, workflow, credentials, tests = [] }: Record<string, unknown>,
  most: Pick<WorkflowLimits, 'nodes'>,
): Imported {
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
  return { name, description, definition: asObject(definition), credentials, tests: requireTests(tests) };
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
