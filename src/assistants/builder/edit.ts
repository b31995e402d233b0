/**
 * An edit of the draft: all of its operations or none, and never one that brings in an error. The row is held from the
 * look at the draft until the edited one is stored, so that no edit undoes another that came in between.
 */
import type { Query } from '../../database.ts';
import { countSteps } from '../../engine/definition.ts';
import type { Caller } from '../../http/caller.ts';
import { changing, seeEntity } from '../../workflows/access.ts';
import { countEdges, isSame } from '../../workflows/changes.ts';
import type { Checker } from '../../workflows/checking.ts';
import { listRevisions } from '../../workflows/revisions.ts';
import type { Issue } from '../../workflows/schemas.ts';
import { storeChanges } from '../../workflows/workflows.ts';
import { keepCredentials } from './credentials.ts';
import type { EditParams } from './edit-params.ts';
import { newErrors } from './new-errors.ts';
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
      /** Paths of credentials that requests lost, as they go to another host now. */
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
  const look = (db: Query) => seeEntity(db, caller, workflowId, 'write');
  return changing(db, look, async (transaction, { workflow }) => {
    const { definition: draft } = workflow;
    const edited = applyOperations(draft, operations);
    if (edited.problems.length > 0) return { applied: false, problems: edited.problems };
    const { definition, removed: removedCredentials } = keepCredentials(draft, edited.definition);
    const issuesOf = (definition: unknown) => checker.issuesOf(transaction, caller, definition);
    const issues = await issuesOf(definition);
    const errors = issues.some(isError) ? newErrors(await issuesOf(draft), issues) : [];
    if (errors.length > 0) return { applied: false, issues: errors };

    const hasChanged = !isSame(draft, definition);
    const isSmall = countSteps(definition) <= checker.limits.nodes;
    const stored = await storeChanges(transaction, caller, {
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
