/** The body of every `find` and `count`: the filters, the order and the page. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';

export const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'not_in', 'contains', 'regex'] as const;
export type Operator = (typeof OPERATORS)[number];

const ShownFilter = Type.Unsafe<unknown>({
  type: 'array',
  prefixItems: [
    { type: 'string', description: 'The field. Those inside objects are written with dots.' },
    { type: 'string', enum: OPERATORS, description: 'How the field is compared.' },
    { description: 'What it is compared with.' },
  ],
  items: {},
  minItems: 3,
  maxItems: 3,
  description: [
    '`[field, operator, value]`. Fields inside objects are written with dots, elements of arrays by their index.',
    '`==`, `!=`: equal or not; `null` stands for a field that is missing or null, and `!=` any other value matches those too.',
    '`<`, `<=`, `>`, `>=`: numbers, times, and texts by code point; in JSON fields only values of the same type match.',
    '`in`, `not_in`: equal to one of an array of values, or to none.',
    '`contains`: a part of a text, or an element of an array.',
    '`regex`: a regular expression of PostgreSQL that is found in the text; a leading `(?i)` ignores case, no other embedded option is allowed.',
    'Identifiers and booleans take `==`, `!=`, `in` and `not_in`; lists of texts take `==`, `!=` and `contains`.',
  ].join('\n'),
  examples: [
    // Everything that is found has this field, so the first example works everywhere.
    ['created.timestamp', '>=', 1_767_225_600_000],
    ['status', '==', 'failed'],
    ['name', 'regex', '(?i)^invoice'],
  ],
});
/** The schema allows everything, so that `compileQuery` can explain what is wrong in terms of the query. */
const Filter = named('Filter', Type.Unknown(), ShownFilter);

export const QueryBody = named(
  'Query',
  Type.Object({
    filters: Type.Optional(
      Type.Array(Filter, { description: `All filters must match. At most ${fixedLimits.query.filters}.` }),
    ),
    sort_key: Type.Optional(
      Type.String({
        description:
          'Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects.',
      }),
    ),
    sort_order: Type.Optional(
      Type.Integer({
        description:
          '`1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first.',
      }),
    ),
    limit_from: Type.Optional(Type.Integer({ description: 'Index of the first item. Default 0.' })),
    limit_to: Type.Optional(
      Type.Integer({
        description: 'Index after the last item. Default: as many items as the endpoint returns at once.',
      }),
    ),
  }),
);
export type QueryBody = Static<typeof QueryBody>;
