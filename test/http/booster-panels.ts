/** Creates panels for tests, and calls the endpoints of their files and records. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { StoredFile } from '../../src/booster/storage/stored-file.ts';
import type { Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import type { Person, Reply, TestService } from '../support/service.ts';

export type { StoredFile } from '../../src/booster/storage/stored-file.ts';

export const STORAGE = '/api/v3/booster/storage/private';
export const RECORDS = '/api/v3/booster/database/private';

export interface SentFile {
  content?: string | Uint8Array<ArrayBuffer>;
  /** The name of the file in the form, which may differ from the name in the storage path. */
  name?: string;
  type?: string;
}

/** Sends requests with the header of a panel. Paths are relative to `/booster/storage/private/` by default. */
export class PanelUser {
  readonly service: TestService;
  readonly id: string;
  readonly key: string | null;

  constructor(service: TestService, id: string, key: string | null) {
    this.service = service;
    this.id = id;
    this.key = key;
  }

  /** Returns a user of the same panel with another key. */
  as({ key }: { key: string | null }): PanelUser {
    return new PanelUser(this.service, this.id, key);
  }

  get headers(): Record<string, string> {
    return { 'panel-id': this.id, ...(this.key !== null && { 'uni-api-key': this.key }) };
  }

  call(path: string, body: unknown = {}, within = STORAGE): Promise<Reply> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return this.service.send(`${within}/${path}`, { headers, body: JSON.stringify(body) });
  }

  async ask<Answer = StoredFile>(path: string, body: unknown = {}, within = STORAGE): Promise<Answer> {
    return succeeded(await this.call(path, body, within)) as Answer;
  }

  async refuse(status: number, detail: string, path: string, body: unknown = {}, within = STORAGE): Promise<void> {
    refused(await this.call(path, body, within), status, detail);
  }

  /** Sends a form whose last part is the file. */
  send(fields: Record<string, string>, { content = 'x', name = 'sent.txt', type = 'text/plain' }: SentFile = {}) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([content], { type }), name);
    return this.service.send(`${STORAGE}/upload`, { headers: this.headers, body: form });
  }

  async upload(fields: Record<string, string>, file: SentFile = {}): Promise<StoredFile> {
    return succeeded(await this.send(fields, file)) as StoredFile;
  }

  async refuseUpload(status: number, detail: string, fields: Record<string, string>, file: SentFile = {}) {
    refused(await this.send(fields, file), status, detail);
  }

  /** Creates a record and returns the reference by which files name it. */
  async record(collection = 'things', data: object = {}): Promise<{ collection: string; key: string }> {
    const { key } = await this.ask<{ key: string }>('create', { collection, data }, RECORDS);
    return { collection, key };
  }
}

export function succeeded(reply: Reply): unknown {
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

export function refused({ status, body }: Reply, expectedStatus: number, detail: string): void {
  assert.deepEqual({ status, body }, { status: expectedStatus, body: { detail } });
}

/** Creates a panel of this person. `folders` are the settings of its folders; `given` are other fields of the panel. */
export async function makePanel(
  service: TestService,
  owner: Person,
  folders: Record<string, object> = {},
  { limit_mb = 1024, ...given }: { limit_mb?: number; [field: string]: unknown } = {},
): Promise<PanelUser> {
  const body = { name: 'panel', file_storage: { limit_mb, folders }, ...given };
  const { id } = await service.ask<{ id: string }>('/api/v1/panel/create', body, owner.key);
  return new PanelUser(service, id, owner.key);
}

/** Inserts the rows of many files called `<directory>/<n>.txt` in one statement. The files have no content. */
export async function insertFileRows(
  panel: PanelUser,
  directory: string,
  count: number,
  record?: { collection: string; key: string },
) {
  // The connections of the service give up what takes long on a busy machine.
  await using insertion = openUnlimited(panel.service);
  await sql`
    INSERT INTO booster_files
      (id, panel_id, path, size, content_type, sha256, metadata, record_collection, record_key, blob_key)
    SELECT gen_random_uuid(), ${panel.id}, ${directory} || '/' || n || '.txt', 0, 'text/plain', 'none', '{}',
      ${record?.collection ?? null}, ${record?.key ?? null}, replace(gen_random_uuid()::text, '-', '')
    FROM generate_series(1, ${count}::integer) AS n`.execute(insertion.db);
}

function openUnlimited({ database }: TestService) {
  const opened = openDatabase<Schema>(database.address, { maxConnections: 1 });
  return { db: opened.query, [Symbol.asyncDispose]: () => opened.close() };
}

/** Replaces the settings of the folders. Omitted settings get their defaults. */
export async function setFolders(panel: PanelUser, folders: Record<string, object>, storage: object = {}) {
  await changePanel(panel, { file_storage: { folders, ...storage } });
}

export async function changePanel({ service, id, key }: PanelUser, changes: object): Promise<void> {
  assert.ok(key !== null);
  await service.ask('/api/v1/panel/update', { id, ...changes }, key);
}
