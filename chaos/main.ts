/**
 * `npm run chaos` puts webhooks, schedules, approvals, records and direct runs under load, beside a neighbour who sends
 * the worst load that we know, while partitions of runs come and go, and services, workers and PostgreSQL are killed at
 * random and started again.
 * Afterwards everything that was acknowledged must have happened exactly once. `HEDDLE_TEST_CHAOS_SECONDS` sets the
 * duration (180), and `HEDDLE_TEST_SEED` repeats the moments of an earlier run as far as possible. If anything is
 * wrong, the program reports it and exits with code 1.
 *
 * With `--cluster` the load works on a cluster of PostgreSQL behind HAProxy, whose servers and connections are
 * disturbed; with `--cluster=hosts` processes find the primary by themselves. Names of faults after it choose among
 * them, such as `--cluster switchover 'frozen primary'`.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { chaos } from '../test/support/chaos-embedded.ts';
import { findPrograms, MissingPrograms } from './cluster/programs.ts';
import { clusterChaos } from './cluster/run.ts';

const { values, positionals: faults } = readArguments();
const seconds = Number(process.env.HEDDLE_TEST_CHAOS_SECONDS ?? 180);
const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
const begunAt = performance.now();
const say = (line: string) => {
  const second = ((performance.now() - begunAt) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${second} s  ${line}\n`);
};

try {
  const differences = await findAllDifferences();
  for (const difference of differences) say(difference);
  say(differences.length === 0 ? 'everything is as it must be' : `${differences.length} differences`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof MissingPrograms)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function findAllDifferences(): Promise<string[]> {
  await using ends = new AsyncDisposableStack();
  // Otherwise Ctrl-C would leave servers behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void ends.disposeAsync().finally(() => process.exit(1)));
  }
  const hooks = { after: (act: () => Promise<void>) => ends.defer(act) };
  if (values.cluster === undefined) {
    say(`seed ${seed}, ${seconds} seconds`);
    return (await chaos(hooks, { seconds, seed, isMailAwaited: true, say })).differences;
  }
  const programs = await findPrograms({ withHaproxy: values.cluster !== 'hosts' });
  say(`seed ${seed}, at least ${seconds} seconds`);
  // Everything must be over before the stack is disposed of.
  return await clusterChaos(hooks, { programs, seconds, seed, faults, say });
}

/** `--cluster` may have a value, and needs none. */
function readArguments() {
  const words = process.argv.slice(2).map(word => (word === '--cluster' ? '--cluster=haproxy' : word));
  return parseArgs({ args: words, options: { cluster: { type: 'string' } }, allowPositionals: true });
}
