import Type from 'typebox';
import type { NodeType } from './node.ts';
import { context, model, question, strict } from './param-schemas.ts';

const Params = Type.Object({ question, context: Type.Optional(context), model: Type.Optional(model) }, strict);

export const aiCondition: NodeType<'ai.condition'> = {
  type: 'ai.condition',
  title: 'AI condition',
  description:
    'Asks a classification model a yes/no question and continues on true or false. Output: {result, reason}.',
  category: 'logic',
  terminal: false,
  handles: ['true', 'false'],
  paramsSchema: Params,
  execution: { kind: 'none' },
};
