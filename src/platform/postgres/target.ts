/**
 * Where the database is: the embedded server, or a URL with one or several hosts, as libpq has them.
 *
 *   postgres://user:password@a:5432,b:5432/heddle?target_session_attrs=read-write
 *
 * The hosts are tried in order, beginning with the one that worked last. With `read-write` or `primary`, a server that does
 * not accept writes counts as one that can not be reached.
 */
import pg from 'pg';
import { ConnectionError, ReadOnlyServer } from './connection-error.ts';
import type { PostgresAddress } from './embedded.ts';

/** The URL of a server or of several, or the address of the embedded one. */
export type PostgresTarget = string | PostgresAddress;

/** What is wrong with a URL, as the end of a sentence that says what it must be. */
export class InvalidTarget extends Error {}

const EXAMPLE = 'a URL such as postgres://user:password@host:5432/database';
const PARTS = /^(postgres(?:ql)?):\/\/(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]\s]*)(?::(\d{0,5}))?$/;

/** The parameters of libpq that are ours to understand: the driver does not know them. */
const OWN_PARAMETERS = ['target_session_attrs', 'load_balance_hosts'];
const WRITABLE = new Set(['read-write', 'primary']);

interface ParsedTarget {
  /** One for each host. */
  servers: readonly pg.ClientConfig[];
  /** Whether only a server that accepts writes will do. */
  needsWrites: boolean;
}

/** Throws `InvalidTarget`, which never quotes the URL: it has a password. */
export function parseTarget(target: PostgresTarget): ParsedTarget {
  if (typeof target !== 'string') return { servers: [{ ...target }], needsWrites: false };
  const [, protocol, credentials = '', authority = '', path = '', query = ''] = PARTS.exec(target) ?? [];
  if (protocol === undefined || target.length === `${protocol}://`.length) throw new InvalidTarget(EXAMPLE);
  const parameters = new URLSearchParams(query);
  const attributes = parameters.get('target_session_attrs');
  if (attributes !== null && attributes !== 'any' && !WRITABLE.has(attributes)) {
    throw new InvalidTarget('a URL whose target_session_attrs is any, read-write or primary');
  }
  const places = findPlaces(authority, parameters);
  for (const name of OWN_PARAMETERS) parameters.delete(name);
  const user = credentials === '' ? '' : `${credentials}@`;
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  const servers = places.map(place => ({
    connectionString: `${protocol}://${user}${place.authority}${path}${rest}${place.query}`,
  }));
  for (const { connectionString } of servers) requireUrl(connectionString);
  // Heddle has to write: of several servers, a standby is of no use to it, unless somebody insists.
  return { servers, needsWrites: attributes === null ? servers.length > 1 : WRITABLE.has(attributes) };
}

interface Place {
  authority: string;
  query: string;
}

/** Hosts stand before the path, or in the parameter `host`, each with its port or all with one. */
function findPlaces(authority: string, parameters: URLSearchParams): Place[] {
  const named = parameters.get('host')?.split(',') ?? [];
  const ports = parameters.get('port')?.split(',') ?? [];
  const hosts = named.length > 0 ? named : authority.split(',');
  if (hosts.length === 1 && ports.length <= 1) return [{ authority, query: '' }];
  if (named.length > 0 && authority !== '') throw new InvalidTarget('a URL that names its hosts in one place');
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new InvalidTarget('a URL with one port, or with one for each host');
  }
  parameters.delete('host');
  parameters.delete('port');
  return hosts.map((given, index) => {
    const [, host = '', ownPort = ''] = HOST.exec(given) ?? [];
    if (host === '') throw new InvalidTarget('a URL whose hosts are separated by single commas');
    const port = ownPort || (ports.length > 1 ? ports[index] : ports[0]) || '';
    if (!host.startsWith('/')) return { authority: port === '' ? host : `${host}:${port}`, query: '' };
    const socket = new URLSearchParams({ host, ...(port !== '' && { port }) });
    return { authority: '', query: `${parameters.size === 0 ? '?' : '&'}${socket}` };
  });
}

function requireUrl(url: string): void {
  // PostgreSQL also accepts a user without a host, which no URL may have.
  if (!URL.canParse(url.replace('@/', '@host/'))) throw new InvalidTarget(EXAMPLE);
}

/** How long one server may take to accept a connection. */
const CONNECT_MS = 5_000;
const CONNECT_ONE_OF_MANY_MS = 2_500;
/** After this time without traffic, the operating system asks whether the other side is still there. */
const KEEPALIVE_MS = 10_000;

/**
 * The server notices within some 25 seconds that we are gone without a word, as after a power failure, and gives up our
 * transactions and their locks. These are no parameters of the connection, because poolers refuse those that they do not
 * know.
 */
const SERVER_KEEPALIVES = [
  'SET tcp_keepalives_idle = 10',
  'SET tcp_keepalives_interval = 5',
  'SET tcp_keepalives_count = 3',
  'SET tcp_user_timeout = 25000',
];

/** Sizes, counts and credits are read as numbers, because they stay far below 2^53. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  NUMBER_TYPES.has(type) && format !== 'binary' ? Number : pg.types.getTypeParser(type, format);

/** The servers of a target, and which of them is the one to try next. */
export class Servers {
  readonly #parsed: ParsedTarget;
  #next = 0;

  constructor(target: PostgresTarget) {
    this.#parsed = parseTarget(target);
  }

  get count(): number {
    return this.#parsed.servers.length;
  }

  get needsWrites(): boolean {
    return this.#parsed.needsWrites;
  }

  get connectMs(): number {
    return this.count > 1 ? CONNECT_ONE_OF_MANY_MS : CONNECT_MS;
  }

  /** The number of the server that is tried next. */
  get next(): number {
    return this.#next;
  }

  /** A server could not be used. Others who found that out at the same time may have moved on already. */
  moveOnFrom(server: number): void {
    if (server === this.#next) this.#next = (server + 1) % this.count;
  }

  clientConfig(): pg.ClientConfig {
    return {
      ...this.#parsed.servers[this.#next],
      application_name: 'heddle',
      connectionTimeoutMillis: this.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      types: { getTypeParser },
    };
  }
}

export interface SessionOptions {
  /** Statements that are executed first. */
  settings?: readonly string[];
  /** A pooler gives every transaction another session, so settings of ours would be left to others. */
  isPooled?: boolean;
}

/** Prepares a new connection, and refuses a server that must accept writes and does not. */
export async function prepareSession(
  client: pg.Client,
  { needsWrites, connectMs }: Pick<Servers, 'needsWrites' | 'connectMs'>,
  { settings = [], isPooled = false }: SessionOptions,
): Promise<void> {
  const isRemote = !client.host.startsWith('/');
  const statements = [
    ...(isPooled ? [] : [...(isRemote ? SERVER_KEEPALIVES : []), ...settings]),
    ...(needsWrites ? [READ_ONLY_QUERY] : []),
  ];
  if (statements.length === 0) return;
  // The limit of the driver ends with the login.
  const timer = setTimeout(() => client.connection.stream.destroy(), connectMs);
  try {
    const results: unknown = await client.query(statements.join('; '));
    if (needsWrites && isReadOnlyResult(results)) throw new ReadOnlyServer();
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server does not accept writes: it follows another, or was told so. */
export const READ_ONLY_QUERY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only`;

function isReadOnlyResult(results: unknown): boolean {
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  return Object(Object(last).rows)[0]?.is_read_only === true;
}

/** Opens one connection outside of a pool, to the first server that can be used. */
export async function connectTo(
  servers: Servers,
  config: Pick<pg.ClientConfig, 'application_name' | 'connectionTimeoutMillis' | 'query_timeout'>,
  session: SessionOptions = {},
): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const server = servers.next;
    const client = new pg.Client({ ...servers.clientConfig(), ...config });
    // Who uses the connection learns of its end by the next query, or by 'end'.
    client.on('error', () => {});
    try {
      await client.connect();
      await prepareSession(client, servers, session);
      return client;
    } catch (error) {
      client.connection.stream.destroy();
      servers.moveOnFrom(server);
      if (attempt < servers.count) continue;
      throw toConnectionError(error);
    }
  }
}

export function toConnectionError(error: unknown): Error {
  if (error instanceof ConnectionError) return error;
  return new ConnectionError(error instanceof Error ? error.message : String(error), { cause: error });
}
