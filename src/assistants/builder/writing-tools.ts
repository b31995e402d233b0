import Type from 'typebox';
import { countSteps } from '../../engine/definition.ts';
import { UUID_PATTERN } from '../../http/endpoint.ts';
import { strict } from '../../nodes/param-schemas.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import { countEdges } from '../../workflows/changes.ts';
import { restoreRevision } from '../../workflows/revisions.ts';
import { builderLimits } from './builder-limits.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { type EditResult, editWorkflow } from './edit.ts';
import { EditParams } from './edit-params.ts';
import { presentIssues } from './presentation.ts';

export function editTool({ database: { query: db }, checker }: BuilderServices, scope: BuilderScope): Tool {
  return defineTool({
    name: 'workflow_edit',
    title: 'Edit the workflow',
    description:
      'Changes the draft by a list of operations, all of them or none, and its name or description. An edit that ' +
      'would bring errors into the draft is not applied. Result: applied; if not, problems (operations that can not ' +
      'be done) or issues (the errors it would bring); if so, the issues that the draft has now, revision_id, the ' +
      'number of nodes and edges, and removed_credentials of requests that now go to another host.',
    inputSchema: EditParams,
    call: async params => toOutcome(await editWorkflow({ db, checker }, scope, params)),
  });
}

export function restoreTool(
  { database: { query: db }, checker }: BuilderServices,
  { caller, workflowId }: BuilderScope,
): Tool {
  return defineTool({
    name: 'workflow_restore',
    title: 'Restore a revision',
    description:
      'Makes an earlier revision the draft again, as a new revision, so that this can be undone too. Result: ' +
      'restored, the issues that the draft has now, and the number of nodes and edges.',
    inputSchema: Type.Object(
      { revision_id: Type.String({ description: 'Id of the revision.', pattern: UUID_PATTERN }) },
      strict,
    ),
    call: async ({ revision_id }) => {
      const { definition } = await restoreRevision(
        db,
        caller,
        { workflow_id: workflowId, revision_id },
        checker.limits,
      );
      const issues = presentIssues(await checker.findIssues(db, caller, definition));
      const [nodes, edges] = [countSteps(definition), countEdges(definition)];
      return { output: { restored: true, ...issues, nodes, edges }, text: 'Restored a revision' };
    },
  });
}

function toOutcome(result: EditResult): StepOutcome {
  if (!result.applied) {
    const output = 'issues' in result ? { applied: false, ...presentIssues(result.issues) } : result;
    return { output, text: 'The edit was not applied' };
  }
  const { issues, revisionId, nodes, edges, removedCredentials: removed } = result;
  const output = {
    applied: true,
    ...presentIssues(issues),
    ...(revisionId !== undefined && { revision_id: revisionId }),
    nodes,
    edges,
    ...(removed.length > 0 && {
      removed_credentials: removed.slice(0, builderLimits.issues),
      note: 'These requests go to another host now, so their credentials were removed. Tell the user to enter them again.',
    }),
  };
  return { output, text: 'Edited the workflow' };
}
