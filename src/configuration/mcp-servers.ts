/** Parses the setting of MCP servers, which has the form that MCP clients share. */
import { isObject } from '../platform/is-object.ts';
import { readJsonSetting } from '../platform/json/json-setting.ts';

export type McpServerSettings = StdioServerSettings | HttpServerSettings;

interface ServerSettings {
  /** The prefix of the names of its tools. */
  name: string;
  /** How long a call may take without progress. */
  timeoutSeconds: number;
}

/** A server that this service starts as a process, and that talks over its standard input and output. */
export interface StdioServerSettings extends ServerSettings {
  kind: 'stdio';
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Streamable HTTP. */
export interface HttpServerSettings extends ServerSettings {
  kind: 'http';
  url: string;
  headers: Readonly<Record<string, string>>;
}

const MAX_SERVERS = 50;
const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 600;

/** Takes JSON, or the path of a JSON file. Errors say what the value must be, to follow "HEDDLE_MCP_SERVERS must be ". */
export function parseMcpServers(text: string): McpServerSettings[] {
  const entries = Object.entries(parseObject(text.trim()));
  if (entries.length > MAX_SERVERS) throw new Error(`an object of at most ${MAX_SERVERS} servers`);
  const servers = entries.map(([name, entry]) => parseServer(name, entry));
  const names = servers.map(({ name }) => name);
  for (const name of names) {
    // `crm_eu_x` could be the tool `eu_x` of `crm` or the tool `x` of `crm_eu`.
    const longer = names.find(other => other.startsWith(`${name}_`));
    if (longer)
      throw new Error(`an object in which '${longer}' does not begin with the name of another server and '_'`);
  }
  return servers;
}

function parseObject(text: string): Record<string, unknown> {
  const value = readJsonSetting(text, { opening: '{', what: 'a JSON object by server name' });
  if (!isObject(value)) throw new Error('a JSON object by server name, or the path of a file that holds one');
  return value;
}

function parseServer(name: string, entry: unknown): McpServerSettings {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(name)) {
    throw new Error(
      `an object whose names have 1 to 31 lower-case letters, digits and '_' and begin with a letter, not '${name.slice(0, 40)}'`,
    );
  }
  if (!isObject(entry)) throw wrong(name, undefined, 'an object');
  if (entry.command !== undefined && entry.url !== undefined) throw wrong(name, 'url', "left out beside 'command'");
  const timeoutSeconds = parseTimeout(name, entry.timeout_seconds);
  return entry.command === undefined ? parseHttp(name, timeoutSeconds, entry) : parseStdio(name, timeoutSeconds, entry);
}

function parseStdio(name: string, timeoutSeconds: number, entry: Record<string, unknown>): StdioServerSettings {
  const { command, args = [], env = {} } = entry;
  checkFields(name, entry, ['type', 'command', 'args', 'env', 'timeout_seconds'], 'stdio');
  if (typeof command !== 'string' || command.trim() === '' || hasNul(command)) throw wrong(name, 'command', 'a text');
  if (!Array.isArray(args) || !args.every(isPlainText)) throw wrong(name, 'args', 'a list of texts');
  return { kind: 'stdio', name, timeoutSeconds, command, args, env: texts(name, 'env', env) };
}

function parseHttp(name: string, timeoutSeconds: number, entry: Record<string, unknown>): HttpServerSettings {
  const { url, headers = {} } = entry;
  if (url === undefined) throw wrong(name, undefined, "an object with 'command' or 'url'");
  checkFields(name, entry, ['type', 'url', 'headers', 'timeout_seconds'], 'http', 'streamable-http');
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw wrong(name, 'url', 'a URL with http:// or https://');
  if (parsed.username || parsed.password)
    throw wrong(name, 'url', "a URL without a password, which belongs in 'headers'");
  const checked = texts(name, 'headers', headers);
  try {
    new Headers(checked);
  } catch {
    throw wrong(name, 'headers', 'names and values that HTTP allows');
  }
  return { kind: 'http', name, timeoutSeconds, url: parsed.href, headers: checked };
}

function parseTimeout(name: string, value: unknown = DEFAULT_TIMEOUT_SECONDS): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_SECONDS) return value;
  throw wrong(name, 'timeout_seconds', `a number above 0 and up to ${MAX_TIMEOUT_SECONDS}`);
}

function checkFields(name: string, entry: object, fields: readonly string[], ...types: readonly string[]): void {
  const unknown = Object.keys(entry).find(field => !fields.includes(field));
  if (unknown !== undefined) throw wrong(name, unknown.slice(0, 40), `left out: the fields are ${fields.join(', ')}`);
  if ('type' in entry && !types.includes(String(entry.type))) throw wrong(name, 'type', types.join(' or '));
}

function texts(name: string, field: string, value: unknown): Record<string, string> {
  if (!isObject(value)) throw wrong(name, field, 'an object of texts');
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (!isPlainText(text)) throw wrong(name, `${field}.${key.slice(0, 40)}`, 'a text');
      return [key, text];
    }),
  );
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && !hasNul(value);
}

/** No process accepts NUL in its arguments or environment. */
function hasNul(text: string): boolean {
  return text.includes('\0');
}

function wrong(name: string, field: string | undefined, what: string): Error {
  return new Error(`an object in which '${field === undefined ? name : `${name}.${field}`}' is ${what}`);
}
