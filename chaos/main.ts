/**
 * `npm run chaos` puts webhooks, schedules, approvals, records and direct runs under load, beside a neighbour who sends
 * the worst load that we know, while services, workers and PostgreSQL are killed at random and started again.
 * Afterwards everything that was acknowledged must have happened exactly once. `HEDDLE_TEST_CHAOS_SECONDS` sets the
 * duration (180), and `HEDDLE_TEST_SEED` repeats the moments of an earlier run as far as possible. If anything is
 * wrong, the program reports it and exits with code 1.
 */
import { randomInt } from 'node:crypto';
import { chaos } from '../test/support/chaos-embedded.ts';

const seconds = Number(process.env.HEDDLE_TEST_CHAOS_SECONDS ?? 180);
const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
const begunAt = performance.now();
const say = (line: string) => {
  const second = ((performance.now() - begunAt) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${second} s  ${line}\n`);
};

say(`seed ${seed}, ${seconds} seconds`);
await using ends = new AsyncDisposableStack();
const hooks = { after: (act: () => Promise<void>) => ends.defer(act) };
const { differences } = await chaos(hooks, { seconds, seed, isMailAwaited: true, say });
for (const difference of differences) say(difference);
say(differences.length === 0 ? 'everything is as it must be' : `${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;
