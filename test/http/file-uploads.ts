/** Uploads files in forms, and reads what the service has stored of them. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Person, Reply, TestService } from '../support/service.ts';

export interface StoredFile {
  id: string;
  created: { timestamp: number; user_id: string };
  file_id: string;
  filename: string;
  content_type: string;
  file_url: string;
  size: number;
}

export const UPLOAD = '/api/v1/file/upload';

export function createFileForm(
  content: string | Uint8Array<ArrayBuffer>,
  filename = 'a.txt',
  type = 'text/plain',
): FormData {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), filename);
  return form;
}

export function send(service: TestService, person: Person, body: FormData): Promise<Reply> {
  return service.send(UPLOAD, { headers: { 'uni-api-key': person.key }, body });
}

export async function upload(service: TestService, person: Person, form: FormData): Promise<StoredFile> {
  const reply = await send(service, person, form);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as StoredFile;
}

export const nothing = { storageUsed: 0, files: 0, bytes: 0, reservations: 0, unknownBlobs: 0, temporary: 0 };

/** Counts what uploads have left behind: used storage, reservations, rows, blobs and temporary files. */
export async function remains(service: TestService, person: Person) {
  const { database, blobs } = service.service.system;
  const db = database.query;
  const { storage_used } = await db
    .selectFrom('users')
    .select('storage_used')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const files = await db.selectFrom('files').select(['size', 'blob_key']).where('user_id', '=', person.id).execute();
  const reservations = await db.selectFrom('reservations').select('id').where('user_id', '=', person.id).execute();
  const storedKeys = await Array.fromAsync(blobs.list(), ({ key }) => key);
  const tombstones = await db.selectFrom('blob_tombstones').select('blob_key').execute();
  const known = new Set(
    [...(await db.selectFrom('files').select('blob_key').execute()), ...tombstones].map(row => row.blob_key),
  );
  return {
    storageUsed: storage_used,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    reservations: reservations.length,
    unknownBlobs: storedKeys.filter(key => !known.has(key)).length,
    temporary: (await readdir(path.join(service.dataFolder, 'blobs', 'tmp'))).length,
  };
}
