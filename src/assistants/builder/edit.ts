/**
 * Applies all operations of an edit to the draft, or none of them, and never adds an error to the draft. The row of the
 * workflow is locked from reading the draft until the edited one is stored, so that no concurrent edit gets lost.
 */
import type { Query } from '../../database.ts';
import { countSteps } from '../../engine/definition.ts';
import type { Caller } from '../../http/caller.ts';
import type { VariableScope } from '../../variables/reading.ts';
import { requireWorkflowEntity, withLockedWorkflow } from '../../workflows/access.ts';
import { countEdges, isSame } from '../../workflows/changes.ts';
import type { Checker } from '../../workflows/checking.ts';
import { listRevisions } from '../../workflows/revisions.ts';
import type { Issue } from '../../workflows/schemas.ts';
import { saveChanges } from '../../workflows/workflows.ts';
import type { BuilderContent } from './change-schemas.ts';
import { recordChange } from './changes.ts';
import { preserveCredentials } from './credentials.ts';
import type { EditParams } from './edit-params.ts';
import { applyOperations } from './operations.ts';
import { placeNodes } from './positions.ts';

export type RefusedEdit = { applied: false; problems: string[] } | { applied: false; issues: Issue[] };

export type EditResult =
  | RefusedEdit
  | {
      applied: true;
      /** Undefined when nothing changed. */
      changeId: string | undefined;
      issues: Issue[];
      revisionId: string | undefined;
      nodes: number;
      edges: number;
      /** Paths of the credentials that requests have lost, because they go to another host now. */
      removedCredentials: string[];
    };

export interface EditServices {
  db: Query;
  checker: Checker;
}

export interface EditScope {
  caller: Caller;
  workflowId: string;
}

export async function editWorkflow(
  { db, checker }: EditServices,
  { caller, workflowId }: EditScope,
  params: EditParams,
): Promise<EditResult> {
  const readWorkflow = (db: Query) => requireWorkflowEntity(db, caller, workflowId, 'write');
  return withLockedWorkflow(db, readWorkflow, async (transaction, { workflow }) => {
    const before = contentOf(workflow);
    const edited = await prepareEdit({ db: transaction, checker }, caller, { before, scope: workflow }, params);
    if ('applied' in edited) return edited;
    const { content, issues, removedCredentials } = edited;
    const hasChanged = !isSame(before.definition, content.definition);
    const stored = await saveChanges(transaction, caller, {
      workflow,
      changes: {
        name: params.name,
        description: params.description,
        ...(hasChanged && { definition: content.definition }),
      },
      limits: checker.limits,
      origin: 'builder',
    });
    const [revision] = hasChanged ? await listRevisions(transaction, workflowId, { revisions: 1 }) : [];
    const after = contentOf(stored);
    const changeId = isSame(before, after)
      ? undefined
      : await recordChange(transaction, caller, { workflowId, kind: 'edit', revisionId: revision?.id, before, after });
    return {
      applied: true,
      changeId,
      issues,
      revisionId: revision?.id,
      nodes: countSteps(stored.definition),
      edges: countEdges(stored.definition),
      removedCredentials,
    };
  });
}

export interface PreparedEdit {
  /** The workflow as it would be. */
  content: BuilderContent & { definition: Record<string, unknown> };
  issues: Issue[];
  removedCredentials: string[];
}

/** Works out what an edit would make of a workflow, and stores nothing. */
export async function prepareEdit(
  { db, checker }: EditServices,
  caller: Caller,
  { before, scope }: { before: BuilderContent; scope: VariableScope },
  { operations = [], name, description }: EditParams,
): Promise<RefusedEdit | PreparedEdit> {
  if (operations.length === 0 && name === undefined && description === undefined) {
    return { applied: false, problems: ['The edit has no operations, no name and no description'] };
  }
  const draft = before.definition;
  const edited = applyOperations(draft, operations);
  if (edited.problems.length > 0) return { applied: false, problems: edited.problems };
  const { definition, removed: removedCredentials } = preserveCredentials(draft, edited.definition);
  const findIssues = (each: unknown) => checker.findIssues(db, caller, each, scope);
  const issues = await findIssues(definition);
  const errors = issues.some(isError) ? findNewErrors(await findIssues(draft), issues) : [];
  if (errors.length > 0) return { applied: false, issues: errors };
  const isSmall = countSteps(definition) <= checker.limits.nodes;
  const placed = isSmall && !isSame(draft, definition) ? placeNodes(draft, definition) : definition;
  const content = {
    name: name ?? before.name,
    description: description ?? before.description,
    definition: placed,
  };
  return { content, issues, removedCredentials };
}

export function contentOf({ name, description, definition }: BuilderContent): BuilderContent {
  return { name, description, definition };
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}

/** Returns the errors of an edited definition that the draft did not have. */
export function findNewErrors(before: readonly Issue[], after: readonly Issue[]): Issue[] {
  const known = new Map<string, number>();
  for (const issue of before) {
    const key = issueKey(issue);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return after.filter(issue => {
    const key = issueKey(issue);
    const remaining = known.get(key) ?? 0;
    known.set(key, remaining - 1);
    return issue.severity === 'error' && remaining <= 0;
  });
}

/** Ignores numbers: an edit may turn a draft of 250 steps, which are too many, into one of 249. */
function issueKey({ severity, message, node_id, edge }: Issue): string {
  return JSON.stringify([severity, message.replace(/\d+/g, '#'), node_id, edge]);
}
