import Type from 'typebox';
import { createAnswerSchema, createPrompt, readAnswer } from './classification.ts';
import { effect, type NodeType } from './node.ts';
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
  outputSchema: Type.Object({ result: Type.Boolean(), reason: Type.String() }),
  execution: effect(Params, async ({ question, context: about, model }, context) => {
    const { answer, credits } = await context.askModel({
      instructions: 'Decide whether the answer to the question is yes (true) or no (false).',
      prompt: createPrompt(question, about),
      schema: createAnswerSchema('result', { type: 'boolean' }),
      model,
    });
    const { result, reason } = readAnswer<boolean>(answer, 'result');
    return { output: { result, reason }, handle: String(result), text: reason, credits };
  }),
};
