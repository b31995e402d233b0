/** `/api/v1/panel/list`, `open` and `owners`, and changes that name the state on which they are based. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { OpenedPanel, Panel, PanelList, PanelOwners } from '../../src/booster/panel-schemas.ts';
import { node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();

function create(person: Person, given: Record<string, unknown> = {}): Promise<Panel> {
  return service.ask<Panel>('/api/v1/panel/create', { name: 'panel', ...given }, person.key);
}

const list = (person: Person, query: object = {}) => service.ask<PanelList>('/api/v1/panel/list', query, person.key);
const open = (person: Person, panel_id: string) =>
  service.ask<OpenedPanel>('/api/v1/panel/open', { panel_id }, person.key);
const names = ({ items }: PanelList) => items.map(({ panel }) => panel.name);

async function addContents(person: Person, panelId: string): Promise<void> {
  const headers = { 'uni-api-key': person.key, 'panel-id': panelId, 'content-type': 'application/json' };
  const send = async (path: string, body: object) => {
    const response = await fetch(`${service.url}/api/v3/booster/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, await response.text());
  };
  await send('storage/private/upload-b64', { path: 'docs/a.txt', data: Buffer.from('hello').toString('base64') });
  await send('storage/private/upload-b64', { path: 'other/b.txt', data: Buffer.from('you').toString('base64') });
  await send('database/private/create', { collection: 'orders', data: { n: 1 } });
}

suite('the list of panels', () => {
  test('has the panel, its owner, the rights of the caller and what it contains', async () => {
    const [owner, reader] = [await service.person({ name: 'Olga Owner' }), await service.person()];
    const sharing = [{ user_email: reader.email, write: false }];
    const webhooks = [{ url: 'https://example.org', events: ['file.stored'] }];
    const panel = await create(owner, { name: 'Shop', sharing, webhooks });
    await addContents(owner, panel.id);
    const { total, items } = await list(owner);
    assert.equal(total, 1);
    const [{ created, updated, ...item } = assert.fail()] = items;
    assert.deepEqual(item, {
      panel,
      owner: { id: owner.id, name: 'Olga Owner', email: owner.email },
      owned: true,
      may_use: true,
      may_write: true,
      files: 2,
      size: 8,
      records: 1,
    });
    assert.ok(created <= updated && updated <= Date.now() + 1000);
    const [seen = assert.fail()] = (await list(reader)).items;
    assert.deepEqual(
      [seen.owned, seen.may_use, seen.may_write, seen.panel.webhooks, seen.size],
      [false, true, false, [], 8],
    );
  });

  test('is searched, filtered and paged, in the order of names', async () => {
    const [person, other] = [await service.person({ name: 'Ann' }), await service.person({ name: 'Zoe Zander' })];
    for (const name of ['beta Two', 'Alpha', 'gamma']) await create(person, { name });
    await create(other, { name: 'Delta', sharing: [{ user_email: person.email, write: true }] });
    assert.deepEqual(names(await list(person)), ['Alpha', 'beta Two', 'Delta', 'gamma']);
    assert.deepEqual(names(await list(person, { text: 'TWO be' })), ['beta Two']);
    assert.deepEqual(names(await list(person, { text: 'zander' })), ['Delta']);
    assert.deepEqual(names(await list(person, { ownership: 'shared' })), ['Delta']);
    assert.deepEqual(names(await list(person, { ownership: 'mine', text: '%' })), []);
    const page = await list(person, { skip: 1, limit: 2 });
    assert.deepEqual([page.total, names(page)], [4, ['beta Two', 'Delta']]);
    const tooMany = 'validation error: limit: must be <= 100';
    await service.refuse(422, tooMany, '/api/v1/panel/list', { limit: 101 }, person.key);
  });

  test('shows strangers nothing, and administrators everything, which they may not use', async () => {
    const [owner, stranger] = [await service.person(), await service.person()];
    const admin = await service.person({ admin: true });
    const { id } = await create(owner, { name: 'Hidden shop' });
    assert.deepEqual(await list(stranger), { total: 0, items: [] });
    await service.refuse(404, 'entity not found', '/api/v1/panel/open', { panel_id: id }, stranger.key);
    await service.refuse(404, 'entity not found', '/api/v1/panel/open', { panel_id: randomUUID() }, owner.key);
    const { items } = await list(admin, { text: 'hidden shop' });
    assert.deepEqual(
      items.map(({ owned, may_use, may_write }) => [owned, may_use, may_write]),
      [[false, false, true]],
    );
  });
});

suite('an opened panel', () => {
  test('names the workflows that its events start, if the caller may see them', async () => {
    const [owner, reader] = [await service.person(), await service.person()];
    const { id: panel_id } = await create(owner, { sharing: [{ user_email: reader.email, write: false }] });
    assert.deepEqual((await open(owner, panel_id)).workflows, []);
    const nodes = [
      node('orders', 'trigger.booster_record', { panel_id, collection: 'orders', events: ['created'] }),
      node('files', 'trigger.booster_file', { panel_id }),
    ];
    const id = await createWorkflow(service, { nodes, edges: [] }, owner.key, { name: 'Watch' });
    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, owner.key);
    const { workflows, direct_upload } = await open(owner, panel_id);
    assert.equal(direct_upload, true);
    const common = { id, name: 'Watch', active: true };
    assert.deepEqual(
      workflows.toSorted((one, other) => one.node_id.localeCompare(other.node_id)),
      [
        {
          ...common,
          node_id: 'files',
          type: 'trigger.booster_file',
          collection: null,
          folder: '*',
          events: ['stored', 'changed', 'deleted'],
        },
        {
          ...common,
          node_id: 'orders',
          type: 'trigger.booster_record',
          collection: 'orders',
          folder: null,
          events: ['created'],
        },
      ],
    );
    assert.deepEqual((await open(reader, panel_id)).workflows, []);
  });

  test('has its folders with what they contain', async () => {
    const owner = await service.person();
    const { id } = await create(owner);
    assert.deepEqual((await open(owner, id)).folders, []);
    await addContents(owner, id);
    assert.deepEqual((await open(owner, id)).folders, [
      { name: 'docs', files: 1, size: 5 },
      { name: 'other', files: 1, size: 3 },
    ]);
  });

  test('can be given to the organizations and groups of the caller', async () => {
    const person = await service.person();
    const group = await service.group([person]);
    await service.group();
    const writable = await service.organization([{ person, write: true }]);
    await service.organization([{ person, write: false }]);
    const owners = await service.ask<PanelOwners>('/api/v1/panel/owners', {}, person.key);
    const ids = (named: { id: string }[]) => named.map(({ id }) => id);
    assert.deepEqual([ids(owners.groups), ids(owners.organizations)], [[group], [writable]]);
    const all = await service.ask<PanelOwners>('/api/v1/panel/owners');
    assert.ok(all.groups.length >= 2 && all.organizations.length >= 2);
  });
});

suite('a change that names the time of the last one', () => {
  test('is refused when somebody else was faster, and changes nothing', async () => {
    const owner = await service.person();
    const { id } = await create(owner);
    const { updated } = await open(owner, id);
    await service.ask('/api/v1/panel/update', { id, name: 'first', if_updated: updated }, owner.key);
    const late = { id, name: 'second', enabled: false, if_updated: updated };
    const detail = 'the panel was changed by somebody else meanwhile';
    await service.refuse(409, detail, '/api/v1/panel/update', late, owner.key);
    const { panel, updated: latest } = await open(owner, id);
    assert.deepEqual([panel.name, panel.enabled], ['first', true]);
    assert.ok(latest > updated);
    await service.ask('/api/v1/panel/update', { ...late, if_updated: latest }, owner.key);
    assert.equal((await open(owner, id)).panel.name, 'second');
  });

  test('succeeds once for any number at the same time', async () => {
    const owner = await service.person();
    const { id } = await create(owner);
    const { updated } = await open(owner, id);
    const changes = Array.from({ length: 5 }, (_, index) =>
      service.call('/api/v1/panel/update', { id, name: `name ${index}`, if_updated: updated }, owner.key),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 409, 409, 409, 409]);
  });
});
