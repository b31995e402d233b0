/**
 * Two tools with which an assistant uses all operations of a large connector: `<connector>_find` finds operations with
 * their params, and `<connector>_call` calls one. So a model gets only the schemas that it needs.
 */
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { strict } from '../nodes/param-schemas.ts';
import { StepError } from '../nodes/step.ts';
import type { ForeignCheck } from '../tools/contract/foreign-params.ts';
import { defineTool, type Tool } from '../tools/contract/tool.ts';
import { currentDocument } from './documents.ts';
import type { SearchToolKind } from './names.ts';
import { hasWords } from './overview.ts';
import type { ConnectorRow } from './tables.ts';

export interface SearchServices {
  db: Query;
  /** Finds the tool of an enabled operation. */
  findTool(operation: string): Promise<Tool | undefined>;
  check(...args: Parameters<ForeignCheck>): Promise<ReturnType<ForeignCheck>>;
}

const { found: mostFound } = fixedLimits.connector;
/** Characters of all schemas of one answer. */
const SCHEMA_CHARACTERS = 30_000;

export function createSearchTool(kind: SearchToolKind, connector: ConnectorRow, services: SearchServices): Tool {
  return kind === 'find' ? createFindTool(connector, services) : createCallTool(connector, services);
}

function createFindTool({ id, name, title }: ConnectorRow, { db, findTool }: SearchServices): Tool {
  return defineTool({
    name: `${name}_find`,
    title: `Find operations of ${title}`,
    description:
      `Finds operations of ${title} by words of their names and descriptions. Result: a list of {operation, title, ` +
      `description, params}, where params is the JSON Schema of what ${name}_call takes. When params is missing, look ` +
      'for the name of that operation alone.',
    category: title,
    icon: 'plug',
    inputSchema: Type.Object(
      {
        text: Type.String({
          title: 'Text',
          description: 'Words of the name, the title, the description or the path of an operation.',
          maxLength: fixedLimits.nameCharacters,
        }),
      },
      strict,
    ),
    call: async ({ text }) => {
      const rows = await db
        .selectFrom('connector_operations')
        .select(['name', 'title', 'description'])
        .where('document_id', '=', currentDocument(id))
        .where('enabled', '=', true)
        .where(hasWords(text))
        .orderBy(order => order(order.ref('name'), '!=', text))
        .orderBy('position')
        .limit(mostFound)
        .execute();
      let left = SCHEMA_CHARACTERS;
      const output: object[] = [];
      for (const { name: operation, title, description } of rows) {
        const params = (await findTool(operation))?.inputSchema;
        const characters = JSON.stringify(params ?? null).length;
        const isShown = params !== undefined && (characters <= left || output.length === 0);
        if (isShown) left -= characters;
        output.push({ operation, title, description, ...(isShown && { params }) });
      }
      return { output, text: `Found ${output.length} ${output.length === 1 ? 'operation' : 'operations'}` };
    },
  });
}

function createCallTool({ name, title }: ConnectorRow, { findTool, check }: SearchServices): Tool {
  return defineTool({
    name: `${name}_call`,
    title: `Call an operation of ${title}`,
    description: `Calls an operation of ${title} that ${name}_find has found. Result: what the operation returns.`,
    category: title,
    icon: 'plug',
    inputSchema: Type.Object(
      {
        operation: Type.String({ title: 'Operation', description: 'The name of the operation.', maxLength: 100 }),
        params: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            title: 'Params',
            description: 'The params of the operation, as its schema says.',
          }),
        ),
      },
      strict,
    ),
    call: async ({ operation, params = {} }, context) => {
      const tool = await findTool(operation);
      if (!tool) throw new StepError(`${title} has no operation '${operation}', or it is not enabled`);
      const { params: fitting, problems } = await check(tool, { params, printed: {} });
      if (problems.length > 0) {
        throw new StepError(`The params of ${operation} do not fit: ${problems.join('; ')}`, { kind: 'params' });
      }
      return tool.call(fitting, context);
    },
  });
}
