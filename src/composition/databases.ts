/** Opens the database of an installation, and divides the connections of a process. */
import type { Config } from '../configuration/config.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { type HeddleDatabase, prepareDatabase, type Schema } from '../database.ts';
import type { Logger } from '../platform/log.ts';
import { openDatabase, type PostgresTarget } from '../platform/postgres/database.ts';
import { openEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import type { LongRetry } from '../platform/postgres/retry.ts';
import { limitSlowQueries } from '../query/slow-queries.ts';

export interface Databases {
  target: PostgresTarget;
  /** The connections of requests and steps. Statements that take or wait too long are cancelled. */
  database: HeddleDatabase;
  /**
   * The connections for the states of runs, for jobs and for schedules. Whatever requests and steps do, runs can still be
   * claimed and saved.
   */
  machinery: HeddleDatabase;
}

export async function openDatabases(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<Databases> {
  const target = await openTarget(config, log, opened);
  const { applied } = await prepareDatabase(target);
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date');
  const onLongRetry = (retry: LongRetry) => log.warn(retry, 'the database can not be reached: still trying');
  const { lockSeconds, waitSeconds } = fixedLimits.database;
  const database = openDatabase<Schema>(target, {
    maxConnections: config.database.connections,
    statementMs: config.database.statementSeconds * 1000,
    lockMs: lockSeconds * 1000,
    waitMs: waitSeconds * 1000,
    onLongRetry,
  });
  opened.defer(() => database.close());
  limitSlowQueries(database.query, config.database.connections);
  const machinery = openDatabase<Schema>(target, {
    maxConnections: config.database.machineryConnections,
    onLongRetry,
  });
  opened.defer(() => machinery.close());
  return { target, database, machinery };
}

/** The server of the settings, or the embedded one. Nothing in it is changed. */
export async function openTarget(
  config: Config,
  log: Pick<Logger, 'warn'>,
  opened: AsyncDisposableStack,
): Promise<PostgresTarget> {
  if (config.database.url !== undefined) return config.database.url;
  const embedded = await openEmbeddedPostgres({
    dataFolder: config.service.dataFolder,
    log: message => log.warn(message),
  });
  opened.defer(() => embedded.release());
  return embedded.address;
}
