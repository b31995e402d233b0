import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { type Person, testService } from '../support/service.ts';

const service = await testService();

interface Panel {
  id: string;
  name: string;
  organization_id: string | null;
  group_id: string | null;
  enabled: boolean;
  database: boolean;
  file_storage: { enabled: boolean; limit_mb: number; folders: Record<string, unknown> };
  sharing: { user_email: string; write: boolean }[];
  group_sharing: { group_id: string; write: boolean }[];
  webhooks: { url: string; events: string[]; secret: string }[];
}

function create(person: Person, given: Record<string, unknown> = {}): Promise<Panel> {
  return service.ask<Panel>('/api/v1/panel/create', { name: 'panel', ...given }, person.key);
}

function get(person: Person, id: string) {
  return service.call(`/api/v1/panel/get?entity_id=${id}`, {}, person.key);
}

async function sees(person: Person, id: string): Promise<boolean> {
  const filters = [['id', '==', id]];
  const found = await service.ask<Panel[]>('/api/v1/panel/find', { filters }, person.key);
  const { status, body } = await get(person, id);
  assert.equal(await service.ask('/api/v1/panel/count', { filters }, person.key), found.length);
  assert.deepEqual(status === 200 ? [body] : [], found);
  if (status !== 200) assert.deepEqual([status, body], [404, { detail: 'entity not found' }]);
  return found.length === 1;
}

suite('creating and updating a panel', () => {
  test('returns exactly the documented fields and their defaults', async () => {
    const { id, ...panel } = await create(await service.person());
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(panel, {
      name: 'panel',
      organization_id: null,
      group_id: null,
      enabled: true,
      database: true,
      file_storage: { enabled: true, limit_mb: 1024, folders: {} },
      sharing: [],
      group_sharing: [],
      webhooks: [],
    });
  });

  test('ignores read-only and unknown fields', async () => {
    const [person, other] = [await service.person(), await service.person()];
    const id = randomUUID();
    const panel = await create(person, { id, created_by: other.id, nonsense: 1 });
    assert.notEqual(panel.id, id);
    const sent = { id: panel.id, created_by: other.id, user_id: other.id, created_at: 0 };
    assert.deepEqual(await service.ask('/api/v1/panel/update', sent, person.key), panel);
    assert.equal(await sees(other, panel.id), false);
  });

  test('an update changes only the fields that are sent, and replaces them completely', async () => {
    const person = await service.person();
    let expected = await create(person);
    const folders = {
      invoices: { upload: 'none', types: ['application/pdf', '.csv', 'image/*'], max_files: 3 },
      '*': {},
    };
    const changes: [change: Partial<Record<keyof Panel, unknown>>, stored?: Partial<Panel>][] = [
      [{ name: 'renamed' }],
      [{ enabled: false }],
      [{ database: false }],
      [{ file_storage: { limit_mb: 0, folders } }, { file_storage: { enabled: true, limit_mb: 0, folders } }],
      [{ file_storage: {} }, { file_storage: { enabled: true, limit_mb: 1024, folders: {} } }],
      [{ sharing: [{ user_email: 'somebody@example.org', write: true }] }],
      [{ sharing: [] }],
      [{}],
    ];
    for (const [change, stored] of changes) {
      expected = { ...expected, ...(change as Partial<Panel>), ...stored };
      assert.deepEqual(await service.ask('/api/v1/panel/update', { id: expected.id, ...change }, person.key), expected);
      assert.deepEqual((await get(person, expected.id)).body, expected);
    }
  });

  test('creates a secret for a webhook without one, and stores a given one', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const webhook = { url: 'https://example.org/hook', events: ['file.stored', 'record.deleted'] };
    const { webhooks } = await create(await service.person(), { webhooks: [webhook, { ...webhook, secret }] });
    assert.deepEqual(webhooks[1], { ...webhook, secret });
    assert.match(webhooks[0]?.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  const wrong: [given: Record<string, unknown>, where: string][] = [
    [{ name: '' }, 'name'],
    [{ name: undefined }, 'name'],
    [{ database: 'yes' }, 'database'],
    [{ file_storage: { limit_mb: -1 } }, 'file_storage.limit_mb'],
    [{ file_storage: { limitmb: 1 } }, 'file_storage'],
    [{ file_storage: { folders: { 'a/b': {} } } }, 'file_storage.folders'],
    [{ file_storage: { folders: { a: { read: 'everybody' } } } }, 'file_storage.folders.a.read'],
    [{ file_storage: { folders: { a: { raed: 'none' } } } }, 'file_storage.folders.a'],
    [{ file_storage: { folders: { a: { types: ['pdf'] } } } }, 'file_storage.folders.a.types.0'],
    [{ webhooks: [{ url: 'ftp://example.org', events: ['file.stored'] }] }, 'webhooks.0.url'],
    [{ webhooks: [{ url: 'https://example.org', events: ['file.eaten'] }] }, 'webhooks.0.events.0'],
    [{ webhooks: [{ url: 'https://example.org', events: [] }] }, 'webhooks.0.events'],
    [{ webhooks: [{ url: 'https://example.org', events: ['file.stored'], secret: 'short' }] }, 'webhooks.0.secret'],
    [{ sharing: [{ user_email: 'a@example.org' }] }, 'sharing.0.write'],
    [{ group_sharing: [{ group_id: 'x', write: true }] }, 'group_sharing.0.group_id'],
  ];
  for (const [given, where] of wrong) {
    test(`refuses an invalid ${where}`, async () => {
      const { status, body } = await service.call('/api/v1/panel/create', { name: 'wrong', ...given });
      assert.equal(status, 422);
      assert.ok(String(Object(body).detail).startsWith(`validation error: ${where}: `), JSON.stringify(body));
    });
  }
});

suite('access to a panel', () => {
  test('strangers do not see a panel, and administrators do', async () => {
    const [owner, stranger, admin] = [
      await service.person(),
      await service.person(),
      await service.person({ admin: true }),
    ];
    const { id } = await create(owner);
    assert.deepEqual([await sees(owner, id), await sees(stranger, id), await sees(admin, id)], [true, false, true]);
    await service.refuse(404, 'entity not found', '/api/v1/panel/update', { id, name: 'mine' }, stranger.key);
    await service.refuse(404, 'entity not found', `/api/v1/panel/delete?entity_id=${id}`, {}, stranger.key);
  });

  test('users with whom it is shared see it, and change it if they may write', async () => {
    const [owner, reader, writer] = [await service.person(), await service.person(), await service.person()];
    const webhooks = [{ url: 'https://example.org', events: ['file.stored'] }];
    const sharing = [
      { user_email: reader.email.toUpperCase(), write: false },
      { user_email: writer.email, write: true },
    ];
    const { id, webhooks: withSecrets } = await create(owner, { sharing, webhooks });
    assert.deepEqual([await sees(reader, id), await sees(writer, id)], [true, true]);
    assert.deepEqual(Object(await get(reader, id)).body.webhooks, []);
    assert.deepEqual(Object(await get(writer, id)).body.webhooks, withSecrets);
    await service.refuse(403, 'permission denied', '/api/v1/panel/update', { id, name: 'x' }, reader.key);
    await service.refuse(403, 'permission denied', `/api/v1/panel/delete?entity_id=${id}`, {}, reader.key);
    assert.equal(
      (await service.ask('/api/v1/panel/update', { id, name: 'by the writer' }, writer.key)).name,
      'by the writer',
    );
    await service.ask('/api/v1/panel/update', { id, sharing: [] }, owner.key);
    assert.deepEqual([await sees(reader, id), await sees(writer, id)], [false, false]);
  });

  test('groups with which it is shared see it, whether or not their id is in capitals', async () => {
    const [owner, reader, writer] = [await service.person(), await service.person(), await service.person()];
    const group_sharing = [
      { group_id: (await service.group([reader])).toUpperCase(), write: false },
      { group_id: await service.group([writer]), write: true },
    ];
    const { id } = await create(owner, { group_sharing });
    assert.deepEqual([await sees(reader, id), await sees(writer, id)], [true, true]);
    await service.refuse(403, 'permission denied', '/api/v1/panel/update', { id, name: 'x' }, reader.key);
    await service.ask('/api/v1/panel/update', { id, name: 'x' }, writer.key);
  });

  test('members of the owning group own it', async () => {
    const [creator, member] = [await service.person(), await service.person()];
    const group_id = await service.group([creator, member]);
    const { id } = await create(creator, { group_id });
    assert.equal(await sees(member, id), true);
    assert.equal(await service.ask(`/api/v1/panel/delete?entity_id=${id}`, {}, member.key), id);
    assert.equal(await sees(creator, id), false);
  });

  test('nobody can give it to a group or an organization that they are not a member of', async () => {
    const [person, reader] = [await service.person(), await service.person()];
    const group_id = await service.group();
    const organization_id = await service.organization([{ person: reader, write: false }]);
    await service.refuse(403, 'permission denied', '/api/v1/panel/create', { name: 'x', group_id }, person.key);
    const inOrganization = { name: 'x', organization_id };
    const notMember = 'User is not a member of the organization';
    const noWrite = 'User does not have write permissions in the organization';
    await service.refuse(403, notMember, '/api/v1/panel/create', inOrganization, person.key);
    await service.refuse(403, noWrite, '/api/v1/panel/create', inOrganization, reader.key);
    const { id } = await create(person);
    await service.refuse(403, 'permission denied', '/api/v1/panel/update', { id, group_id }, person.key);
    await service.refuse(403, notMember, '/api/v1/panel/update', { id, organization_id }, person.key);
    const writer = await service.person();
    const own = await service.organization([{ person: writer, write: true }]);
    assert.equal((await create(writer, { organization_id: own })).organization_id, own);
  });

  test('only administrators create panels for others', async () => {
    const [person, other] = [await service.person(), await service.person()];
    const { id } = await service.ask<Panel>('/api/v1/panel/create', { name: 'given', user_id: person.id });
    assert.equal(await sees(person, id), true);
    const forPerson = { name: 'x', user_id: person.id };
    await service.refuse(403, 'permission denied', '/api/v1/panel/create', forPerson, other.key);
    await service.refuse(404, 'entity not found', '/api/v1/panel/create', { name: 'x', user_id: randomUUID() });
  });

  test('a user who has panels can not be deleted', async () => {
    const person = await service.person();
    const { id } = await create(person);
    const deletion = `/api/v1/user/delete?entity_id=${person.id}`;
    await service.refuse(422, 'it can not be deleted while it has panels', deletion);
    assert.equal(await service.ask(`/api/v1/panel/delete?entity_id=${id.toUpperCase()}`, {}, person.key), id);
    await service.ask(deletion);
  });
});
