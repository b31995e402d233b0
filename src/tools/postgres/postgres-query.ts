import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { permitConnection, requireField } from '../contract/connection.ts';
import { credential } from '../contract/get-reply.ts';
import { defineTool } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { checkLength, flag, integer } from '../contract/tool-params.ts';

const { rows, seconds, queryCharacters } = toolLimits.postgres;

export const postgresQuery = defineTool({
  name: 'postgres_query',
  title: 'Query PostgreSQL',
  description:
    'Reads from a PostgreSQL database, in a transaction that can not change anything. Result: rows (objects by column ' +
    'name), count, columns, has_more (whether the limit left rows out).',
  outputSchema: Type.Object({
    rows: Type.Array(Type.Unknown()),
    count: Type.Integer(),
    columns: Type.Array(Type.String()),
    has_more: Type.Boolean(),
  }),
  inputSchema: Type.Object(
    {
      host: text('Host', 'Name of the server.'),
      port: Type.Optional(integer('Port', 'Port of the server.', { minimum: 1, maximum: 65_535, default: 5432 })),
      database: text('Database', 'Name of the database.'),
      credential: Type.String({
        ...credential,
        description: 'Name of the credential with username and password. It must allow the host with its port.',
      }),
      query: text('Query', 'One statement of SQL, with $1, $2 in the place of params.'),
      params: Type.Optional(
        Type.Array(Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }), {
          title: 'Params',
          description: 'The values of $1, $2 and so on.',
          maxItems: 1000,
        }),
      ),
      limit: Type.Optional(
        integer('Limit', 'Rows to read at most.', { minimum: 1, maximum: rows.most, default: rows.default }),
      ),
      timeout_seconds: Type.Optional(
        integer('Timeout', 'Seconds after which the query is cancelled.', {
          minimum: 1,
          maximum: seconds.most,
          default: seconds.default,
        }),
      ),
      tls: Type.Optional(
        flag('TLS', 'Whether the connection is encrypted. Only local and private servers can do without.', true),
      ),
    },
    strict,
  ),
  call: async (params, context) => {
    const { host, port = 5432, credential, tls = true } = params;
    checkLength('query', params.query, queryCharacters);
    const target = { host, port, isEncrypted: tls, credential };
    const { lookup, fields } = await permitConnection(target, context);
    // The library is loaded with the first query, so that an idle process needs less memory.
    const { readRows } = await import('./read-rows.ts');
    const read = await readRows(
      {
        ...{ host, port, lookup, tls, database: params.database },
        user: requireField(fields, credential, 'username', 'user'),
        password: requireField(fields, credential, 'password'),
        ca: fields.ca,
      },
      {
        text: params.query,
        values: params.params ?? [],
        limit: params.limit ?? rows.default,
        timeoutMs: (params.timeout_seconds ?? seconds.default) * 1000,
      },
      context.signal,
    );
    const output = { rows: read.rows, count: read.rows.length, columns: read.columns, has_more: read.hasMore };
    return { output, text: `Read ${output.count} ${output.count === 1 ? 'row' : 'rows'}` };
  },
});
