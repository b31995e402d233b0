import Type from 'typebox';
import { effect, type NodeType } from './node.ts';
import { freeObject, readIdentifier, retryOfRuns, strict, text } from './param-schemas.ts';
import { widget } from './widgets.ts';

const Params = Type.Object(
  {
    workflow_id: text('Workflow', 'Id of the workflow.', widget('workflow')),
    input: Type.Optional(freeObject('Input', 'The input of the run, as the trigger of the workflow expects it.')),
    version: Type.Optional(
      Type.Enum(['published', 'draft'], {
        type: 'string',
        title: 'Version',
        description: 'What is run: the published version, or the draft, which only runs of a draft can run.',
        default: 'published',
      }),
    ),
    wait: Type.Optional(
      Type.Boolean({
        title: 'Wait for the result',
        description: 'Whether the step waits for the run to end. Otherwise it only starts the run.',
        default: true,
      }),
    ),
    retry: retryOfRuns,
  },
  strict,
);

export const workflowRun: NodeType<'workflow.run'> = {
  type: 'workflow.run',
  title: 'Run workflow',
  description:
    'Runs another workflow, as a run of its own, and waits for its result. It begins at the manual trigger of the ' +
    'workflow, or else at its first trigger. Output: what the workflow returns; {run_id} without waiting.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: { workflow_id: 'literal', version: 'literal' },
  execution: effect(Params, async ({ workflow_id, input = {}, version, wait = true, retry }, context) => {
    const request = { workflowId: workflow_id, isDraft: version === 'draft', input, isAwaited: wait, retry };
    const { runId, workflowName } = await context.startRun(request);
    const output = { run_id: runId };
    if (!wait) return { output, text: `Started a run of '${workflowName}'` };
    return { output, text: `Waits for the run of '${workflowName}'`, isWaiting: true };
  }),
  resources(params) {
    const ids = readIdentifier(params, 'workflow_id');
    return params.version === 'draft' ? { drafts: ids } : { workflows: ids };
  },
};
