/** What a loop can read its items from, instead of taking a list. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params } from '../engine/definition.ts';
import type { ParamMessage, Resources } from '../engine/node-rules.ts';
import { isObject } from '../platform/is-object.ts';
import { type FileParam, panelParam, readIdentifier, strict, text } from './param-schemas.ts';
import { widget } from './widgets.ts';

export const FILE_FORMATS = ['csv', 'ndjson', 'json'] as const;

/** Exactly one of them gives the items. */
const GIVING = ['items', 'file', 'records', 'query'] as const;

const Records = Type.Object(
  {
    panel_id: panelParam,
    collection: Type.String({
      title: 'Collection',
      description: 'Name of the collection, without control characters.',
      minLength: 1,
      maxLength: fixedLimits.record.collectionCharacters,
      pattern: '^\\P{Cc}*$',
    }),
    filters: Type.Optional(
      Type.Array(Type.Unsafe<unknown>({ type: 'array' }), {
        title: 'Filters',
        description:
          'Filters that must all match, each [field, operator, value], such as ["data.status", "==", "open"]. ' +
          'Operators: ==, !=, <, <=, >, >=, in, not_in, contains, regex. Fields: key, created, updated, data.<path>.',
      }),
    ),
  },
  {
    ...strict,
    title: 'Records',
    description:
      'The records of a collection of a booster panel are the items, in the order of their keys. They are read as they are needed.',
  },
);

const Query = Type.Object(
  {
    host: text('Host', 'Name of the server.'),
    port: Type.Optional(
      Type.Integer({ title: 'Port', description: 'Port of the server.', minimum: 1, maximum: 65_535, default: 5432 }),
    ),
    database: text('Database', 'Name of the database.'),
    credential: text(
      'Credential',
      'Name of the credential with username and password. It must allow the host with its port.',
      widget('credential'),
    ),
    query: text('Query', 'One SELECT, with $1, $2 in the place of params.', widget('long-text')),
    key: text(
      'Key',
      'Name of a column of the result, such as id, whose values are unique and have an order. It tells where the next rows ' +
        'begin. Rows without a value are left out.',
      { maxLength: 200, pattern: '^\\P{Cc}*$' },
    ),
    params: Type.Optional(
      Type.Array(Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }), {
        title: 'Params',
        description: 'The values of $1, $2 and so on.',
        maxItems: 999,
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Integer({
        title: 'Timeout',
        description: 'Seconds after which the query for one page is cancelled.',
        minimum: 1,
        maximum: 300,
        default: 30,
      }),
    ),
    tls: Type.Optional(
      Type.Boolean({
        title: 'TLS',
        description: 'Whether the connection is encrypted. Only local and private servers can do without.',
        default: true,
      }),
    ),
  },
  {
    ...strict,
    title: 'Query',
    description:
      'The rows of a PostgreSQL database are the items, in the order of a column. They are read as they are needed.',
  },
);

export type RecordsParam = Static<typeof Records>;
export type QueryParam = Static<typeof Query>;

export const sourceParams = {
  file: Type.Optional(
    Type.Unsafe<FileParam>({
      type: ['string', 'object'],
      title: 'File',
      description:
        'A file whose rows, lines or elements are the items, instead of a list. They are read as they are needed, so there can ' +
        'be millions. An attachment, or the id of a file.',
    }),
  ),
  format: Type.Optional(
    Type.Enum(FILE_FORMATS, {
      title: 'Format of the file',
      description:
        'csv: each row is an item, an object with the names of the first row. ndjson: each line is an item, as JSON. ' +
        'json: the file is a list, whose elements are the items. ' +
        'Without it, the name and the type of the file decide.',
    }),
  ),
  records: Type.Optional(Records),
  query: Type.Optional(Query),
};

/** Whether the items are read as they are needed. */
export function readsSource({ file, records, query }: Params): boolean {
  return (file ?? records ?? query) !== undefined;
}

export function findGivingProblem(params: Params): ParamMessage | undefined {
  const [first, second] = GIVING.filter(name => params[name] !== undefined);
  if (first === undefined) {
    return { param: 'items', message: "One of 'items', 'file', 'records' and 'query' is required" };
  }
  return second && { param: second, message: `'${second}' and '${first}' exclude each other` };
}

export function sourceResources({ records, query }: Params): Resources {
  return {
    panels: isObject(records) ? readIdentifier(records, 'panel_id') : [],
    credentials: isObject(query) ? readIdentifier(query, 'credential') : [],
  };
}
