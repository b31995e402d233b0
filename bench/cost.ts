/**
 * Measures what operations cost, independently of how busy the machine is: statements and transactions of the database,
 * bytes that it writes ahead, and processor time of the service and of the database.
 */
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Row } from './report.ts';

/** Of one operation. */
export interface Cost {
  transactions: number;
  walBytes: number;
  serviceMs: number;
  postgresMs: number;
}

/** Measures what happens in these processes and in the database, divided by the number of operations. */
export async function costOf(
  client: pg.Client,
  servicePids: readonly number[],
  act: () => Promise<number>,
): Promise<Cost> {
  const before = await readCounters(client, servicePids);
  const operations = await act();
  const after = await readCounters(client, servicePids);
  const each = (name: keyof Cost) => (after[name] - before[name]) / operations;
  return {
    transactions: each('transactions'),
    walBytes: each('walBytes'),
    serviceMs: each('serviceMs'),
    postgresMs: each('postgresMs'),
  };
}

export function costRow(what: string, { transactions, walBytes, serviceMs, postgresMs }: Cost): Row {
  const cpu = `${serviceMs.toFixed(2)} ms in Node and ${postgresMs.toFixed(2)} ms in PostgreSQL`;
  return { what, value: `${transactions.toFixed(2)} transactions, ${Math.round(walBytes)} bytes of WAL, ${cpu}` };
}

async function readCounters(client: pg.Client, servicePids: readonly number[]): Promise<Cost> {
  // A backend reports its transactions when it is idle, but at most once a second.
  await new Promise(resolve => setTimeout(resolve, 1_100));
  const { rows } = await client.query<{ transactions: number; bytes: number; directory: string }>(
    `SELECT (SELECT sum(xact_commit + xact_rollback)::float8 FROM pg_stat_database) AS transactions,
      (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes, current_setting('data_directory') AS directory`,
  );
  const [counters] = rows;
  const postmaster = Number((await readFile(`${counters?.directory}/postmaster.pid`, 'utf8')).split('\n')[0]);
  return {
    transactions: counters?.transactions ?? 0,
    walBytes: counters?.bytes ?? 0,
    serviceMs: await sum(servicePids.map(processorMs)),
    postgresMs: await sum([postmaster, ...(await childrenOf(postmaster))].map(processorMs)),
  };
}

/** A clock tick of Linux. */
const TICK_MS = 10;

async function processorMs(pid: number): Promise<number> {
  const fields = await readStat(pid);
  // User and system time: of the process, and of its children that have ended.
  return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) * TICK_MS;
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (pid > 0 && Number((await readStat(pid))[1]) === parent) children.push(pid);
  }
  return children;
}

/** The fields after the name of the process, which may contain anything. Empty when the process has ended. */
async function readStat(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function sum(numbers: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((total, each) => total + each, 0);
}
