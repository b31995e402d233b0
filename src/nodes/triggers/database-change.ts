/** `trigger.database_change` follows the log of a PostgreSQL database, and starts a run for each change of a row. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { NodeType } from '../node.ts';
import { readIdentifier, strict, text } from '../param-schemas.ts';
import { widget } from '../widgets.ts';
import { debounce, FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, throttle, whenParam } from './flow-params.ts';

const limits = fixedLimits.databaseChange;

export const DatabaseChangeParams = Type.Object(
  {
    host: text('Host', 'Name of the PostgreSQL server.', { maxLength: 255 }),
    port: Type.Optional(
      Type.Integer({ title: 'Port', description: 'Port of the server.', minimum: 1, maximum: 65_535, default: 5432 }),
    ),
    database: text('Database', 'Name of the database.', { maxLength: limits.nameCharacters }),
    credential: text(
      'Credential',
      'Name of the credential with username and password. It must allow the host with its port, and the user must be ' +
        'allowed to replicate and own the tables.',
      widget('credential'),
    ),
    tls: Type.Optional(
      Type.Boolean({
        title: 'TLS',
        description: 'Whether the connection is encrypted. Only local and private servers can do without.',
        default: true,
      }),
    ),
    tables: Type.Array(Type.String({ minLength: 1, maxLength: limits.tableCharacters }), {
      title: 'Tables',
      description: 'The tables whose changes start runs, as schema.table, such as public.orders.',
      minItems: 1,
      maxItems: limits.tables,
      uniqueItems: true,
    }),
    kinds: Type.Optional(
      Type.Array(Type.Enum(['insert', 'update', 'delete'], { type: 'string' }), {
        title: 'Kinds',
        description: 'Which changes start runs. Without it, all of them.',
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.nameCharacters }), {
        title: 'Columns',
        description:
          'Only these columns are in the input, besides the key. An update starts a run only if one of them may have ' +
          'changed, which is known exactly for tables with REPLICA IDENTITY FULL. Without it, all columns.',
        minItems: 1,
        maxItems: limits.columns,
        uniqueItems: true,
      }),
    ),
    ...whenParam,
    debounce,
    throttle,
  },
  strict,
);
export type DatabaseChangeParams = Static<typeof DatabaseChangeParams>;

const row = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], description });

export const databaseChangeTrigger: NodeType<'trigger.database_change'> = {
  type: 'trigger.database_change',
  title: 'Database change',
  description:
    'Follows the log of a PostgreSQL database, and starts the published workflow once for each row that is inserted, ' +
    'updated or deleted in some tables, in the order of the commits. Output: {table, kind, new, old, key, at, lsn}.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: DatabaseChangeParams,
  outputSchema: Type.Object({
    table: Type.String({ description: 'schema.table' }),
    kind: Type.Enum(['insert', 'update', 'delete'], { type: 'string' }),
    new: row('The row after the change. Null when it was deleted.'),
    old: row('The row before the change, as far as the table tells it: its replica identity decides. Null otherwise.'),
    key: Type.Object({}, { additionalProperties: true, description: 'The columns that tell the row from all others.' }),
    at: Type.Number({ description: 'When the change was committed, in milliseconds since 1970.' }),
    lsn: Type.String({ description: 'Where the commit is in the log. Changes of one transaction have the same.' }),
  }),
  texts: {
    ...{ host: 'literal', port: 'literal', database: 'literal', credential: 'literal', tls: 'literal' },
    ...{ tables: 'literal', kinds: 'literal', columns: 'literal' },
    ...FLOW_TEXTS,
  },
  scopes: FLOW_SCOPES,
  sendsSecrets: true,
  resources: params => ({ credentials: readIdentifier(params, 'credential') }),
  execution: { kind: 'input' },
  problems: params => [...findTableProblems(params.tables), ...findFlowProblems(params)],
};

const QUALIFIED = /^[^.]{1,63}\.[^.]{1,63}$/;

function findTableProblems(tables: unknown) {
  if (!Array.isArray(tables)) return [];
  const wrong = tables.find((table: unknown) => typeof table === 'string' && !QUALIFIED.test(table));
  return wrong === undefined
    ? []
    : [{ message: `'${String(wrong).slice(0, 100)}' must be schema.table, such as public.orders`, param: 'tables' }];
}
