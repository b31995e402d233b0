/** Files of panels whose service is disturbed, and the checks that they must pass all the same. */
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Service } from '../../src/commands/serve.ts';
import type { HeddleDatabase } from '../../src/database.ts';
import type { TestDatabase } from './database.ts';
import { call, type Hooks, type Installation, newInstallationOnDatabase, type Reply } from './process.ts';
import { startQuietService } from './survivors.ts';

/** The settings of the processes that serve the files. */
export const ENVIRONMENT = { HEDDLE_RATE_LIMITS: 'off', HEDDLE_DATABASE_CONNECTIONS: '4' };

const STORAGE = '/api/v3/booster/storage/private';
const RECORDS = '/api/v3/booster/database/private';

/** The SHA-256 of each file's content, by its path. */
export type Contents = Record<string, string>;

/** A service that answers, with its database and its folder of blobs. */
export interface Place {
  url: string;
  database: HeddleDatabase;
  blobFolder: string;
}

export interface StorageWorld extends Place {
  heddle: Installation;
  testDatabase: TestDatabase;
  /** A service that is never disturbed and does no background work. */
  service: Service;
}

export async function openStorageWorld(hooks: Hooks): Promise<StorageWorld> {
  const { heddle, database: testDatabase } = await newInstallationOnDatabase(hooks);
  const service = await startQuietService(hooks, heddle, testDatabase, ENVIRONMENT);
  const { url, system } = service;
  return { heddle, testDatabase, service, url, database: system.database, blobFolder: findBlobFolder(heddle) };
}

export function findBlobFolder({ dataFolder }: Installation): string {
  return path.join(dataFolder, 'blobs');
}

interface Announced {
  upload_id: string;
  url: string;
  fields: Record<string, string>;
}

/** A panel with its own user or organization. Every call names the service that it goes to. */
export class StoragePanel {
  readonly id: string;
  readonly #key: string;

  constructor(id: string, key: string) {
    this.id = id;
    this.#key = key;
  }

  async ask(url: string, endpoint: string, body: object = {}): Promise<Reply> {
    return this.#send(`${url}${STORAGE}/${endpoint}`, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  async record(url: string, endpoint: string, body: object): Promise<Reply> {
    return this.#send(`${url}${RECORDS}/${endpoint}`, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  async upload(url: string, fields: Record<string, string>, content: Buffer): Promise<Reply> {
    return this.#send(`${url}${STORAGE}/upload`, toForm(fields, content));
  }

  get headers(): Record<string, string> {
    return { 'panel-id': this.id, 'uni-api-key': this.#key };
  }

  async #send(address: string, body: string | FormData, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(address, { method: 'POST', body, headers: { ...headers, ...this.headers } });
    return { status: response.status, body: await response.json() };
  }
}

export function toForm(fields: Record<string, string>, content: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(content)], { type: 'text/plain' }), 'sent.txt');
  return form;
}

/** Posts the form directly. The service may be another than the one that made the form. */
export async function post(url: string, { url: made, fields }: Announced, content: Buffer): Promise<Reply> {
  const response = await fetch(url + new URL(made).pathname, { method: 'POST', body: toForm(fields, content) });
  return { status: response.status, body: await response.text() };
}

export async function announce(panel: StoragePanel, url: string, body: object): Promise<Announced> {
  return done(await panel.ask(url, 'upload/init', { content_type: 'text/plain', ...body })) as Announced;
}

export function done({ status, body }: Reply): unknown {
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Returns undefined when the service died before it answered. */
export async function awaitReply(asked: Promise<Reply>): Promise<Reply | undefined> {
  return asked.catch(error => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
}

export function toSha256(content: Buffer): string {
  return hash('sha256', content);
}

const FOLDERS = { kept: { keep_without_record: true }, week: { keep_days: 7 } };
/** Nothing listens at this address, but the service records the events for it all the same. */
const WEBHOOK = {
  url: 'http://127.0.0.1:9/',
  events: ['file.stored', 'file.changed', 'file.deleted', 'record.deleted'],
};

/** Creates a panel whose files count towards the quota of its user, or of its own organization. */
export async function newPanel(url: string, { ofOrganization = false } = {}): Promise<StoragePanel> {
  const ask = async (endpoint: string, body: object) => done(await call(url, endpoint, body)) as Record<string, string>;
  const email = `${randomUUID()}@example.org`;
  const { id: user_id } = await ask('/api/v1/user/create', { email, name: 'Somebody' });
  const { key = '' } = await ask('/api/v1/key/create', { user_id, name: 'test', scopes: ['*'] });
  const organization = ofOrganization ? await ask('/api/v1/organization/create', { name: email }) : undefined;
  const { id = '' } = await ask('/api/v1/panel/create', {
    name: 'panel',
    user_id,
    organization_id: organization?.id ?? null,
    file_storage: { folders: FOLDERS },
    webhooks: [WEBHOOK],
  });
  return new StoragePanel(id, key);
}

interface ListedFile {
  path: string;
  size: number;
  sha256: string;
  url: string;
}

/** Reads every file through its link. Fails unless the bytes match the row and all usage figures are right. */
export async function checkContents(place: Place, panel: StoragePanel): Promise<Contents> {
  const { url } = place;
  const contents: Contents = {};
  const files: ListedFile[] = [];
  const { folders } = done(await panel.ask(url, 'list')) as { folders: string[] };
  for (const folder of folders) {
    const params = { limit_from: 0, limit_to: 1000 };
    const listed = done(await panel.ask(url, 'list', { folder, recursive: true, params })) as { files: ListedFile[] };
    files.push(...listed.files);
  }
  for (const file of files) {
    const response = await fetch(file.url);
    assert.equal(response.status, 200, `${file.path} has no bytes`);
    const content = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([content.byteLength, toSha256(content)], [file.size, file.sha256], `the bytes of ${file.path}`);
    contents[file.path] = file.sha256;
  }
  await checkUsage(place, panel, files);
  return contents;
}

async function checkUsage({ url, database }: Place, panel: StoragePanel, files: ListedFile[]): Promise<void> {
  const usage = done(await panel.ask(url, 'usage'));
  const folders: Record<string, number> = {};
  const directories = new Map<string, { files: number; files_below: number; bytes_below: number }>();
  for (const { path: whole, size } of files) {
    const parts = whole.split('/').slice(0, -1);
    const folder = parts[0] ?? '';
    folders[folder] = (folders[folder] ?? 0) + size;
    for (let level = 0; level <= parts.length; level++) {
      const directory = parts.slice(0, level).join('/');
      const counted = directories.get(directory) ?? { files: 0, files_below: 0, bytes_below: 0 };
      if (level === parts.length) counted.files++;
      counted.files_below++;
      counted.bytes_below += size;
      directories.set(directory, counted);
    }
  }
  const size = files.reduce((sum, file) => sum + file.size, 0);
  assert.deepEqual(usage, { files: files.length, size, limit: 1024 * 2 ** 20, folders });
  const counted = await database.query
    .selectFrom('booster_directories')
    .select(['path', 'files', 'files_below', 'bytes_below'])
    .where('panel_id', '=', panel.id)
    .orderBy('path')
    .execute();
  const expected = [...directories].map(([directory, counts]) => ({ path: directory, ...counts }));
  assert.deepEqual(
    counted,
    expected.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  );
  const { used, reserved } = await readStorage(database, panel);
  assert.equal(used, size + reserved, 'what its owner or organization is counted');
}

/** Reads the usage of the panel's account, which has no other panels and no other files. */
export async function readStorage(
  { pool }: HeddleDatabase,
  { id }: StoragePanel,
): Promise<{ used: number; reserved: number }> {
  const { rows } = await pool.query(
    `SELECT coalesce(organizations.storage_used, users.storage_used) AS used,
       (SELECT coalesce(sum(amount), 0) FROM reservations
        WHERE user_id = users.id OR reservations.organization_id = organizations.id) AS reserved
     FROM panels JOIN users ON users.id = created_by LEFT JOIN organizations ON organizations.id = organization_id
     WHERE panels.id = $1`,
    [id],
  );
  return rows[0];
}

/** Lists the recorded events of the panel, sorted. */
export async function readEvents({ query: db }: HeddleDatabase, { id }: StoragePanel): Promise<string[]> {
  const events = await db.selectFrom('booster_events').select('type').where('panel_id', '=', id).execute();
  return events.map(({ type }) => type).toSorted();
}
