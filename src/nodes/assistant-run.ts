import Type from 'typebox';
import { effect, type NodeType } from './node.ts';
import { attachment } from './output-schemas.ts';
import { ACTION_TEXTS, actionParams, files, freeObject, model, readIdentifier, strict, text } from './param-schemas.ts';
import { widget } from './widgets.ts';

const Params = Type.Object(
  {
    assistant_id: text('Assistant', 'Id of the assistant.', widget('assistant')),
    prompt: text('Prompt', 'What the assistant is to do.', widget('long-text')),
    model: Type.Optional(model),
    files: Type.Optional(files('What the assistant is given to read.')),
    output_schema: Type.Optional(
      freeObject('Output schema', 'JSON Schema of a structured answer, which is then found in data.'),
    ),
    ...actionParams,
  },
  strict,
);

export const assistantRun: NodeType<'assistant.run'> = {
  type: 'assistant.run',
  title: 'Assistant',
  description:
    'Runs a task on an assistant in a new conversation. Output: {text, data, files}; data is the structured answer ' +
    'when there is an output schema.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  outputSchema: Type.Object({ text: Type.String(), data: Type.Unknown(), files: Type.Array(attachment) }),
  texts: { output_schema: 'schema', ...ACTION_TEXTS },
  execution: effect(Params, async ({ assistant_id, prompt, model, files = [], output_schema }, context) => {
    const task = { assistantId: assistant_id, prompt, model, files: [files].flat(), outputSchema: output_schema };
    const { text, data, files: made, conversationId, credits } = await context.runAssistant(task);
    return {
      output: { text, data, files: made },
      text,
      fileIds: made.map(({ file_id }) => file_id),
      conversationId,
      credits,
    };
  }),
  resources: params => ({ assistants: readIdentifier(params, 'assistant_id') }),
};
