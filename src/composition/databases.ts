/** Opens the database of an installation, and divides the connections of a process. */
import type { Config } from '../configuration/config.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { type HeddleDatabase, prepareDatabase, type Schema } from '../database.ts';
import { errorKind } from '../platform/error-details.ts';
import { type Logger, outageLogOf } from '../platform/logging/log.ts';
import type { OutageKind } from '../platform/logging/outage-log.ts';
import { openDatabase, type PostgresTarget } from '../platform/postgres/database.ts';
import { openEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import type { LongRetry } from '../platform/postgres/retry.ts';
import { limitSlowQueries } from '../query/slow-queries.ts';
import { makeFirstPartitions } from '../runs/store/partitions.ts';

export interface Databases {
  /** Where listening and other things of a session are possible. */
  directTarget: PostgresTarget;
  /** The connections of requests and steps. Statements that take or wait too long are cancelled. */
  database: HeddleDatabase;
  /**
   * The connections for the states of runs, for jobs and for schedules. Whatever requests and steps do, runs can still be
   * claimed and saved.
   */
  background: HeddleDatabase;
  /** A connection, opened when it is needed, for the few statements of background work that read whole tables. */
  maintenance: HeddleDatabase;
}

export async function openDatabases(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<Databases> {
  const { target, directTarget, isPooled } = await openTargets(config, log, opened);
  const { applied } = await prepareDatabase(directTarget);
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date');
  const outages = outageLogOf(log);
  const { connections, backgroundConnections, statementSeconds, silenceSeconds, idleTransactionSeconds } =
    config.database;
  const { lockSeconds, waitSeconds, commitSeconds, answerSeconds, maintenanceSeconds } = fixedLimits.database;
  const common = {
    idleTransactionMs: idleTransactionSeconds * 1000,
    isPooled,
    onLongRetry: ({ problem }: LongRetry) => outages.report(problem),
  };
  const database = openDatabase<Schema>(target, {
    ...common,
    maxConnections: connections,
    statementMs: statementSeconds * 1000,
    lockMs: lockSeconds * 1000,
    waitMs: waitSeconds * 1000,
    // The server itself ends a statement earlier, if it can be reached.
    silenceMs: (statementSeconds + answerSeconds) * 1000,
    commitMs: commitSeconds * 1000,
  });
  opened.defer(() => database.close());
  limitSlowQueries(database.query, connections);
  const background = openDatabase<Schema>(target, {
    ...common,
    maxConnections: backgroundConnections,
    // What is given up here does not go on there.
    statementMs: (silenceSeconds - answerSeconds) * 1000,
    silenceMs: silenceSeconds * 1000,
    // PostgreSQL would plan every statement on a partitioned table again, which takes longer than the statement.
    reusesPlans: config.runs.partitionDays > 0,
  });
  opened.defer(() => background.close());
  // A pooler may have time limits of its own.
  const maintenance = openDatabase<Schema>(directTarget, {
    idleTransactionMs: common.idleTransactionMs,
    onLongRetry: common.onLongRetry,
    maxConnections: 1,
    statementMs: maintenanceSeconds * 1000,
    silenceMs: (maintenanceSeconds + answerSeconds) * 1000,
  });
  opened.defer(() => maintenance.close());
  await background.pool.requireWritable();
  // Without a partition, runs go to the default partition, and the hourly task tries again.
  await makeFirstPartitions(background.query, config.runs.partitionDays).catch(error =>
    log.warn({ errorKind: errorKind(error) }, 'the partitions of runs could not be made'),
  );
  const watching = outages.watch(
    {
      begins: (kind, problem) => log.warn({ problem }, OUTAGE_LINES[kind].begins),
      ends: (kind, outage) => log.warn(outage, OUTAGE_LINES[kind].ends),
    },
    () => background.pool.requireWritable(),
  );
  opened.defer(() => watching.stop());
  return { directTarget, database, background, maintenance };
}

/** An overload is no outage: the operator of the one looks at connections and load, of the other at the server. */
const OUTAGE_LINES: Readonly<Record<OutageKind, { begins: string; ends: string }>> = {
  unreachable: {
    begins: 'the database can not be reached: its errors are not logged until it is back',
    ends: 'the database can be reached again',
  },
  busy: {
    begins: 'all connections to the database are in use: refusals because of that are not logged until some are free',
    ends: 'connections to the database are free again',
  },
};

interface Targets {
  target: PostgresTarget;
  directTarget: PostgresTarget;
  /** Whether a pooler stands between, which gives every transaction another session. */
  isPooled: boolean;
}

async function openTargets(config: Config, log: Pick<Logger, 'warn'>, opened: AsyncDisposableStack): Promise<Targets> {
  const { url, directUrl } = config.database;
  if (url !== undefined && directUrl !== undefined) return { target: url, directTarget: directUrl, isPooled: true };
  const target = await openTarget(config, log, opened);
  return { target, directTarget: target, isPooled: false };
}

/** The server of the settings, without a pooler, or the embedded one. Nothing in it is changed. */
export async function openTarget(
  config: Config,
  log: Pick<Logger, 'warn'>,
  opened: AsyncDisposableStack,
): Promise<PostgresTarget> {
  const { url, directUrl = url } = config.database;
  if (directUrl !== undefined) return directUrl;
  const embedded = await openEmbeddedPostgres({
    dataFolder: config.service.dataFolder,
    log: message => log.warn(message),
  });
  opened.defer(() => embedded.release());
  return embedded.address;
}
