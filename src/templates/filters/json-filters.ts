import { TemplateError } from '../template-error.ts';
import type { Operation, Operations } from '../values/callable.ts';
import { toJson } from '../values/json.ts';
import { asIndex } from '../values/numbers.ts';
import { prettyPrint } from '../values/pretty-print.ts';
import { textArgument } from '../values/text-changes.ts';
import { fromData, isText, Markup, plainText, type Value } from '../values/values.ts';

export const JSON_FILTERS: Operations = new Map<string, Operation>([
  [
    'tojson',
    {
      parameters: ['indent?'],
      run: (value, [indent = null], { budget }) => {
        if (indent === null) return new Markup(toJson(value, undefined, budget));
        if (isText(indent)) return new Markup(toJson(value, plainText(indent), budget));
        const width = Math.max(0, asIndex(indent));
        budget.allocate(width);
        return new Markup(toJson(value, ' '.repeat(width), budget));
      },
    },
  ],
  [
    'fromjson',
    {
      parameters: [],
      run: (value, _, { budget }): Value => {
        const text = textArgument(value);
        budget.allocate(text.length);
        budget.spend(text.length >> 4);
        try {
          return fromData(JSON.parse(text));
        } catch (error) {
          throw new TemplateError(`not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`);
        }
      },
    },
  ],
  ['pprint', { parameters: [], run: (value, _, { budget }) => prettyPrint(value, budget) }],
]);
