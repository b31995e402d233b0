/** The chaos run: a load on its own installation, whose processes and PostgreSQL are killed at random. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { findDifferences } from './chaos-check.ts';
import { DisturbedProcesses } from './chaos-disturbing.ts';
import { Journal, openLoad, randomNumbers } from './chaos-load.ts';
import { misbehave, openNeighbour } from './chaos-neighbour.ts';
import { changePartitions } from './chaos-partitions.ts';
import { CHAOS_ENVIRONMENT, type Clients, loadWhile, openPool, settle } from './chaos-run.ts';
import { openOutside } from './outside.ts';
import { type Hooks, newInstallation, until } from './process.ts';

const CLIENTS: Clients = [
  ['webhook'],
  ['webhook'],
  ['webhook', 'record'],
  ['direct'],
  ['direct'],
  ['schedule'],
  ['schedule'],
  ['approval'],
  ['round'],
  ['expire', 'decide'],
  ['decide'],
  ['decide'],
];
const LONGEST_ANSWER_MS = 150;
/** The load goes on until so many requests are acknowledged, however slow the machine is. */
const LEAST_ACKNOWLEDGED = 10;
/** The share of the time that passes before the first process is killed. */
const CALM = 0.4;
/** Another process may send a mail 40 s after the process that had claimed it died, and its job runs a little later. */
const MAILED_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 500;

export interface ChaosOptions {
  seconds: number;
  seed: number;
  /** Whether to wait until all mails are sent. */
  isMailAwaited: boolean;
  /** Receives a line for everything that happens. */
  say(line: string): void;
}

export interface ChaosResult {
  /** Describes everything that is not as it must be. */
  differences: string[];
}

export async function chaos(hooks: Hooks, options: ChaosOptions): Promise<ChaosResult> {
  const { seconds, say } = options;
  const random = randomNumbers(options.seed);
  const outside = await openOutside(hooks);
  outside.onSeen = () => delay(random() * LONGEST_ANSWER_MS);
  const heddle = await newInstallation(hooks, CHAOS_ENVIRONMENT);
  const processes = new DisturbedProcesses({ heddle, random, say });
  await processes.start(['serve', 'serve', 'worker']);
  const [url = ''] = processes.urls();
  const load = await openLoad(url, outside);
  const client = await heddle.connect();
  const { host, port, user = '', database = '', password } = client;
  await client.end();
  const address = { host, port, user, database, password: String(password) };
  const pool = openPool(hooks, address);
  const journal = new Journal();
  const clientOptions = { load, journal, random, pool, urls: () => processes.urls() };
  const neighbour = await openNeighbour(url);
  let isOver = false;
  const misbehaving = misbehave(
    neighbour,
    { random: randomNumbers(options.seed + 1), urls: clientOptions.urls },
    () => isOver,
  );
  const partitioning = changePartitions(address, () => isOver);

  let takenOver: number;
  try {
    // At first only the neighbour works. No process is killed, so no run may be taken over.
    await loadWhile(clientOptions, CLIENTS, delay(seconds * 1000 * CALM), 'calm');
    takenOver = await interruptedRuns(pool);
    const disturbed = processes.disturbFor(seconds * 1000 * (1 - CALM));
    const isMeaningful = () => journal.acknowledged > LEAST_ACKNOWLEDGED;
    await loadWhile(clientOptions, CLIENTS, Promise.all([disturbed, until(isMeaningful, 'requests are acknowledged')]));
  } finally {
    isOver = true;
    await Promise.all([misbehaving, partitioning]);
  }
  say(`${await partitioning} partitions of runs were dropped`);
  say(journal.summary());
  await settle(clientOptions);
  const differences = await findDifferences({ load, journal, pool, url: processes.urls()[0] ?? '' });
  if (takenOver > 0) differences.push(`${takenOver} runs were taken over although nobody had died`);
  if (options.isMailAwaited) differences.push(...(await mailDifferences(pool, path.join(heddle.dataFolder, 'outbox'))));
  say(await figures(pool, processes));
  await processes.stop();
  return { differences };
}

async function interruptedRuns(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM runs WHERE interruptions > 0');
  return Number(rows[0]?.count);
}

async function figures(pool: pg.Pool, { counts, failedStarts }: DisturbedProcesses): Promise<string> {
  const { rows } = await pool.query(
    `SELECT count(*) AS runs, count(*) FILTER (WHERE interruptions > 0) AS interrupted, max(interruptions) AS most,
       (SELECT count(*) FROM notifications) AS notifications FROM runs`,
  );
  const { runs, interrupted, most, notifications } = rows[0];
  const done = Object.entries(counts).map(([what, times]) => `${what} ${times} times`);
  return [
    ...done,
    `${failedStarts} starts failed`,
    `${runs} runs, ${interrupted} of them interrupted, one ${most} times`,
    `${notifications} notifications`,
  ].join('; ');
}

/**
 * Every notification has one mail. The outbox stores a second attempt under the same name, so it does not count twice.
 */
async function mailDifferences(pool: pg.Pool, outboxFolder: string): Promise<string[]> {
  const count = async (where: string) => {
    const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM notifications WHERE ${where}`);
    return Number(rows[0]?.count);
  };
  const deadline = performance.now() + MAILED_WITHIN_MS;
  while ((await count('mailed_at IS NULL')) > 0 && performance.now() < deadline) await delay(LOOK_AGAIN_MS);
  const differences: string[] = [];
  const unsent = await count('mailed_at IS NULL');
  if (unsent > 0) differences.push(`${unsent} mails were not sent`);
  const mails = (await readdir(outboxFolder)).filter(name => name.endsWith('.eml'));
  const all = await count('true');
  if (mails.length !== all - unsent) differences.push(`there are ${mails.length} mails of ${all} notifications`);
  return differences;
}
