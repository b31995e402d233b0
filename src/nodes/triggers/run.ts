import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { NodeType } from '../node.ts';
import { strict } from '../param-schemas.ts';
import { widget } from '../widgets.ts';
import { FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, flowParams } from './flow-params.ts';

const STATUSES = ['failed', 'cancelled', 'success'];

const Params = Type.Object(
  {
    workflow_ids: Type.Unsafe<'*' | string[]>({
      type: ['string', 'array'],
      title: 'Workflows',
      description:
        'Ids of the workflows whose runs are watched, or * for all that you own and all of the organization of this ' +
        'workflow, as far as you may read them.',
      pattern: '^\\*$',
      items: { type: 'string', minLength: 1, maxLength: 36 },
      minItems: 1,
      maxItems: fixedLimits.workflow.watchedWorkflows,
      uniqueItems: true,
      ...widget('workflows'),
    }),
    statuses: Type.Optional(
      Type.Array(Type.Enum(STATUSES, { type: 'string' }), {
        title: 'Ends',
        description: 'How a run has to end.',
        minItems: 1,
        uniqueItems: true,
        default: ['failed'],
      }),
    ),
    runs: Type.Optional(
      Type.Enum(['automatic', 'all'], {
        type: 'string',
        title: 'Runs',
        description: 'Whether only runs that triggers started are watched, or also those that people start.',
        default: 'automatic',
      }),
    ),
    after: Type.Optional(
      Type.Integer({
        title: 'After',
        description: 'How many runs of a workflow have to fail in a row before a failure starts this workflow.',
        minimum: 1,
        maximum: 100,
        default: 1,
      }),
    ),
    ...flowParams,
  },
  strict,
);

export const runTrigger: NodeType<'trigger.run'> = {
  type: 'trigger.run',
  title: 'End of a run',
  description:
    'Starts the published workflow when a run of another workflow fails, is cancelled or succeeds. Output: {run: {id, ' +
    'workflow_id, workflow_name, version, trigger_type, started_at, finished_at, status, error, input}, step: {node_id, ' +
    'node_type, iteration, error} or null, failures}, with the step that failed and the number of failures in a row.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  outputSchema: Type.Object({
    run: Type.Object({
      id: Type.String(),
      workflow_id: Type.String(),
      workflow_name: Type.String(),
      version: Type.Unknown(),
      trigger_type: Type.String(),
      started_at: Type.Unknown(),
      finished_at: Type.Unknown(),
      status: Type.String(),
      error: Type.String(),
      input: Type.Unknown(),
    }),
    step: Type.Union([
      Type.Object({
        node_id: Type.String(),
        node_type: Type.String(),
        iteration: Type.Array(Type.Integer()),
        error: Type.String(),
      }),
      Type.Null(),
    ]),
    failures: Type.Integer(),
  }),
  // Who is watched is decided when the workflow is published, when no run could render a template.
  texts: { workflow_ids: 'literal', statuses: 'literal', runs: 'literal', ...FLOW_TEXTS },
  scopes: FLOW_SCOPES,
  problems: findFlowProblems,
  execution: { kind: 'input' },
  resources: ({ workflow_ids: ids }) => ({
    watched: Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [],
  }),
};
