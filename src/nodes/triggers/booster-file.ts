import Type from 'typebox';
import type { NodeType } from '../node.ts';
import { panelParam, readIdentifier, strict } from '../param-schemas.ts';
import { FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, flowParams } from './flow-params.ts';

const EVENTS = ['stored', 'changed', 'deleted'];

const Params = Type.Object(
  {
    panel_id: panelParam,
    folder: Type.Optional(
      Type.String({
        title: 'Folder',
        description: 'The folder whose files are watched, or * for all.',
        minLength: 1,
        default: '*',
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.Enum(EVENTS, { type: 'string' }), {
        title: 'Events',
        description: 'What has to happen to a file.',
        minItems: 1,
        uniqueItems: true,
        default: EVENTS,
      }),
    ),
    ...flowParams,
  },
  strict,
);

export const boosterFileTrigger: NodeType<'trigger.booster_file'> = {
  type: 'trigger.booster_file',
  title: 'Booster file',
  description:
    'Starts the published workflow when a file of a booster panel is stored, changed or deleted. Output: {event, ' +
    'reason, panel_id, file}; the reason is upload, update, delete, retention or record.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  outputSchema: Type.Object({
    event: Type.String(),
    reason: Type.String(),
    panel_id: Type.String(),
    file: Type.Unknown(),
  }),
  texts: { panel_id: 'literal', folder: 'literal', events: 'literal', ...FLOW_TEXTS },
  scopes: FLOW_SCOPES,
  problems: findFlowProblems,
  execution: { kind: 'input' },
  resources: params => ({ panels: readIdentifier(params, 'panel_id') }),
};
