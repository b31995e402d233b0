import Type from 'typebox';
import type { NodeType } from '../node.ts';
import { freeObject, strict } from '../param-schemas.ts';

const Params = Type.Object(
  {
    input_schema: Type.Optional(
      freeObject(
        'Input schema',
        'JSON Schema of the run input: its fields are asked for when a run is started, and an input that does not fit ' +
          'fails the run. A field {type: object, format: file} holds one file.',
      ),
    ),
  },
  strict,
);

export const manualTrigger: NodeType<'trigger.manual'> = {
  type: 'trigger.manual',
  title: 'Manual start',
  description: 'Starts a run on demand, from the app or the API. Output: the run input.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: { input_schema: 'schema' },
  execution: { kind: 'input' },
};
