/** The chaos run (`npm run chaos`), for some seconds. `HEDDLE_TEST_SEED` repeats its moments as far as a machine can. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { chaos } from '../support/chaos-embedded.ts';
import { inReverse } from '../support/process.ts';

const SECONDS = 6;
/** So that it was a load. */
const LEAST_ACKNOWLEDGED = 10;

test('a load whose processes and PostgreSQL are killed at random: all is done once that was acknowledged', async t => {
  const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  const say = (line: string) => t.diagnostic(line);
  // Mails may take a minute longer: see `mail.test.ts`.
  const { differences, acknowledged } = await chaos(inReverse(t), {
    seconds: SECONDS,
    seed,
    isMailAwaited: false,
    say,
  });
  assert.deepEqual(differences, []);
  assert.ok(acknowledged > LEAST_ACKNOWLEDGED, `${acknowledged} were acknowledged`);
});
