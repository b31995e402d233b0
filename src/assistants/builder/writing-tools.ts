import Type from 'typebox';
import { countSteps } from '../../engine/definition.ts';
import { UUID_PATTERN } from '../../http/endpoint.ts';
import { strict } from '../../nodes/param-schemas.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import { countEdges, isSame } from '../../workflows/changes.ts';
import { listRevisions, restoreRevision } from '../../workflows/revisions.ts';
import { builderLimits } from './builder-limits.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { recordChange } from './changes.ts';
import { contentOf, type EditResult, editWorkflow } from './edit.ts';
import { EditParams } from './edit-params.ts';
import { presentIssues } from './presentation.ts';
import { createProposal, type ProposalResult } from './proposing.ts';

export function editTool({ database: { query: db }, checker }: BuilderServices, scope: BuilderScope): Tool {
  const propose = scope.proposes ? createProposal({ db, checker }, scope) : undefined;
  if (propose) {
    return defineTool({
      name: 'workflow_edit',
      title: 'Propose a change',
      description:
        'Proposes changes of the draft by a list of operations, all of them or none, and of its name or description. ' +
        'Nothing is changed: the user sees the proposal, and applies or dismisses it. Further edits of the same answer ' +
        'build on the ones before. An edit that would bring errors into the draft is refused. Result: applied, which ' +
        'is always false; proposed; if not, problems (operations that can not be done) or issues (the errors it would ' +
        'bring); if so, the issues that the draft would have, the number of nodes and edges, and removed_credentials ' +
        'of requests that would go to another host.',
      inputSchema: EditParams,
      call: async params => toOutcome(await propose(params)),
    });
  }
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
      const request = { workflow_id: workflowId, revision_id };
      let changeId: string | undefined;
      const workflow = await restoreRevision(db, caller, request, checker.limits, async (transaction, ...rows) => {
        const [before, after] = rows.map(contentOf);
        if (!before || !after || isSame(before, after)) return;
        const [revision] = await listRevisions(transaction, workflowId, { revisions: 1 });
        const made = { workflowId, kind: 'edit', revisionId: revision?.id, before, after } as const;
        changeId = await recordChange(transaction, caller, made);
      });
      const { definition } = workflow;
      const issues = presentIssues(await checker.findIssues(db, caller, definition, workflow));
      const [nodes, edges] = [countSteps(definition), countEdges(definition)];
      const output = {
        restored: true,
        ...(changeId !== undefined && { change_id: changeId }),
        ...issues,
        nodes,
        edges,
      };
      return { output, text: 'Restored a revision' };
    },
  });
}

/** The id of the change stands first, because the console finds it in the beginning of a long result. */
function toOutcome(result: EditResult | ProposalResult): StepOutcome {
  if ('problems' in result) return { output: result, text: 'The edit was not applied' };
  if (!('nodes' in result)) {
    return { output: { applied: false, ...presentIssues(result.issues) }, text: 'The edit was not applied' };
  }
  const { applied, changeId, issues, nodes, edges, removedCredentials: removed } = result;
  const output = {
    applied,
    ...('proposed' in result && { proposed: true }),
    ...(changeId !== undefined && { change_id: changeId }),
    ...('revisionId' in result && result.revisionId !== undefined && { revision_id: result.revisionId }),
    ...presentIssues(issues),
    nodes,
    edges,
    ...(removed.length > 0 && {
      removed_credentials: removed.slice(0, builderLimits.issues),
      note: 'These requests go to another host now, so their credentials were removed. Tell the user to enter them again.',
    }),
  };
  return { output, text: applied ? 'Edited the workflow' : 'Proposed a change' };
}
