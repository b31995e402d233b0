import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { memoryLog } from '../../../test/http/memory-log.ts';
import { ConnectionError, DatabaseBusy } from '../postgres/connection-error.ts';
import { outageLogOf } from './log.ts';

const away = () => new ConnectionError('nothing listens');

test('an outage is told in two lines, and its errors are counted', async () => {
  const { log, lines } = memoryLog();
  const ended = Promise.withResolvers<{ errors: number }>();
  let isBack = false;
  const watching = outageLogOf(log).watch(
    {
      begins: (kind, problem) => log.warn({ problem }, `${kind}: it begins`),
      ends: (_, outage) => ended.resolve(outage),
    },
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
  watching.stop();
  assert.deepEqual(
    lines().map(({ msg, problem }) => [msg, problem]),
    [
      ['unreachable: it begins', 'nothing listens'],
      ['in the job queue', undefined],
    ],
  );
});

test('an overload is told apart from an outage, and becomes one when the database can not be reached', () => {
  const { log, lines } = memoryLog();
  const watching = outageLogOf(log).watch(
    { begins: kind => log.warn(kind), ends: () => assert.fail('it is not over') },
    () => new Promise(() => {}),
  );
  for (let refused = 0; refused < 3; refused++) log.warn({ err: new DatabaseBusy() }, 'a request failed');
  log.error({ err: Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { code: '40P01' }) }, 'a conflict');
  log.warn({ err: away() }, 'a request failed');
  log.warn({ err: new DatabaseBusy() }, 'a request failed');
  watching.stop();
  assert.deepEqual(
    lines().map(({ msg }) => msg),
    ['busy', 'a conflict', 'unreachable'],
  );
});

test('a retry that waited for a connection is no outage', () => {
  const { log, lines } = memoryLog();
  const outages = outageLogOf(log);
  const watching = outages.watch(
    { begins: (kind, problem) => log.warn(`${kind}: ${problem}`), ends: () => {} },
    () => new Promise(() => {}),
  );
  outages.report({ kind: 'conflict', text: 'a lock was not free in time' });
  outages.report({ kind: 'busy', text: 'no connection became free in time' });
  watching.stop();
  assert.deepEqual(
    lines().map(({ msg }) => msg),
    ['busy: no connection became free in time'],
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
