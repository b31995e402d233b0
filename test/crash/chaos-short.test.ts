/** Runs the chaos run (`npm run chaos`) for some seconds. `HEDDLE_TEST_SEED` repeats its moments as far as possible. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { chaos } from '../support/chaos-embedded.ts';
import { inReverse } from '../support/process.ts';

const SECONDS = 4;

test('every acknowledged request of a load happens once, although processes and PostgreSQL are killed at random', async t => {
  const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  const say = (line: string) => t.diagnostic(line);
  // Mails may take a minute longer, so `mail.test.ts` tests them.
  const { differences } = await chaos(inReverse(t), {
    seconds: SECONDS,
    seed,
    isMailAwaited: false,
    say,
  });
  assert.deepEqual(differences, []);
});
