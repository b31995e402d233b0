import Type from 'typebox';
import { isObject } from '../platform/is-object.ts';
import { effect, type NodeType } from './node.ts';
import {
  ACTION_TEXTS,
  actionParams,
  freeObject,
  namedCredentials,
  readIdentifier,
  strict,
  text,
} from './param-schemas.ts';
import { widget } from './widgets.ts';

const Params = Type.Object(
  {
    tool: text('Tool', 'Name of the tool, as the catalog lists it.', widget('tool')),
    params: Type.Optional(freeObject('Tool params', "What the tool is called with, as the tool's own schema says.")),
    ...actionParams,
  },
  strict,
);

export const toolCall: NodeType<'tool.call'> = {
  type: 'tool.call',
  title: 'Tool',
  description: "Calls a tool. Output: the tool's result.",
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: ACTION_TEXTS,
  sendsSecrets: true,
  resources: params => {
    const tools = readIdentifier(params, 'tool');
    const isBoosterTool = tools.some(tool => tool.startsWith('booster_'));
    const credentials = namedCredentials(params);
    return {
      tools,
      credentials,
      panels: isBoosterTool && isObject(params.params) ? readIdentifier(params.params, 'panel_id') : [],
    };
  },
  execution: effect(Params, ({ tool, params = {} }, context) => context.callTool(tool, params)),
};
