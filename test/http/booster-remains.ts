/** Checks that all counters agree about the space that the files of a panel use. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { HeddleDatabase } from '../../src/database.ts';
import type { PanelUser } from './booster-panels.ts';

export interface PanelUsage {
  /** The files of the panel. */
  files: number;
  bytes: number;
  /** Bytes that are reserved in the quota of the owner, in addition to the stored ones. */
  reserved: number;
  /** Direct uploads that are not completed. */
  announced: number;
}

export const nothing: PanelUsage = { files: 0, bytes: 0, reserved: 0, announced: 0 };

/**
 * Returns what the panel uses. Fails if the directories, the usage of the owner or the blobs disagree with the rows of
 * the files, which are the truth.
 */
export async function checkPanelUsage({ service, id }: PanelUser): Promise<PanelUsage> {
  const { database, blobs } = service.service.system;
  const db = database.query;
  const files = await db.selectFrom('booster_files').selectAll().where('panel_id', '=', id).execute();
  const announced = await db.selectFrom('booster_uploads').select('id').where('panel_id', '=', id).execute();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);

  const directories = new Map<string, { files: number; files_below: number; bytes_below: number }>();
  for (const file of files) {
    const parts = file.path.split('/').slice(0, -1);
    for (let level = 0; level <= parts.length; level++) {
      const directory = parts.slice(0, level).join('/');
      const counts = directories.get(directory) ?? { files: 0, files_below: 0, bytes_below: 0 };
      counts.files += level === parts.length ? 1 : 0;
      counts.files_below += 1;
      counts.bytes_below += file.size;
      directories.set(directory, counts);
    }
  }
  const counted = await db
    .selectFrom('booster_directories')
    .select(['path', 'files', 'files_below', 'bytes_below'])
    .where('panel_id', '=', id)
    .execute();
  assert.deepEqual(new Map(counted.map(({ path, ...counts }) => [path, counts])), directories);

  const reserved = await readReservedBytes(database, id);
  const storedKeys = new Set<string>(await Array.fromAsync(blobs.list(), ({ key }) => key));
  const known = await readReferencedBlobs(database);
  assert.deepEqual(
    [...storedKeys].filter(key => !known.has(key)),
    [],
    'blobs that nothing names',
  );
  assert.deepEqual(
    files.filter(({ blob_key }) => !storedKeys.has(blob_key)),
    [],
    'files without their blobs',
  );
  assert.deepEqual(await readdir(path.join(service.dataFolder, 'blobs', 'tmp')), [], 'temporary files');
  return { files: files.length, bytes, reserved, announced: announced.length };
}

/** The usage of the owner must equal what is stored, in all panels and outside of them, plus what is reserved. */
async function readReservedBytes({ query: db }: HeddleDatabase, panelId: string): Promise<number> {
  const panels = await db.selectFrom('panels').select(['id', 'organization_id', 'created_by']).execute();
  const panel = panels.find(({ id }) => id === panelId);
  assert.ok(panel);
  const { organization_id, created_by } = panel;
  const isOwn = (other: typeof panel) =>
    other.organization_id === organization_id && (organization_id !== null || other.created_by === created_by);
  const owned = panels.filter(isOwn).map(({ id }) => id);
  const account =
    organization_id === null
      ? await db.selectFrom('users').select('storage_used').where('id', '=', created_by).executeTakeFirstOrThrow()
      : await db
          .selectFrom('organizations')
          .select('storage_used')
          .where('id', '=', organization_id)
          .executeTakeFirstOrThrow();
  const inPanels = await db.selectFrom('booster_files').select('size').where('panel_id', 'in', owned).execute();
  const beside = await db
    .selectFrom('files')
    .select('size')
    .where('organization_id', organization_id === null ? 'is' : '=', organization_id)
    .where(where => (organization_id === null ? where('user_id', '=', created_by) : where.lit(true)))
    .execute();
  const reservations = await db
    .selectFrom('reservations')
    .select('amount')
    .where('resource', '=', 'storage')
    .where(organization_id === null ? 'user_id' : 'organization_id', '=', organization_id ?? created_by)
    .execute();
  const reserved = reservations.reduce((sum, { amount }) => sum + amount, 0);
  const stored = [...inPanels, ...beside].reduce((sum, { size }) => sum + size, 0);
  assert.equal(account.storage_used, stored + reserved, 'the usage of the owner');
  return reserved;
}

async function readReferencedBlobs({ query: db }: HeddleDatabase): Promise<Set<string>> {
  const tables = ['booster_files', 'booster_uploads', 'files', 'blob_tombstones'] as const;
  const rows = await Promise.all(tables.map(table => db.selectFrom(table).select('blob_key').execute()));
  const outputs = await db.selectFrom('run_steps').select('output_key').where('output_key', 'is not', null).execute();
  return new Set([
    ...rows.flat().map(({ blob_key }) => blob_key),
    ...outputs.map(({ output_key }) => output_key ?? ''),
  ]);
}
