/** A database and a folder of blobs for one test file, with users and runs that own files. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/support/database.ts';
import { createOrganization } from '../accounts/memberships.ts';
import { createUser } from '../accounts/users.ts';
import type { Query, Schema } from '../database.ts';
import { requireBlobKey } from '../platform/blobs/blobs.ts';
import { openDiskBlobs } from '../platform/blobs/disk.ts';
import { newId } from '../platform/ids.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import type { FileServices, IncomingFile } from './store.ts';

export const FILE_BYTES = 1024 * 1024;

export async function openFiles() {
  const testDatabase = await createTestDatabase();
  const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 20 });
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-files-'));
  const blobs = await openDiskBlobs(folder);
  after(async () => {
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });
  const db = database.query;
  const services: FileServices = { database, blobs, publicUrl: () => 'https://heddle.example', fileBytes: FILE_BYTES };
  const table = { user: 'users', organization: 'organizations' } as const;
  let users = 0;

  return {
    services,
    db,

    async user(options: { storage_quota?: number } = {}): Promise<string> {
      const { id } = await createUser(db, { email: `user${++users}@example.org`, name: 'User', ...options });
      return id;
    },

    async organization(options: { storage_quota?: number } = {}): Promise<string> {
      const { id } = await createOrganization(db, { name: 'Organization', ...options });
      return id;
    },

    run: (userId: string) => createRun(db, userId),
    incoming: incomingFile,

    async storageUsed(kind: keyof typeof table, id: string): Promise<number> {
      const { storage_used } = await db
        .selectFrom(table[kind])
        .select('storage_used')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return storage_used;
    },

    async tombstones(): Promise<string[]> {
      return (await db.selectFrom('blob_tombstones').select('blob_key').execute()).map(row => row.blob_key);
    },

    async reservations(): Promise<number> {
      return (await db.selectFrom('reservations').select('id').execute()).length;
    },

    /** The keys of all blobs, and the names of temporary files. */
    async storedBlobs(): Promise<{ keys: string[]; temporary: string[] }> {
      const keys = await Array.fromAsync(blobs.list(), ({ key }) => key);
      return { keys: keys.sort(), temporary: await readdir(path.join(folder, 'tmp')) };
    },

    async readContent(key: string): Promise<string> {
      const { stream } = await blobs.get(requireBlobKey(key));
      return Buffer.concat(await stream.toArray()).toString();
    },
  };
}

/** Uses SQL, because no folder that files may import can create a run. */
async function createRun(db: Query, userId: string): Promise<string> {
  const [workflow, run] = [newId(), newId()];
  await sql`INSERT INTO workflows (id, name, description, definition, created_by, updated_by)
    VALUES (${workflow}, 'w', '', '{}', ${userId}, ${userId})`.execute(db);
  await sql`INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, created_by)
    VALUES (${run}, ${workflow}, 'w', 'start', 'trigger.manual', '{}', 'running', ${userId})`.execute(db);
  return run;
}

/** An incoming file as a caller describes it. */
function incomingFile(userId: string, changes: Partial<IncomingFile> = {}): IncomingFile {
  return {
    owner: { userId, organizationId: null },
    runId: null,
    filename: 'a.txt',
    contentType: 'text/plain',
    content: Buffer.from('0123456789'),
    limitBytes: FILE_BYTES,
    signal: new AbortController().signal,
    ...changes,
  };
}
