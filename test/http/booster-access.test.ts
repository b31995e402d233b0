/** Who may use the files of a panel, at every endpoint of its storage. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Scope } from '../../src/http/endpoint.ts';
import { type Reply, testService } from '../support/service.ts';
import { makePanel, type PanelUser, refused, STORAGE, type StoredFile } from './booster-panels.ts';
import { type StoredItem, testPanelAccess } from './panel-access.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);
const file = await panel.upload({ path: 'docs/here.txt' });
const other = await makePanel(service, owner);

const READ = 'service.booster.storage';
const WRITE = 'service.booster.storage.write';

interface TestedEndpoint {
  path: string;
  scope: Scope;
  /** Builds a body that succeeds as long as the panel has a file with this id. */
  body(id: string): Record<string, unknown>;
}

const b64 = (path: string) => ({ path, data: 'eA==' });
const direct = (path: string) => ({ path, content_type: 'text/plain', size: 1 });
const endpoints: TestedEndpoint[] = [
  { path: 'list', scope: READ, body: () => ({ folder: 'docs' }) },
  { path: 'count', scope: READ, body: () => ({}) },
  { path: 'get', scope: READ, body: id => ({ id }) },
  { path: 'url', scope: READ, body: id => ({ ids: [id] }) },
  { path: 'usage', scope: READ, body: () => ({}) },
  { path: 'upload-b64', scope: WRITE, body: () => b64(`docs/${randomUUID()}`) },
  { path: 'upload/init', scope: WRITE, body: () => direct(`docs/${randomUUID()}`) },
  { path: 'update', scope: WRITE, body: id => ({ id, metadata: { at: Date.now() } }) },
];
/** Endpoints that would change or delete what the others need. */
const destructiveEndpoints: TestedEndpoint[] = [
  { path: 'upload/complete', scope: WRITE, body: () => ({ upload_id: randomUUID() }) },
  { path: 'delete', scope: WRITE, body: id => ({ id }) },
  { path: 'delete-many', scope: WRITE, body: id => ({ ids: [id] }) },
];
const allEndpoints = [...endpoints, ...destructiveEndpoints];

testPanelAccess(owner, panel, { storeItem, callEverywhere, assertUsable });

async function storeItem(user: PanelUser): Promise<StoredItem> {
  const kept = await user.upload({ path: `docs/${randomUUID()}` });
  const withoutLinks = (each: StoredFile) => ({ ...each, url: null, download_url: null });
  return {
    id: kept.id,
    async assertUnchanged() {
      assert.deepEqual(withoutLinks(await user.ask('get', { id: kept.id })), withoutLinks(kept));
    },
  };
}

/** Calls every endpoint: those that accept JSON, and the one that accepts a form. */
async function callEverywhere(user: PanelUser, id: string, checkReply: (reply: Reply) => void): Promise<void> {
  for (const { path, body } of allEndpoints) checkReply(await user.call(path, body(id)));
  checkReply(await user.send({ path: 'docs/form.txt' }));
}

/** Uploads, lists, reads, changes, links and deletes a file. */
async function assertUsable(user: PanelUser): Promise<void> {
  const { id } = await user.upload({ path: `mine/${randomUUID()}` });
  const { files } = await user.ask<{ files: StoredFile[] }>('list', { folder: 'mine' });
  assert.ok(files.some(listed => listed.id === id));
  await user.ask('get', { id });
  await user.ask('update', { id, metadata: { used: true } });
  await user.ask('url', { ids: [id] });
  await user.ask('delete', { id });
}

test('scopes do not include one another', async () => {
  const keys = {
    [READ]: await service.key(owner.id, [READ]),
    [WRITE]: await service.key(owner.id, [WRITE]),
  };
  const unrelated = await service.key(owner.id, ['service.workflow', 'service.booster.database.write']);
  for (const { path, scope, body } of allEndpoints) {
    const lacking = scope === READ ? keys[WRITE] : keys[READ];
    for (const key of [lacking, unrelated]) {
      refused(await panel.as({ key }).call(path, body(file.id)), 401, 'API key is invalid');
    }
  }
  await panel.as({ key: keys[READ] }).refuseUpload(401, 'API key is invalid', { path: 'docs/form.txt' });
  for (const { path, scope, body } of endpoints) {
    const enough = scope === READ ? keys[READ] : keys[WRITE];
    const reply = await panel.as({ key: enough }).call(path, body(file.id));
    assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`);
  }
  await panel.as({ key: keys[WRITE] }).upload({ path: 'docs/scoped.txt' });
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
    test(`gets 404 for ${path} by ${Object.keys(body)}`, () => other.refuse(404, 'file not found', path, body));
  }

  test('is neither listed nor counted, blocks no path, and stays unchanged', async () => {
    assert.deepEqual(await other.ask('list', { folder: 'docs', recursive: true }), { files: [], folders: [] });
    assert.deepEqual(await other.ask('list'), { files: [], folders: [] });
    assert.equal(await other.ask('count'), 0);
    await other.upload({ path: 'docs/here.txt' }, { content: 'another' });
    assert.equal((await panel.ask('get', { path: 'docs/here.txt' })).sha256, file.sha256);
  });
});

suite('disabled file storage', () => {
  test('still works for the API', async () => {
    const off = await makePanel(service, owner, {}, { file_storage: { enabled: false } });
    const { id, url } = await off.upload({ path: 'docs/a.txt' }, { content: 'still' });
    assert.equal((await off.ask('get', { id })).id, id);
    assert.equal(await (await fetch(url ?? '')).text(), 'still');
    assert.equal(await off.ask('count'), 1);
    await off.ask('update', { id, path: 'docs/b.txt' });
    assert.deepEqual(await off.ask('delete', { id }), { accepted: true });
  });
});

suite('an invalid body is refused:', () => {
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

  test('malformed JSON and values that are not objects', async () => {
    for (const { path } of allEndpoints) {
      for (const body of ['{', 'null', '\xff', '"\\ud800"', '[[', '{"ids":["\\u0000"]}']) {
        const headers = { ...panel.headers, 'content-type': 'application/json' };
        const sent = Buffer.from(body, 'latin1');
        refused(await service.send(`${STORAGE}/${path}`, { headers, body: sent }), 422, 'validation error');
      }
    }
    assert.equal((await panel.ask('get', { id: file.id })).path, 'docs/here.txt', 'and nothing was deleted by it');
  });
});
