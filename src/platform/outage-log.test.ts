import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryLog } from '../../test/http/memory-log.ts';
import { outageLogOf } from './log.ts';
import { ConnectionError, DatabaseBusy } from './postgres/connection-error.ts';

const away = () => new ConnectionError('nothing listens');

test('an outage is told in two lines, and its errors are counted', async () => {
  const { log, lines } = memoryLog();
  const ended = Promise.withResolvers<{ errors: number }>();
  let isBack = false;
  const watching = outageLogOf(log).watch(
    { begins: problem => log.warn({ problem }, 'it begins'), ends: ended.resolve },
    async () => {
      if (!isBack) throw away();
    },
  );
  log.child({ area: 'runs' }).error({ err: away() }, 'while looking after runs');
  log.warn({ err: new DatabaseBusy() }, 'a request failed');
  log.error({ err: new Error('job failed', { cause: away() }) }, 'in the job queue');
  log.error({ err: new Error('a bug') }, 'in the job queue');
  isBack = true;
  assert.equal((await ended.promise).errors, 3);
  log.warn({ err: new DatabaseBusy() }, 'a request failed');
  watching.stop();
  assert.deepEqual(
    lines().map(({ msg, problem }) => [msg, problem]),
    [
      ['it begins', 'nothing listens'],
      ['in the job queue', undefined],
      ['a request failed', undefined],
    ],
  );
});

test('without anybody who notices the end of an outage, all errors are logged', () => {
  const { log, lines } = memoryLog();
  log.error({ err: away() }, 'in the job queue');
  assert.deepEqual(
    lines().map(({ msg }) => msg),
    ['in the job queue'],
  );
});
