/**
 * The endpoints of `/api/v1` as commands. They use the same validation and the same handlers as over HTTP, but the
 * operator of the machine needs no key.
 */
import { parseArgs } from 'node:util';
import type { TSchema } from 'typebox';
import { openSystem, type System } from '../composition/system.ts';
import { readConfig } from '../configuration/config.ts';
import type { Caller } from '../http/caller.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { schemaProperties } from '../http/openapi.ts';
import { createServer } from '../http/server.ts';
import { isObject } from '../platform/is-object.ts';
import { createLogger } from '../platform/log.ts';
import { commandName, commands, optionName } from './usage.ts';

export class UsageError extends Error {}

/** Finds the endpoint whose command is at the beginning of the words. The rest of the words are its options. */
export function findCommand(words: readonly string[]): { definition: Endpoint; options: string[] } | undefined {
  const firstOption = words.findIndex(word => word.startsWith('-'));
  const end = firstOption < 0 ? words.length : firstOption;
  const name = words.slice(0, end).join(' ');
  const definition = commands.find(candidate => commandName(candidate) === name);
  return definition && { definition, options: words.slice(end) };
}

export async function provision(described: Endpoint, options: readonly string[]): Promise<unknown> {
  parseOptions(options, described); // a wrong option fails before anything starts
  const system = await openSystem({ config: readConfig(process.env), work: false, log: createLogger('warn', 2) });
  try {
    const definition = system.endpoints.find(candidate => candidate.path === described.path);
    if (!definition) throw new UsageError(`there is no ${described.path}`);
    return await call(system, definition, options);
  } finally {
    await system.close();
  }
}

async function call(system: System, definition: Endpoint, words: readonly string[]): Promise<unknown> {
  const caller = await findOperator(system);
  const server = createServer({
    ...system,
    endpoints: [definition],
    rateLimiter: undefined,
    identities: { identify: () => caller, identifySession: () => undefined, evict: () => {}, close: async () => {} },
  });
  try {
    const { query, body } = await readOptions(system, definition, words);
    const reply = await server.inject({
      method: 'POST',
      url: definition.path,
      query,
      payload: body,
      headers: { 'uni-api-key': 'operator' },
    });
    const result: unknown = reply.json();
    if (reply.statusCode !== 200) throw new UsageError(errorDetail(result));
    return result;
  } finally {
    await server.close();
  }
}

/** The operator acts as the oldest administrator, so that the records of a command belong to a user who exists. */
export async function findOperator({ database }: System): Promise<Caller> {
  const administrator = await database.query
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('admin', '=', true)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return {
    keyId: 'operator',
    userId: administrator?.id ?? '00000000-0000-0000-0000-000000000000',
    email: administrator?.email ?? '',
    name: administrator?.name ?? '',
    admin: true,
    scopes: new Set(['*']),
    workflowPermission: 'write',
  };
}

async function readOptions(system: System, definition: Endpoint, words: readonly string[]) {
  const { values, schemas } = parseOptions(words, definition);
  const query: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const texts = values[optionName(name)];
    if (texts === undefined) continue;
    const value = await parseOption(system, name, schema, texts);
    if (name in schemaProperties(definition.query)) query[name] = String(value);
    else body[name] = value;
  }
  return { query, body };
}

function parseOptions(words: readonly string[], definition: Endpoint) {
  const schemas = { ...schemaProperties(definition.query), ...schemaProperties(definition.body) };
  const option = { type: 'string', multiple: true } as const;
  const options = Object.keys(schemas).map(name => [optionName(name), option] as const);
  try {
    const { values } = parseArgs({ args: joinNegatives(words), options: Object.fromEntries(options), strict: true });
    return { values, schemas };
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error));
  }
}

/** The parser requires `--credits=-1` where people write `--credits -1`. */
function joinNegatives(words: readonly string[]): string[] {
  return words.reduce<string[]>((joined, word) => {
    const last = joined.at(-1);
    if (/^-\d/.test(word) && last?.startsWith('--') && !last.includes('='))
      joined[joined.length - 1] = `${last}=${word}`;
    else joined.push(word);
    return joined;
  }, []);
}

/** Converts text to the type of the schema. The validation of the endpoint refuses text that does not match it. */
async function parseOption(system: System, name: string, schema: TSchema, texts: string[]): Promise<unknown> {
  const text = texts.at(-1) ?? '';
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'array') return texts.flatMap(text => parseElements(text, schema));
  if (name.endsWith('user_id') && text.includes('@')) return findUserId(system, text);
  return type === 'string' ? text : parseJsonOrText(text);
}

/** Accepts `a,b` or a JSON array. Where the elements are arrays (filters), one of them is enough. */
function parseElements(text: string, schema: TSchema): unknown[] {
  if (!text.startsWith('[')) return text.split(',');
  const parsed = parseJsonOrText(text);
  if (!Array.isArray(parsed)) return [text];
  const hasListElements =
    'items' in schema && !Object.hasOwn(Object(schema.items), 'enum') && !Object.hasOwn(Object(schema.items), 'type');
  return hasListElements && !parsed.every(Array.isArray) ? [parsed] : parsed;
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export async function findUserId({ database }: System, email: string): Promise<string> {
  const user = await database.query
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .executeTakeFirst();
  if (!user) throw new UsageError(`there is no user '${email}'`);
  return user.id;
}

function errorDetail(result: unknown): string {
  return isObject(result) && 'detail' in result ? String(result.detail) : String(result);
}
