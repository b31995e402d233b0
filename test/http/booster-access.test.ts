/** Who may use the files of a panel, at every endpoint of its storage. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Scope } from '../../src/http/endpoint.ts';
import { ADMIN_KEY, type Person, type Reply, testService } from '../support/service.ts';
import { changePanel, makePanel, type PanelUser, refused, STORAGE, type StoredFile } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);
const file = await panel.upload({ path: 'docs/here.txt' });
const other = await makePanel(service, owner);

const READ = 'service.booster.storage';
const WRITE = 'service.booster.storage.write';

interface Door {
  path: string;
  scope: Scope;
  /** That succeeds as long as `file` is what the panel holds. */
  body: () => Record<string, unknown>;
}

const b64 = (path: string) => ({ path, data: 'eA==' });
const direct = (path: string) => ({ path, content_type: 'text/plain', size: 1 });
const doors: Door[] = [
  { path: 'list', scope: READ, body: () => ({ folder: 'docs' }) },
  { path: 'count', scope: READ, body: () => ({}) },
  { path: 'get', scope: READ, body: () => ({ id: file.id }) },
  { path: 'url', scope: READ, body: () => ({ ids: [file.id] }) },
  { path: 'usage', scope: READ, body: () => ({}) },
  { path: 'upload-b64', scope: WRITE, body: () => b64(`docs/${randomUUID()}`) },
  { path: 'upload/init', scope: WRITE, body: () => direct(`docs/${randomUUID()}`) },
  { path: 'update', scope: WRITE, body: () => ({ id: file.id, metadata: { at: Date.now() } }) },
];
/** Those that would change what the others need. */
const consuming: Door[] = [
  { path: 'upload/complete', scope: WRITE, body: () => ({ upload_id: randomUUID() }) },
  { path: 'delete', scope: WRITE, body: () => ({ id: file.id }) },
  { path: 'delete-many', scope: WRITE, body: () => ({ ids: [file.id] }) },
];
const all = [...doors, ...consuming];

/** Every way to knock: the endpoints that take JSON, and the form. */
async function everywhere(user: PanelUser, holds: (reply: Reply, path: string) => void): Promise<void> {
  for (const { path, body } of all) holds(await user.call(path, body()), path);
  holds(await user.send({ path: 'docs/form.txt' }), 'upload');
}

suite('keys', () => {
  test('none, or an empty one', async () => {
    await everywhere(panel.as({ key: null }), reply => refused(reply, 401, 'API key not provided'));
    await everywhere(panel.as({ key: '' }), reply => refused(reply, 401, 'API key not provided'));
  });

  test('an unknown one, a disabled one, one of a disabled user, a megabyte of one', async () => {
    const gone = await service.person();
    const { id: keyId, key } = await service.ask<{ id: string; key: string }>('/api/v1/key/create', {
      user_id: owner.id,
      name: 'disabled',
      scopes: ['*'],
    });
    await service.ask('/api/v1/key/update', { id: keyId, enabled: false });
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    for (const invalid of ['of nobody', key, gone.key, 'x'.repeat(8000)]) {
      await everywhere(panel.as({ key: invalid }), reply => refused(reply, 401, 'API key is invalid'));
    }
  });

  test('scopes do not include one another', async () => {
    const keys = {
      [READ]: await service.key(owner.id, [READ]),
      [WRITE]: await service.key(owner.id, [WRITE]),
    };
    const unrelated = await service.key(owner.id, ['service.workflow', 'service.booster.database.write']);
    for (const { path, scope, body } of all) {
      const lacking = scope === READ ? keys[WRITE] : keys[READ];
      for (const key of [lacking, unrelated]) {
        refused(await panel.as({ key }).call(path, body()), 401, 'API key is invalid');
      }
    }
    await panel.as({ key: keys[READ] }).refuseUpload(401, 'API key is invalid', { path: 'docs/form.txt' });
    for (const { path, scope, body } of doors) {
      const enough = scope === READ ? keys[READ] : keys[WRITE];
      const reply = await panel.as({ key: enough }).call(path, body());
      assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`);
    }
    await panel.as({ key: keys[WRITE] }).upload({ path: 'docs/scoped.txt' });
  });
});

suite('the header panel-id', () => {
  const wrong = ['', 'x', `${panel.id}x`, `urn:uuid:${panel.id}`, `${panel.id}, ${panel.id}`, `{${panel.id}}`, '%00'];
  for (const id of [undefined, ...wrong]) {
    test(`${id === undefined ? 'missing' : `'${id.slice(0, 15)}'`}: 422`, async () => {
      const headers = { 'uni-api-key': owner.key, ...(id !== undefined && { 'panel-id': id }) };
      const json = { ...headers, 'content-type': 'application/json' };
      for (const { path, body } of all) {
        const reply = await service.send(`${STORAGE}/${path}`, { headers: json, body: JSON.stringify(body()) });
        refused(reply, 422, 'validation error');
      }
      const form = new FormData();
      form.append('path', 'docs/form.txt');
      form.append('file', new Blob(['x']), 'a.txt');
      refused(await service.send(`${STORAGE}/upload`, { headers, body: form }), 422, 'validation error');
    });
  }

  test('of no panel: 404', async () => {
    const nowhere = await makePanel(service, owner);
    await service.ask(`/api/v1/panel/delete?entity_id=${nowhere.id}`, {}, owner.key);
    await everywhere(nowhere, reply => refused(reply, 404, 'panel not found'));
  });

  test('of a disabled panel: 404, also for its owner, until it is enabled again', async () => {
    const disabled = await makePanel(service, owner);
    const kept = await disabled.upload({ path: 'docs/kept.txt' });
    await changePanel(disabled, { enabled: false });
    await everywhere(disabled, reply => refused(reply, 404, 'panel not found'));
    await everywhere(disabled.as(await service.person()), reply => refused(reply, 404, 'panel not found'));
    await changePanel(disabled, { enabled: true });
    assert.equal((await disabled.ask('get', { id: kept.id })).path, 'docs/kept.txt');
  });

  test('in capitals: the same panel', async () => {
    const capitals = {
      'uni-api-key': owner.key,
      'panel-id': panel.id.toUpperCase(),
      'content-type': 'application/json',
    };
    const reply = await service.send(`${STORAGE}/get`, { headers: capitals, body: JSON.stringify({ id: file.id }) });
    assert.equal(reply.status, 200);
  });
});

suite('whose panel', () => {
  /** Uses each door once, by the file of this panel. */
  async function uses(user: PanelUser): Promise<void> {
    const { id } = await user.upload({ path: `mine/${randomUUID()}` });
    const { files } = await user.ask<{ files: StoredFile[] }>('list', { folder: 'mine' });
    assert.ok(files.some(listed => listed.id === id));
    await user.ask('get', { id });
    await user.ask('update', { id, metadata: { used: true } });
    await user.ask('url', { ids: [id] });
    await user.ask('delete', { id });
  }

  const deniedTo = (user: PanelUser) => everywhere(user, reply => refused(reply, 403, 'permission denied'));

  test('strangers, and administrators among them, are refused', async () => {
    await deniedTo(panel.as(await service.person()));
    await deniedTo(panel.as(await service.person({ admin: true })));
    await deniedTo(panel.as({ key: ADMIN_KEY }));
  });

  test('an administrator uses their own', async () => {
    await uses(await makePanel(service, await service.person({ admin: true })));
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

  test('members of the owning group, and its creator after they left it', async () => {
    const [creator, member] = [await service.person(), await service.person()];
    const group_id = await service.group([creator, member]);
    const owned = await makePanel(service, creator, {}, { group_id });
    await uses(owned.as(member));
    await service.ask('/api/v1/group/member/remove', { group_id, user_id: creator.id });
    await uses(owned);
    await service.ask('/api/v1/group/member/remove', { group_id, user_id: member.id });
    await deniedTo(owned.as(member));
  });

  test('members of the organization are strangers', async () => {
    const [creator, member] = [await service.person(), await service.person()];
    const members = [creator, member].map((person: Person) => ({ person, write: true }));
    const organization_id = await service.organization(members);
    const inside = await makePanel(service, creator, {}, { organization_id });
    await uses(inside);
    await deniedTo(inside.as(member));
  });

  test('an address that only contains the one it is shared with is a stranger’s', async () => {
    const near = await service.person({ email: 'someone%@example.org' });
    const sharing = [{ user_email: 'someone@example.org', write: true }];
    await deniedTo((await makePanel(service, owner, {}, { sharing })).as(near));
  });
});

suite('another panel’s file', () => {
  const byId: [path: string, body: object][] = [
    ['get', { id: file.id }],
    ['url', { ids: [file.id] }],
    ['update', { id: file.id, metadata: {} }],
    ['update', { id: file.id, path: 'docs/stolen.txt' }],
    ['delete', { id: file.id }],
    ['delete-many', { ids: [file.id] }],
    ['get', { path: 'docs/here.txt' }],
  ];
  for (const [path, body] of byId) {
    test(`${path} ${Object.keys(body)}: 404`, () => other.refuse(404, 'file not found', path, body));
  }

  test('is neither listed nor counted nor in the way, and stays as it was', async () => {
    assert.deepEqual(await other.ask('list', { folder: 'docs', recursive: true }), { files: [], folders: [] });
    assert.deepEqual(await other.ask('list'), { files: [], folders: [] });
    assert.equal(await other.ask('count'), 0);
    await other.upload({ path: 'docs/here.txt' }, { content: 'another' });
    assert.equal((await panel.ask('get', { path: 'docs/here.txt' })).sha256, file.sha256);
  });
});

suite('file storage that is switched off', () => {
  test('works for the API all the same', async () => {
    const off = await makePanel(service, owner, {}, { file_storage: { enabled: false } });
    const { id, url } = await off.upload({ path: 'docs/a.txt' }, { content: 'still' });
    assert.equal((await off.ask('get', { id })).id, id);
    assert.equal(await (await fetch(url ?? '')).text(), 'still');
    assert.equal(await off.ask('count'), 1);
    await off.ask('update', { id, path: 'docs/b.txt' });
    assert.deepEqual(await off.ask('delete', { id }), { accepted: true });
  });
});

suite('bodies that do not fit', () => {
  const bodies: [path: string, body: unknown][] = [
    ['get', {}],
    ['get', { id: file.id, path: file.path }],
    ['get', { id: 'x' }],
    ['get', { id: [file.id] }],
    ['get', { path: 7 }],
    ['get', { path: 'docs/\0' }],
    ['url', {}],
    ['url', { ids: [] }],
    ['url', { ids: file.id }],
    ['url', { ids: [null] }],
    ['url', { ids: Array(101).fill(file.id) }],
    ['delete', {}],
    ['delete', { id: `${file.id}0` }],
    ['delete-many', { ids: [] }],
    ['delete-many', { ids: Array(101).fill(file.id) }],
    ['delete-many', { ids: [file.id, 'x'] }],
    ['update', { path: 'docs/x.txt' }],
    ['update', { id: file.id, path: ['docs/x.txt'] }],
    ['update', { id: file.id, record: { collection: 'things' } }],
    ['update', { id: file.id, record: { collection: 'things', key: 'x' } }],
    ['update', { id: file.id, unlink_record: 'yes' }],
    ['update', { id: file.id, record: { collection: 'a', key: file.id }, unlink_record: true }],
    ['list', { recursive: 'true' }],
    ['list', { links: 0 }],
    ['list', { params: [] }],
    ['list', []],
    ['list', 'docs'],
  ];
  for (const [path, body] of bodies) {
    test(`${path} ${JSON.stringify(body).slice(0, 60)}`, () => panel.refuse(422, 'validation error', path, body));
  }

  test('no JSON at all', async () => {
    for (const { path } of all) {
      for (const body of ['{', 'null', '\xff', '"\\ud800"', '[[', '{"ids":["\\u0000"]}']) {
        const headers = { ...panel.headers, 'content-type': 'application/json' };
        const sent = Buffer.from(body, 'latin1');
        refused(await service.send(`${STORAGE}/${path}`, { headers, body: sent }), 422, 'validation error');
      }
    }
    assert.equal((await panel.ask('get', { id: file.id })).path, 'docs/here.txt', 'and nothing was deleted by it');
  });
});
