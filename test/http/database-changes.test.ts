/** Triggers that follow the log of a database: what starts runs, what a slot survives, and what is told of a dead one. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { openFollowedDatabase } from '../support/followed-database.ts';
import { inReverse } from '../support/process.ts';
import { testService } from '../support/service.ts';
import { connectTo, FollowingWorkflow } from './database-changes.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const source = await openFollowedDatabase(inReverse({ after }));
const ann = await service.person();
const target = await connectTo(service, ann, source);

/** A table of its own for each test. */
async function createTable(columns = 'id integer PRIMARY KEY, name text'): Promise<string> {
  const table = `public.t${randomUUID().replaceAll('-', '')}`;
  await source.query(`CREATE TABLE ${table} (${columns})`);
  return table;
}

suite('changes of rows', () => {
  test('start one run each, in the order of the commits', async () => {
    const table = await createTable();
    await source.query(`INSERT INTO ${table} VALUES (0, 'before')`);
    const workflow = await FollowingWorkflow.publish(service, ann, { ...target, tables: [table] });
    await source.query(`INSERT INTO ${table} VALUES (1, 'one'), (2, NULL)`);
    await source.query(`UPDATE ${table} SET name = 'two' WHERE id = 2`);
    await source.query(`UPDATE ${table} SET id = 3 WHERE id = 2`);
    await source.query(`DELETE FROM ${table} WHERE id = 1`);
    const inputs = await workflow.inputs(5);
    assert.deepEqual(
      inputs.map(({ at, lsn, ...rest }) => rest),
      [
        { table, kind: 'insert', new: { id: 1, name: 'one' }, old: null, key: { id: 1 } },
        { table, kind: 'insert', new: { id: 2, name: null }, old: null, key: { id: 2 } },
        { table, kind: 'update', new: { id: 2, name: 'two' }, old: null, key: { id: 2 } },
        { table, kind: 'update', new: { id: 3, name: 'two' }, old: { id: 2 }, key: { id: 3 } },
        { table, kind: 'delete', new: null, old: { id: 1 }, key: { id: 1 } },
      ],
    );
    assert.equal(inputs[0]?.lsn, inputs[1]?.lsn);
    assert.match(inputs[0]?.lsn ?? '', /^[0-9A-F]+\/[0-9A-F]+$/);
    assert.ok(inputs.every(({ at }) => Math.abs(at - Date.now()) < 600_000));
  });
});
