/**
 * `npm run chaos`: webhooks, schedules, approvals, records and direct runs under load, beside a neighbour who does the
 * worst that is known, while services, workers and PostgreSQL are killed at random and started again. Afterwards everything that was acknowledged must have happened
 * exactly once. `HEDDLE_TEST_CHAOS_SECONDS` is how long (180), `HEDDLE_TEST_SEED` repeats the moments of an earlier run
 * as far as a machine can. Exit code 1, and what is wrong, if anything is.
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
