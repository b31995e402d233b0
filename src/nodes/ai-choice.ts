import Type from 'typebox';
import { createAnswerSchema, createPrompt, readAnswer } from './classification.ts';
import { effect, type NodeType } from './node.ts';
import { context, model, question, readNames, strict } from './param-schemas.ts';

const Params = Type.Object(
  {
    question,
    options: Type.Array(
      Type.Object(
        {
          name: Type.String({
            title: 'Name',
            description: 'Name of the option and of its output.',
            minLength: 1,
            maxLength: 100,
          }),
          description: Type.Optional(
            Type.String({ title: 'Description', description: 'When the option fits, for the model to read.' }),
          ),
        },
        strict,
      ),
      { title: 'Options', description: 'What the model chooses from.', minItems: 1 },
    ),
    context: Type.Optional(context),
    model: Type.Optional(model),
  },
  strict,
);

export const aiChoice: NodeType<'ai.choice'> = {
  type: 'ai.choice',
  title: 'AI choice',
  description:
    'Asks a classification model which of several options fits and continues on its output, or on otherwise. Output: ' +
    '{choice, reason}.',
  category: 'logic',
  terminal: false,
  handles: ['otherwise'],
  namedHandles: params => readNames(params.options),
  openHandles: ['otherwise'],
  paramsSchema: Params,
  outputSchema: Type.Object({ choice: Type.String(), reason: Type.String() }),
  texts: { options: { name: 'literal' } },
  execution: effect(Params, async ({ question, options, context: about, model }, context) => {
    const { answer, credits } = await context.askModel({
      instructions: "Decide which of the options fits best. When none of them fits, the choice is 'otherwise'.",
      prompt: createPrompt(question, about, options),
      schema: createAnswerSchema('choice', {
        type: 'string',
        enum: [...new Set([...readNames(options), 'otherwise'])],
      }),
      model,
    });
    const { result: choice, reason } = readAnswer<string>(answer, 'choice');
    return { output: { choice, reason }, handle: choice, text: reason, credits };
  }),
};
