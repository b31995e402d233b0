/** Transferring a panel to an organization, or back, transfers the storage that its files use. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Person, testService } from '../support/service.ts';
import { doors } from './booster-doors.ts';
import { changePanel, makePanel, type PanelUser, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { announce, complete, postSuccessfully } from './direct-uploads.ts';

const service = await testService();
const EXCEEDED = 'organization storage quota exceeded';

const createOrganization = (person: Person, storage_quota: number | null = null) =>
  service.organization([{ person, write: true }], { storage_quota });

const transfer = (panel: PanelUser, organization_id: string | null) => changePanel(panel, { organization_id });

/** Returns the used storage of the account, and fails if it differs from the stored files. */
async function readUsage(person: Person, organization_id: string | null): Promise<number> {
  await checkPanelUsage(await makePanel(service, person, {}, { organization_id }));
  const { query: db } = service.service.system.database;
  const account =
    organization_id === null
      ? db.selectFrom('users').select('storage_used').where('id', '=', person.id)
      : db.selectFrom('organizations').select('storage_used').where('id', '=', organization_id);
  return (await account.executeTakeFirstOrThrow()).storage_used;
}

suite('transferring a panel', () => {
  test('to an organization, to another one and back moves its usage each time', async () => {
    const person = await service.person();
    const [first, second] = [await createOrganization(person), await createOrganization(person)];
    const panel = await makePanel(service, person);
    for (const path of ['docs/a', 'docs/sub/b', 'other/c']) await panel.upload({ path }, { content: '12345' });
    const places = [null, first, second, null];
    for (const [index, place] of places.entries()) {
      if (index > 0) await transfer(panel, place);
      for (const each of new Set(places)) assert.equal(await readUsage(person, each), each === place ? 15 : 0);
      assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 3, bytes: 15 });
    }
    await transfer(panel, second);
    const { id } = await panel.ask('get', { path: 'docs/a' });
    await panel.ask('delete', { id });
    await panel.upload({ path: 'docs/d' }, { content: '123' });
    assert.deepEqual([await readUsage(person, null), await readUsage(person, second)], [0, 13]);
    await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, person.key);
    assert.equal(await readUsage(person, second), 0);
  });

  test('to the same organization again moves nothing twice', async () => {
    const person = await service.person();
    const organization_id = await createOrganization(person);
    const panel = await makePanel(service, person);
    await panel.upload({ path: 'docs/a' }, { content: '12345' });
    for (const changes of [
      { organization_id },
      { organization_id },
      { name: 'x' },
      { organization_id, enabled: true },
    ]) {
      await changePanel(panel, changes);
      assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [0, 5]);
    }
  });

  test('to a full organization works if the panel is empty', async () => {
    const person = await service.person();
    const organization_id = await createOrganization(person, 0);
    const panel = await makePanel(service, person);
    await transfer(panel, organization_id);
    await panel.refuseUpload(422, EXCEEDED, { path: 'docs/a' });
    assert.deepEqual(await checkPanelUsage(panel), nothing);
  });

  test('is refused if there is no room for its files, and changes nothing', async () => {
    const person = await service.person({ storage_quota: 15 });
    const organization_id = await createOrganization(person, 10);
    const panel = await makePanel(service, person);
    await panel.upload({ path: 'docs/a' }, { content: '12345678901' });
    const get = () => service.ask(`/api/v1/panel/get?entity_id=${panel.id}`, {}, person.key);
    const before = await get();
    const change = { id: panel.id, organization_id, name: 'handed over', file_storage: { limit_mb: 7 } };
    await service.refuse(422, EXCEEDED, '/api/v1/panel/update', change, person.key);
    assert.deepEqual(await get(), before);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [11, 0]);

    await panel.upload({ path: 'docs/a', overwrite: 'true' }, { content: '1234567890' });
    await transfer(panel, organization_id);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [0, 10]);
    await service.ask('/api/v1/user/update', { id: person.id, storage_quota: 9 });
    const back = { id: panel.id, organization_id: null };
    await service.refuse(422, 'storage quota exceeded', '/api/v1/panel/update', back, person.key);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [0, 10]);
  });

  test('during a direct upload charges the new account when it is completed', async () => {
    const person = await service.person();
    const organization_id = await createOrganization(person, 10);
    const panel = await makePanel(service, person);
    const [one, two] = [
      await announce(panel, '123456', { path: 'docs/a' }),
      await announce(panel, '123456', { path: 'docs/b' }),
    ];
    await Promise.all([postSuccessfully(one, '123456'), postSuccessfully(two, '123456')]);
    await transfer(panel, organization_id);
    assert.equal((succeeded(await complete(panel, one)) as StoredFile).size, 6);
    refused(await complete(panel, two), 422, EXCEEDED);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [6, 6]);
    await service.ask('/api/v1/organization/update', { id: organization_id, storage_quota: 12 });
    assert.equal((await complete(panel, two)).status, 200);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [0, 12]);
  });
});

suite('simultaneous transfers', () => {
  test('with uploads and deletions charge the current account for every file', async () => {
    const person = await service.person();
    const organization_id = await createOrganization(person);
    const panel = await makePanel(service, person);
    const uploads = async (name: string) => {
      for (let index = 0; index < 6; index++) {
        const { id } = await panel.upload({ path: `${name}/${index}` }, { content: 'x'.repeat(10 + index) });
        if (index % 3 === 0) await panel.ask('delete', { id });
        await panel.upload({ path: 'docs/same', overwrite: 'true' }, { content: 'x'.repeat(index) });
      }
    };
    const moves = async () => {
      for (const place of [organization_id, null, organization_id, null, organization_id]) await transfer(panel, place);
    };
    await Promise.all([uploads('a'), uploads('b'), uploads('c'), moves()]);
    const { bytes } = await checkPanelUsage(panel);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [0, bytes]);
  });

  test('of two panels in opposite directions succeed', async () => {
    const person = await service.person();
    const [first, second] = [await createOrganization(person), await createOrganization(person)];
    const one = await makePanel(service, person, {}, { organization_id: first });
    const two = await makePanel(service, person, {}, { organization_id: second });
    for (const panel of [one, two]) await panel.upload({ path: 'docs/a' }, { content: '12345' });
    for (let round = 0; round < 10; round++) {
      await Promise.all([transfer(one, second), transfer(two, first)]);
      await Promise.all([transfer(one, first), transfer(two, second)]);
    }
    assert.deepEqual([await readUsage(person, first), await readUsage(person, second)], [5, 5]);
  });

  test('of two panels to an organization with room for one succeed once', async () => {
    const person = await service.person();
    const organization_id = await createOrganization(person, 5);
    const panels = [await makePanel(service, person), await makePanel(service, person)];
    for (const panel of panels) await panel.upload({ path: 'docs/a' }, { content: '12345' });
    const replies = await Promise.all(
      panels.map(({ id }) => service.call('/api/v1/panel/update', { id, organization_id }, person.key)),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    assert.deepEqual([await readUsage(person, null), await readUsage(person, organization_id)], [5, 5]);
  });
});

test('deleting a panel during uploads leaves nothing behind, and the uploads succeed or get 404', async () => {
  const person = await service.person();
  for (let round = 0; round < 5; round++) {
    const panel = await makePanel(service, person);
    await panel.upload({ path: 'docs/first' });
    const uploading = doors.flatMap(({ store }) =>
      [1, 2, 3].map(index =>
        store(panel, { path: `docs/${index}`, content: 'x'.repeat(round * 100_000), rename: true }),
      ),
    );
    const [replies] = await Promise.all([
      Promise.all(uploading),
      service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, person.key),
    ]);
    for (const { status, body } of replies) {
      if (status !== 200)
        assert.deepEqual([status, Object.keys(Object(body))], [404, ['detail']], JSON.stringify(body));
    }
    assert.equal(await readUsage(person, null), 0);
  }
});
