/** Who may use the database of a panel, checked at every endpoint. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import type { Scope } from '../../src/http/endpoint.ts';
import { type Reply, testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, RECORDS, refused } from './booster-panels.ts';
import { type StoredItem, testPanelAccess } from './panel-access.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);

const READ = 'service.booster.database';
const WRITE = 'service.booster.database.write';

interface TestedEndpoint {
  action: string;
  scope: Scope;
  body(key: string): Record<string, unknown>;
}

/** The order lets each endpoint find the record that the first one creates. */
const endpoints: TestedEndpoint[] = [
  { action: 'create', scope: WRITE, body: key => ({ collection: 'things', data: {}, key }) },
  { action: 'get', scope: READ, body: key => ({ key }) },
  { action: 'update', scope: WRITE, body: key => ({ key, data: { changed: true } }) },
  { action: 'find', scope: READ, body: () => ({ collection: 'things' }) },
  { action: 'count', scope: READ, body: () => ({ collection: 'things' }) },
  { action: 'delete', scope: WRITE, body: key => ({ key }) },
];

testPanelAccess(owner, panel, { storeItem, callEverywhere, assertUsable });

async function storeItem(user: PanelUser): Promise<StoredItem> {
  const record = await create(user);
  return {
    id: record.key,
    async assertUnchanged() {
      assert.deepEqual(await user.ask('get', { key: record.key }, RECORDS), record);
    },
  };
}

function create(user: PanelUser): Promise<BoosterRecord> {
  return user.ask<BoosterRecord>('create', { collection: 'things', data: { kept: true } }, RECORDS);
}

async function callEverywhere(user: PanelUser, key: string, checkReply: (reply: Reply) => void): Promise<void> {
  for (const { action, body } of endpoints) checkReply(await user.call(action, body(key), RECORDS));
}

async function assertUsable(user: PanelUser): Promise<void> {
  await callEverywhere(user, randomUUID(), reply => assert.equal(reply.status, 200, JSON.stringify(reply.body)));
}

test('scopes do not include one another', async () => {
  const read = panel.as({ key: await service.key(owner.id, [READ]) });
  const write = panel.as({ key: await service.key(owner.id, [WRITE]) });
  const storage: Scope[] = ['service.booster.storage', 'service.booster.storage.write'];
  const unrelated = panel.as({ key: await service.key(owner.id, storage) });
  const key = randomUUID();
  for (const { action, scope, body } of endpoints) {
    const [enough, lacking] = scope === READ ? [read, write] : [write, read];
    for (const user of [lacking, unrelated]) await user.refuse(401, 'API key is invalid', action, body(key), RECORDS);
    await enough.ask(action, body(key), RECORDS);
  }
});

suite('a panel without a database', () => {
  const detail = 'database access is not allowed for this panel';

  test('refuses everybody, and has its old records when the database is enabled again', async () => {
    const without = await makePanel(service, owner);
    const record = await create(without);
    await changePanel(without, { database: false });
    await callEverywhere(without, record.key, reply => refused(reply, 403, detail));
    await callEverywhere(without, randomUUID(), reply => refused(reply, 403, detail));
    await callEverywhere(without.as(await service.person()), record.key, reply =>
      refused(reply, 403, 'permission denied'),
    );
    await changePanel(without, { database: true });
    assert.deepEqual(await without.ask('find', { collection: 'things' }, RECORDS), [record]);
  });

  test('accepts files, but none that belong to a record', async () => {
    const without = await makePanel(service, owner);
    const record = await without.record();
    await changePanel(without, { database: false });
    await without.upload({ path: 'docs/a.txt' });
    const fields = { path: 'docs/b.txt', record_collection: record.collection, record_key: record.key };
    await without.refuseUpload(403, detail, fields);
  });
});

test('deleting a panel deletes its records', async () => {
  const deleted = await makePanel(service, owner);
  const { key } = await create(deleted);
  await service.ask(`/api/v1/panel/delete?entity_id=${deleted.id}`, {}, owner.key);
  const { pool } = service.service.system.database;
  assert.deepEqual((await pool.query('SELECT FROM booster_records WHERE key = $1', [key])).rows, []);
});
