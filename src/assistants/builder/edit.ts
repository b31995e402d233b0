/**
 * Applies all operations of an edit to the draft, or none of them, and never adds an error to the draft. The row of the
 * workflow is locked from reading the draft until the edited one is stored, so that no concurrent edit gets lost.
 */
import type { Query } from '../../database.ts';
import { countSteps } from '../../engine/definition.ts';
import type { Caller } from '../../http/caller.ts';
import { requireWorkflowEntity, withLockedWorkflow } from '../../workflows/access.ts';
import { countEdges, isSame } from '../../workflows/changes.ts';
import type { Checker } from '../../workflows/checking.ts';
import { listRevisions } from '../../workflows/revisions.ts';
import type { Issue } from '../../workflows/schemas.ts';
import { saveChanges } from '../../workflows/workflows.ts';
import { preserveCredentials } from './credentials.ts';
import type { EditParams } from './edit-params.ts';
import { applyOperations } from './operations.ts';
import { placeNodes } from './positions.ts';

export type EditResult =
  | { applied: false; problems: string[] }
  | { applied: false; issues: Issue[] }
  | {
      applied: true;
      issues: Issue[];
      revisionId: string | undefined;
      nodes: number;
      edges: number;
      /** Paths of the credentials that requests have lost, because they go to another host now. */
      removedCredentials: string[];
    };

export async function editWorkflow(
  { db, checker }: { db: Query; checker: Checker },
  { caller, workflowId }: { caller: Caller; workflowId: string },
  { operations = [], name, description }: EditParams,
): Promise<EditResult> {
  if (operations.length === 0 && name === undefined && description === undefined) {
    return { applied: false, problems: ['The edit has no operations, no name and no description'] };
  }
  const readWorkflow = (db: Query) => requireWorkflowEntity(db, caller, workflowId, 'write');
  return withLockedWorkflow(db, readWorkflow, async (transaction, { workflow }) => {
    const { definition: draft } = workflow;
    const edited = applyOperations(draft, operations);
    if (edited.problems.length > 0) return { applied: false, problems: edited.problems };
    const { definition, removed: removedCredentials } = preserveCredentials(draft, edited.definition);
    const findIssues = (definition: unknown) => checker.findIssues(transaction, caller, definition);
    const issues = await findIssues(definition);
    const errors = issues.some(isError) ? findNewErrors(await findIssues(draft), issues) : [];
    if (errors.length > 0) return { applied: false, issues: errors };

    const hasChanged = !isSame(draft, definition);
    const isSmall = countSteps(definition) <= checker.limits.nodes;
    const stored = await saveChanges(transaction, caller, {
      workflow,
      changes: {
        name,
        description,
        ...(hasChanged && { definition: isSmall ? placeNodes(draft, definition) : definition }),
      },
      limits: checker.limits,
      origin: 'builder',
    });
    const [revision] = hasChanged ? await listRevisions(transaction, workflowId, { revisions: 1 }) : [];
    return {
      applied: true,
      issues,
      revisionId: revision?.id,
      nodes: countSteps(stored.definition),
      edges: countEdges(stored.definition),
      removedCredentials,
    };
  });
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
