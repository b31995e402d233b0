/** Panels as tests make them, and calls to their files and records. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { StoredFile } from '../../src/booster/storage/stored-file.ts';
import type { Person, Reply, TestService } from '../support/service.ts';

export type { StoredFile } from '../../src/booster/storage/stored-file.ts';

export const STORAGE = '/api/v3/booster/storage/private';
export const RECORDS = '/api/v3/booster/database/private';

export interface SentFile {
  content?: string | Uint8Array<ArrayBuffer>;
  /** Of the form's part; the storage path has its own. */
  name?: string;
  type?: string;
}

/** Calls as somebody with the header of a panel. Paths are those behind `/booster/storage/private/`. */
export class PanelUser {
  readonly service: TestService;
  readonly id: string;
  readonly key: string | null;

  constructor(service: TestService, id: string, key: string | null) {
    this.service = service;
    this.id = id;
    this.key = key;
  }

  /** The same panel, used with another key. */
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

  /** The file stands behind the fields. */
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

  /** A new record; answers what files name it by. */
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

/** A panel of this person. `folders` are the settings of its folders; what else is given are fields of the panel. */
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

/** So many files that are rows alone, made at once and called `<directory>/<n>.txt`. Their links lead to no bytes. */
export async function manyFiles(
  panel: PanelUser,
  directory: string,
  count: number,
  record?: { collection: string; key: string },
) {
  const { query: db } = panel.service.service.system.database;
  await sql`
    INSERT INTO booster_files
      (id, panel_id, path, size, content_type, sha256, metadata, record_collection, record_key, blob_key)
    SELECT gen_random_uuid(), ${panel.id}, ${directory} || '/' || n || '.txt', 0, 'text/plain', 'none', '{}',
      ${record?.collection ?? null}, ${record?.key ?? null}, replace(gen_random_uuid()::text, '-', '')
    FROM generate_series(1, ${count}::integer) AS n`.execute(db);
}

/** Other settings for its folders, with all that is left out as it is by default. */
export async function setFolders(panel: PanelUser, folders: Record<string, object>, storage: object = {}) {
  await changePanel(panel, { file_storage: { folders, ...storage } });
}

export async function changePanel({ service, id, key }: PanelUser, changes: object): Promise<void> {
  assert.ok(key !== null);
  await service.ask('/api/v1/panel/update', { id, ...changes }, key);
}
