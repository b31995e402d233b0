import Type from 'typebox';
import type { NodeType } from '../node.ts';
import { panelParam, readIdentifier, strict } from '../param-schemas.ts';
import { FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, flowParams } from './flow-params.ts';

const EVENTS = ['created', 'changed', 'deleted'];

const Params = Type.Object(
  {
    panel_id: panelParam,
    collection: Type.Optional(
      Type.String({
        title: 'Collection',
        description: 'The collection whose records are watched, or * for all.',
        minLength: 1,
        default: '*',
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.Enum(EVENTS, { type: 'string' }), {
        title: 'Events',
        description: 'What has to happen to a record.',
        minItems: 1,
        uniqueItems: true,
        default: EVENTS,
      }),
    ),
    ...flowParams,
  },
  strict,
);

export const boosterRecordTrigger: NodeType<'trigger.booster_record'> = {
  type: 'trigger.booster_record',
  title: 'Booster record',
  description:
    'Starts the published workflow when a record of a booster panel database is created, changed or deleted. Output: ' +
    '{event, panel_id, collection, key, record, previous}, with the record after and before the event.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  outputSchema: Type.Object({
    event: Type.String(),
    panel_id: Type.String(),
    collection: Type.String(),
    key: Type.String(),
    record: Type.Unknown(),
    previous: Type.Unknown(),
  }),
  texts: { panel_id: 'literal', collection: 'literal', events: 'literal', ...FLOW_TEXTS },
  scopes: FLOW_SCOPES,
  problems: findFlowProblems,
  execution: { kind: 'input' },
  resources: params => ({ panels: readIdentifier(params, 'panel_id') }),
};
