import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { openDatabase } from './database.ts';
import { openListener } from './listener.ts';
import { createNotifier, notifyAfterCommit } from './notifier.ts';

suite('notifier', () => {
  test('notifies after the commit, and not after a rollback', async t => {
    const { database, heard } = await setUp(t);
    const rolledBack = database.query.transaction().execute(async transaction => {
      await notifyAfterCommit('looms', 'rolled back').execute(transaction);
      throw new Error('it is undone');
    });
    await assert.rejects(rolledBack, /undone/);
    await database.query.transaction().execute(async transaction => {
      await notifyAfterCommit('looms', 'committed').execute(transaction);
      // Another notification of the same process passes by.
      await notifyAfterCommit('looms', 'at once').execute(database.query);
      await until(() => heard.length === 1, 'it was heard before the commit');
    });
    await until(() => heard.length === 2, 'both were heard');
    assert.deepEqual(heard, ['at once', 'committed']);
  });

  test('sends one statement at a time, and equal notifications once', async () => {
    const sent: string[][] = [];
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const notifier = createNotifier(async (_channels, payloads) => {
      sent.push([...payloads]);
      if (sent.length === 1) await first.promise;
      else second.resolve();
    });
    for (const payload of ['a', 'b', 'b', 'a', 'c']) notifier.notify({ channel: 'looms', payload });
    assert.deepEqual(sent, [['a']]);
    // What could not be sent is forgotten, because whoever listens polls as well.
    first.reject(new Error('the connection broke'));
    await second.promise;
    assert.deepEqual(sent, [['a'], ['b', 'a', 'c']]);
  });
});

async function setUp(t: TestContext) {
  const { address, drop } = await createTestDatabase({ template: 'template0' });
  const database = openDatabase(address, { maxConnections: 3 });
  const listener = await openListener(address);
  t.after(async () => {
    await listener.close();
    await database.close();
    await drop();
  });
  const heard: string[] = [];
  await listener.subscribe(
    'looms',
    payload => heard.push(payload),
    () => {},
  );
  return { database, heard };
}
