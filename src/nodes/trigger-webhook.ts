import Type from 'typebox';
import type { NodeType } from './node.ts';
import { strict } from './param-schemas.ts';

export const webhookTrigger: NodeType<'trigger.webhook'> = {
  type: 'trigger.webhook',
  title: 'Webhook',
  description:
    'Starts the published workflow when its webhook URL is called. Output: {body, query, headers} of the call; files ' +
    'in the body become attachments.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Type.Object({}, strict),
  texts: 'literal',
  execution: { kind: 'input' },
};
