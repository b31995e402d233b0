/** Keeps commands that only ask from making an installation where there is none. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../configuration/config.ts';
import { errorCode } from '../platform/error-details.ts';
import { readDatabaseVersion } from '../platform/postgres/migrate.ts';
import { UsageError } from './usage-error.ts';

export async function requireInstallation(config: Config): Promise<void> {
  const missing = await findMissing(config);
  if (missing === undefined) return;
  throw new UsageError(
    `there is no installation ${missing}: 'heddle serve' makes one, and 'heddle login' connects to a service elsewhere`,
    'installation',
  );
}

/** Says where an installation should be and is not. */
async function findMissing({ database, service }: Config): Promise<string | undefined> {
  const { url, directUrl = url } = database;
  if (directUrl !== undefined) {
    return (await readDatabaseVersion(directUrl)) > 0 ? undefined : 'in the database of HEDDLE_DATABASE_URL';
  }
  return (await hasServer(service.dataFolder)) ? undefined : `in ${service.dataFolder} (HEDDLE_DATA)`;
}

/** What can not be looked at is there: the start of the server then says what is wrong with it. */
export async function hasServer(dataFolder: string): Promise<boolean> {
  return access(path.join(dataFolder, 'postgres', 'cluster')).then(
    () => true,
    error => errorCode(error) !== 'ENOENT',
  );
}
