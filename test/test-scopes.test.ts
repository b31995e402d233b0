/** With the cheap scopes of the workers, what tests cause is theirs, however late it happens. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from './support/process.ts';

const FILE = `
  import { once } from 'node:events';
  import { createServer, get } from 'node:http';
  import { after, suite, test } from 'node:test';
  import { setTimeout as delay } from 'node:timers/promises';

  const fail = cause => { throw new Error(cause) };
  const causes = {
    timer: () => setTimeout(fail, 1, 'timer'),
    tick: () => process.nextTick(fail, 'tick'),
    rejection: () => void Promise.reject(new Error('rejection')),
    continuation: () => void delay(1).then(() => fail('continuation')),
    request: () => {
      const server = createServer(() => fail('request')).listen(0, () => get({ port: server.address().port }));
      after(() => server.close());
      after(() => server.closeAllConnections());
    },
  };
  await delay(1);
  suite('suite', { concurrency: 10 }, () => {
    for (const [cause, act] of Object.entries(causes)) {
      test(cause, async ({ signal }) => {
        await delay(1);
        act();
        await once(signal, 'abort');
      });
    }
    test('outer', async () => {
      await delay(1);
      await test('inner', () => delay(1));
    });
  });
`;

test('errors that no test awaits, and tests within tests, belong to the test that caused them', async () => {
  const options = ['--import', path.join(ROOT, 'test/runner/test-scopes.ts'), '--test-reporter=tap'];
  const running = promisify(execFile)(process.execPath, [...options, '--input-type=module', '--eval', FILE]);
  const { stdout } = await running.catch(failure => failure as { stdout: string });
  const outcomes = stdout.split('\n').filter(line => /^ *(ok|not ok|error:) /.test(line));
  const causes = ['timer', 'tick', 'rejection', 'continuation', 'request'];
  assert.deepEqual(outcomes, [
    ...causes.flatMap((cause, index) => [`    not ok ${index + 1} - ${cause}`, `      error: '${cause}'`]),
    '        ok 1 - inner',
    '    ok 6 - outer',
    'not ok 1 - suite',
    "  error: '5 subtests failed'",
  ]);
});
