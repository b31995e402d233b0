/** Who may use the database of a panel, at every endpoint of it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { BoosterRecord } from '../../src/booster/records/records.ts';
import type { Scope } from '../../src/http/endpoint.ts';
import { ADMIN_KEY, type Reply, testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, RECORDS, refused } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);

const READ = 'service.booster.database';
const WRITE = 'service.booster.database.write';

interface Door {
  action: string;
  scope: Scope;
  body(key: string): Record<string, unknown>;
}

/** In an order in which each finds the record that the first makes. */
const doors: Door[] = [
  { action: 'create', scope: WRITE, body: key => ({ collection: 'things', data: {}, key }) },
  { action: 'get', scope: READ, body: key => ({ key }) },
  { action: 'update', scope: WRITE, body: key => ({ key, data: { changed: true } }) },
  { action: 'find', scope: READ, body: () => ({ collection: 'things' }) },
  { action: 'count', scope: READ, body: () => ({ collection: 'things' }) },
  { action: 'delete', scope: WRITE, body: key => ({ key }) },
];

/** A record that must outlive all who are refused. */
async function guarded(user: PanelUser): Promise<BoosterRecord> {
  return user.ask<BoosterRecord>('create', { collection: 'things', data: { guarded: true } }, RECORDS);
}

async function everywhere(user: PanelUser, key: string, holds: (reply: Reply) => void): Promise<void> {
  for (const { action, body } of doors) holds(await user.call(action, body(key), RECORDS));
}

/** On a panel of the owner. */
async function refusedEverywhere(user: PanelUser, status: number, detail: string): Promise<void> {
  const own = user.as(owner);
  const record = await guarded(own);
  await everywhere(user, record.key, reply => refused(reply, status, detail));
  assert.deepEqual(await own.ask('get', { key: record.key }, RECORDS), record);
}

async function uses(user: PanelUser): Promise<void> {
  const key = randomUUID();
  await everywhere(user, key, reply => assert.equal(reply.status, 200, JSON.stringify(reply.body)));
}

suite('keys', () => {
  test('none, an empty one, an unknown one', async () => {
    await refusedEverywhere(panel.as({ key: null }), 401, 'API key not provided');
    await refusedEverywhere(panel.as({ key: '' }), 401, 'API key not provided');
    await refusedEverywhere(panel.as({ key: 'of nobody' }), 401, 'API key is invalid');
  });

  test('scopes do not include one another', async () => {
    const read = panel.as({ key: await service.key(owner.id, [READ]) });
    const write = panel.as({ key: await service.key(owner.id, [WRITE]) });
    const storage: Scope[] = ['service.booster.storage', 'service.booster.storage.write'];
    const unrelated = panel.as({ key: await service.key(owner.id, storage) });
    const key = randomUUID();
    for (const { action, scope, body } of doors) {
      const [enough, lacking] = scope === READ ? [read, write] : [write, read];
      for (const user of [lacking, unrelated]) await user.refuse(401, 'API key is invalid', action, body(key), RECORDS);
      await enough.ask(action, body(key), RECORDS);
    }
  });
});

suite('the header panel-id', () => {
  for (const id of [undefined, '', 'x', `urn:uuid:${panel.id}`, `${panel.id}, ${panel.id}`, `{${panel.id}}`]) {
    test(`${id === undefined ? 'missing' : `'${id.slice(0, 15)}'`}: 422`, async () => {
      const headers = {
        'content-type': 'application/json',
        'uni-api-key': owner.key,
        ...(id !== undefined && { 'panel-id': id }),
      };
      for (const { action, body } of doors) {
        const sent = { headers, body: JSON.stringify(body(randomUUID())) };
        refused(await service.send(`${RECORDS}/${action}`, sent), 422, 'validation error');
      }
    });
  }

  test('of no panel: 404', async () => {
    const gone = await makePanel(service, owner);
    await service.ask(`/api/v1/panel/delete?entity_id=${gone.id}`, {}, owner.key);
    await everywhere(gone, randomUUID(), reply => refused(reply, 404, 'panel not found'));
  });

  test('of a disabled panel: 404, until it is enabled again', async () => {
    const disabled = await makePanel(service, owner);
    const record = await guarded(disabled);
    await changePanel(disabled, { enabled: false });
    await everywhere(disabled, record.key, reply => refused(reply, 404, 'panel not found'));
    await everywhere(disabled.as(await service.person()), record.key, reply => refused(reply, 404, 'panel not found'));
    await changePanel(disabled, { enabled: true });
    assert.deepEqual(await disabled.ask('get', { key: record.key }, RECORDS), record);
  });
});

suite('whose panel', () => {
  const deniedTo = (user: PanelUser) => refusedEverywhere(user, 403, 'permission denied');

  test('its owner’s; strangers, and administrators among them, are refused', async () => {
    await uses(panel);
    await deniedTo(panel.as(await service.person()));
    await deniedTo(panel.as(await service.person({ admin: true })));
    await deniedTo(panel.as({ key: ADMIN_KEY }));
  });

  test('who has it shared, for write or not, uses it until it is not shared any more', async () => {
    const [reader, writer] = [await service.person(), await service.person()];
    const sharing = [
      { user_email: reader.email.toUpperCase(), write: false },
      { user_email: writer.email, write: true },
    ];
    const shared = await makePanel(service, owner, {}, { sharing });
    for (const person of [reader, writer]) await uses(shared.as(person));
    await changePanel(shared, { sharing: [] });
    for (const person of [reader, writer]) await deniedTo(shared.as(person));
  });

  test('members of a group it is shared with, until they leave', async () => {
    const member = await service.person();
    const group_id = await service.group([member]);
    const shared = await makePanel(service, owner, {}, { group_sharing: [{ group_id, write: false }] });
    await uses(shared.as(member));
    await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
    await deniedTo(shared.as(member));
  });

  test('members of the owning group', async () => {
    const [creator, member] = [await service.person(), await service.person()];
    const group_id = await service.group([creator, member]);
    const owned = await makePanel(service, creator, {}, { group_id });
    await uses(owned.as(member));
    await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
    await everywhere(owned.as(member), randomUUID(), reply => refused(reply, 403, 'permission denied'));
  });
});

suite('a panel without a database', () => {
  const detail = 'database access is not allowed for this panel';

  test('lets nobody use it, until it has one again, as it was', async () => {
    const without = await makePanel(service, owner);
    const record = await guarded(without);
    await changePanel(without, { database: false });
    await everywhere(without, record.key, reply => refused(reply, 403, detail));
    await everywhere(without, randomUUID(), reply => refused(reply, 403, detail));
    await everywhere(without.as(await service.person()), record.key, reply => refused(reply, 403, 'permission denied'));
    await changePanel(without, { database: true });
    assert.deepEqual(await without.ask('find', { collection: 'things' }, RECORDS), [record]);
  });

  test('has its files all the same, but none of a record', async () => {
    const without = await makePanel(service, owner);
    const record = await without.record();
    await changePanel(without, { database: false });
    await without.upload({ path: 'docs/a.txt' });
    const fields = { path: 'docs/b.txt', record_collection: record.collection, record_key: record.key };
    await without.refuseUpload(403, detail, fields);
  });
});

test('a panel that is deleted takes its records along', async () => {
  const deleted = await makePanel(service, owner);
  const { key } = await guarded(deleted);
  await service.ask(`/api/v1/panel/delete?entity_id=${deleted.id}`, {}, owner.key);
  const { pool } = service.service.system.database;
  assert.deepEqual((await pool.query('SELECT FROM booster_records WHERE key = $1', [key])).rows, []);
});
