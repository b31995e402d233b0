import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import type { PasswordCost } from '../../src/accounts/sign-in/passwords.ts';
import { type Service, startService } from '../../src/commands/serve.ts';
import type { SystemOptions } from '../../src/composition/system.ts';
import { readConfig } from '../../src/configuration/config.ts';
import type { Scope } from '../../src/http/endpoint.ts';
import { poll } from '../http/poll.ts';
import { createTestDatabase, TEST_KEYS, type TestDatabase } from './database.ts';
import { FIRST_KEY, type Hooks, type Installation, ROOT } from './process.ts';

/** The least that scrypt takes: the tests make thousands of people, and the real cost is a third of a second for each. */
export const CHEAP_PASSWORDS: PasswordCost = { N: 2, r: 1, p: 1 };

export const ADMIN_KEY = 'administrators-own-test-key';

type ServiceOptions = Partial<Pick<SystemOptions, 'log' | 'work' | 'passwordCost'>>;

export interface Reply {
  status: number;
  /** The parsed JSON. */
  body: unknown;
  headers: Headers;
}

/** A user with a key. */
export interface Person {
  id: string;
  email: string;
  key: string;
}

/** The names of all errors, as `errors.ts` gives them. */
const ERROR_CODES = new Set(
  [...readFileSync(path.join(ROOT, 'src/errors.ts'), 'utf8').matchAll(/Error\(\s*'(\w+)'/g)].map(([, code]) => code),
);

/**
 * Every refusal names its error and its field in headers, and in the body where the specification does not fix that. Tests
 * name the text.
 */
function withoutCode(endpoint: string, headers: Headers, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return body;
  const code = headers.get('x-error-code');
  assert.ok(ERROR_CODES.has(code ?? ''), `${endpoint}: the error '${code}' is not in the catalogue`);
  // What is no request has no path by which to tell.
  if (!endpoint.startsWith('/api/v1/') || code === 'not_http') return body;
  const { code: named, field, ...rest } = { code: undefined, field: undefined, ...body };
  assert.equal(named, code);
  const place = headers.get('x-error-field');
  assert.equal(field, place === null ? undefined : decodeURI(place));
  return rest;
}

export class TestService {
  readonly database: TestDatabase;
  readonly dataFolder: string;
  readonly url: string;
  #service: Service | undefined;

  constructor(service: Service, database: TestDatabase, dataFolder: string) {
    this.#service = service;
    this.url = service.url;
    this.database = database;
    this.dataFolder = dataFolder;
  }

  get service(): Service {
    assert.ok(this.#service, 'the service has stopped');
    return this.#service;
  }

  /** Sends JSON, as the administrator unless a key is given. With null it sends no key. */
  async call(endpoint: string, body: unknown = {}, key: string | null = ADMIN_KEY): Promise<Reply> {
    return this.send(endpoint, { body: JSON.stringify(body), headers: keyHeader(key) });
  }

  /** Sends a request unchanged. */
  async send(endpoint: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(this.url + endpoint, { method: 'POST', ...init });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: isJson(response) ? withoutCode(endpoint, headers, JSON.parse(text)) : text };
  }

  /** Makes a call that must succeed, and returns its answer. */
  async ask<Answer = Record<string, unknown>>(endpoint: string, body: unknown = {}, key = ADMIN_KEY): Promise<Answer> {
    const reply = await this.call(endpoint, body, key);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as Answer;
  }

  /** Makes a call that must be refused with this status and detail. */
  async refuse(status: number, detail: string, endpoint: string, body: unknown = {}, key: string | null = ADMIN_KEY) {
    const reply = await this.call(endpoint, body, key);
    assert.deepEqual({ status: reply.status, body: reply.body }, { status, body: { detail } });
    return reply;
  }

  #people = 0;

  async person(options: Record<string, unknown> = {}, scopes: Scope[] = ['*']): Promise<Person> {
    const email = `person${++this.#people}@example.org`;
    const user = await this.ask<{ id: string }>('/api/v1/user/create', { email, name: email, ...options });
    return { id: user.id, email, key: await this.key(user.id, scopes) };
  }

  async key(userId: string, scopes: Scope[]): Promise<string> {
    const created = await this.ask<{ key: string }>('/api/v1/key/create', { user_id: userId, name: 'test', scopes });
    return created.key;
  }

  async organization(members: { person: Person; write: boolean }[] = [], options: Record<string, unknown> = {}) {
    const { id } = await this.ask<{ id: string }>('/api/v1/organization/create', { name: 'organization', ...options });
    for (const { person, write } of members) {
      await this.ask('/api/v1/organization/member/set', { organization_id: id, user_id: person.id, write });
    }
    return id;
  }

  async group(members: Person[] = []): Promise<string> {
    const { id } = await this.ask<{ id: string }>('/api/v1/group/create', { name: 'group' });
    for (const { id: user_id } of members) await this.ask('/api/v1/group/member/set', { group_id: id, user_id });
    return id;
  }

  /** Stops the service, and fails if it left a connection, a temporary file or an active job behind. */
  async stop(): Promise<void> {
    try {
      await this.stopService();
      assert.deepEqual(await activeJobs(this.database), []);
    } finally {
      await this.database.drop();
    }
  }

  /** For the end of a test that may have stopped it already. */
  async stopUnlessStopped(): Promise<void> {
    if (this.#service) await this.stopService();
  }

  /** Stops only this service, while others on the same database continue. */
  async stopService(): Promise<void> {
    await this.service.stop();
    // The cleaning up after an upload whose client is gone may take a moment longer than the service.
    await poll(async () => {
      const temporary = await readdir(path.join(this.dataFolder, 'blobs', 'tmp')).catch(() => []);
      return temporary.length === 0 || undefined;
    });
    await rm(this.dataFolder, { recursive: true });
    // The module of a test file stays in the process, with its services. What they hold must not stay as well.
    this.#service = undefined;
  }
}

/** Starts a service on a free port, which stops after the tests of the file. */
export async function testService(
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  const service = await serviceOn(database, environment, options);
  after(() => service.stop());
  return service;
}

/** Starts another service on the same database, like another process. The caller stops it. */
export async function serviceOn(
  database: TestDatabase,
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'heddle-data-'));
  const config = readConfig({
    HEDDLE_DATA: dataFolder,
    HEDDLE_PORT: '0',
    HEDDLE_DATABASE_URL: database.url,
    HEDDLE_KEYS: process.env[TEST_KEYS],
    HEDDLE_ADMIN_KEY: ADMIN_KEY,
    HEDDLE_LOG_LEVEL: 'silent',
    HEDDLE_RATE_LIMITS: 'off',
    HEDDLE_DATABASE_CONNECTIONS: '5',
    // A busy machine may take long between two statements, for example when it checks a large definition.
    HEDDLE_IDLE_TRANSACTION_SECONDS: '60',
    ...environment,
  });
  const service = await startService({ config, work: true, passwordCost: CHEAP_PASSWORDS, ...options });
  return new TestService(service, database, dataFolder);
}

/** Starts a service of this process on the database of an installation. It stops before what the hooks release already. */
export async function serviceOf(
  { heddle, database }: { heddle: Installation; database: TestDatabase },
  hooks: Hooks,
  environment: Record<string, string> = {},
): Promise<TestService> {
  await mkdir(heddle.dataFolder, { recursive: true, mode: 0o700 });
  const keys = path.join(heddle.dataFolder, 'keys');
  const service = await serviceOn(database, { HEDDLE_KEYS: keys, HEDDLE_ADMIN_KEY: FIRST_KEY, ...environment });
  hooks.after(() => service.stopUnlessStopped());
  return service;
}

/** Lists active jobs. Call it after a stop, because before that recurring jobs may be in progress. */
async function activeJobs({ address }: TestDatabase): Promise<string[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query<{ kind: string }>("SELECT kind FROM jobs WHERE state = 'active'");
    return rows.map(({ kind }) => kind);
  } finally {
    await client.end();
  }
}

function keyHeader(key: string | null): Record<string, string> {
  return { 'content-type': 'application/json', ...(key !== null && { 'uni-api-key': key }) };
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}
