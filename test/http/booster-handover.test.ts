/** A panel that goes to an organization, or comes back, takes along what its files take. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Person, testService } from '../support/service.ts';
import { doors } from './booster-doors.ts';
import { changePanel, makePanel, type PanelUser, refused, type StoredFile, succeeded } from './booster-panels.ts';
import { heldBy, nothing } from './booster-remains.ts';
import { announce, complete, postRight } from './direct-uploads.ts';

const service = await testService();
const EXCEEDED = 'organization storage quota exceeded';

const organizationOf = (person: Person, storage_quota: number | null = null) =>
  service.organization([{ person, write: true }], { storage_quota });

const give = (panel: PanelUser, organization_id: string | null) => changePanel(panel, { organization_id });

/** What is used there: fails when it is not what is stored. */
async function used(person: Person, organization_id: string | null): Promise<number> {
  await heldBy(await makePanel(service, person, {}, { organization_id }));
  const { query: db } = service.service.system.database;
  const account =
    organization_id === null
      ? db.selectFrom('users').select('storage_used').where('id', '=', person.id)
      : db.selectFrom('organizations').select('storage_used').where('id', '=', organization_id);
  return (await account.executeTakeFirstOrThrow()).storage_used;
}

suite('handing a panel over', () => {
  test('to an organization, to another, and back', async () => {
    const person = await service.person();
    const [first, second] = [await organizationOf(person), await organizationOf(person)];
    const panel = await makePanel(service, person);
    for (const path of ['docs/a', 'docs/sub/b', 'other/c']) await panel.upload({ path }, { content: '12345' });
    const places = [null, first, second, null];
    for (const [index, place] of places.entries()) {
      if (index > 0) await give(panel, place);
      for (const each of new Set(places)) assert.equal(await used(person, each), each === place ? 15 : 0);
      assert.deepEqual(await heldBy(panel), { ...nothing, files: 3, bytes: 15 });
    }
    await give(panel, second);
    const { id } = await panel.ask('get', { path: 'docs/a' });
    await panel.ask('delete', { id });
    await panel.upload({ path: 'docs/d' }, { content: '123' });
    assert.deepEqual([await used(person, null), await used(person, second)], [0, 13]);
    await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, person.key);
    assert.equal(await used(person, second), 0);
  });

  test('twice to the same, and with other changes, moves nothing twice', async () => {
    const person = await service.person();
    const organization_id = await organizationOf(person);
    const panel = await makePanel(service, person);
    await panel.upload({ path: 'docs/a' }, { content: '12345' });
    for (const changes of [
      { organization_id },
      { organization_id },
      { name: 'x' },
      { organization_id, enabled: true },
    ]) {
      await changePanel(panel, changes);
      assert.deepEqual([await used(person, null), await used(person, organization_id)], [0, 5]);
    }
  });

  test('an empty panel to a full organization', async () => {
    const person = await service.person();
    const organization_id = await organizationOf(person, 0);
    const panel = await makePanel(service, person);
    await give(panel, organization_id);
    await panel.refuseUpload(422, EXCEEDED, { path: 'docs/a' });
    assert.deepEqual(await heldBy(panel), nothing);
  });

  test('refused where there is no room for its files, and nothing is changed', async () => {
    const person = await service.person({ storage_quota: 15 });
    const organization_id = await organizationOf(person, 10);
    const panel = await makePanel(service, person);
    await panel.upload({ path: 'docs/a' }, { content: '12345678901' });
    const get = () => service.ask(`/api/v1/panel/get?entity_id=${panel.id}`, {}, person.key);
    const before = await get();
    const change = { id: panel.id, organization_id, name: 'handed over', file_storage: { limit_mb: 7 } };
    await service.refuse(422, EXCEEDED, '/api/v1/panel/update', change, person.key);
    assert.deepEqual(await get(), before);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [11, 0]);

    await panel.upload({ path: 'docs/a', overwrite: 'true' }, { content: '1234567890' });
    await give(panel, organization_id);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [0, 10]);
    await service.ask('/api/v1/user/update', { id: person.id, storage_quota: 9 });
    const back = { id: panel.id, organization_id: null };
    await service.refuse(422, 'storage quota exceeded', '/api/v1/panel/update', back, person.key);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [0, 10]);
  });

  test('with a direct upload under way: it is completed where the panel is now', async () => {
    const person = await service.person();
    const organization_id = await organizationOf(person, 10);
    const panel = await makePanel(service, person);
    const [one, two] = [
      await announce(panel, '123456', { path: 'docs/a' }),
      await announce(panel, '123456', { path: 'docs/b' }),
    ];
    await Promise.all([postRight(one, '123456'), postRight(two, '123456')]);
    await give(panel, organization_id);
    assert.equal((succeeded(await complete(panel, one)) as StoredFile).size, 6);
    refused(await complete(panel, two), 422, EXCEEDED);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [6, 6]);
    await service.ask('/api/v1/organization/update', { id: organization_id, storage_quota: 12 });
    assert.equal((await complete(panel, two)).status, 200);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [0, 12]);
  });
});

suite('handing over at once', () => {
  test('with uploads and deletions: everything is counted where it is', async () => {
    const person = await service.person();
    const organization_id = await organizationOf(person);
    const panel = await makePanel(service, person);
    const uploads = async (name: string) => {
      for (let index = 0; index < 6; index++) {
        const { id } = await panel.upload({ path: `${name}/${index}` }, { content: 'x'.repeat(10 + index) });
        if (index % 3 === 0) await panel.ask('delete', { id });
        await panel.upload({ path: 'docs/same', overwrite: 'true' }, { content: 'x'.repeat(index) });
      }
    };
    const moves = async () => {
      for (const place of [organization_id, null, organization_id, null, organization_id]) await give(panel, place);
    };
    await Promise.all([uploads('a'), uploads('b'), uploads('c'), moves()]);
    const { bytes } = await heldBy(panel);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [0, bytes]);
  });

  test('of two panels in opposite directions', async () => {
    const person = await service.person();
    const [first, second] = [await organizationOf(person), await organizationOf(person)];
    const one = await makePanel(service, person, {}, { organization_id: first });
    const two = await makePanel(service, person, {}, { organization_id: second });
    for (const panel of [one, two]) await panel.upload({ path: 'docs/a' }, { content: '12345' });
    for (let round = 0; round < 10; round++) {
      await Promise.all([give(one, second), give(two, first)]);
      await Promise.all([give(one, first), give(two, second)]);
    }
    assert.deepEqual([await used(person, first), await used(person, second)], [5, 5]);
  });

  test('of two panels to an organization with room for one', async () => {
    const person = await service.person();
    const organization_id = await organizationOf(person, 5);
    const panels = [await makePanel(service, person), await makePanel(service, person)];
    for (const panel of panels) await panel.upload({ path: 'docs/a' }, { content: '12345' });
    const replies = await Promise.all(
      panels.map(({ id }) => service.call('/api/v1/panel/update', { id, organization_id }, person.key)),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    assert.deepEqual([await used(person, null), await used(person, organization_id)], [5, 5]);
  });
});

test('a panel that is deleted while files come in: nothing is left of it, and nobody gets anything but 404', async () => {
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
    assert.equal(await used(person, null), 0);
  }
});
