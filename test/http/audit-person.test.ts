/** Who did it: what people store names them, and `/api/v1/audit/person` exports all of one person. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { TRACES } from '../../src/audit/endpoints.ts';
import type { FilePage, PanelFile } from '../../src/booster/storage/browsing-schemas.ts';
import { PERSON_LIST_NAMES } from '../../src/installation/person-lists.ts';
import { chain, node } from '../support/definitions.ts';
import { type Person, testService } from '../support/service.ts';
import { asking, findApprovalId, waitingRun } from './approval-workflows.ts';
import { makePanel, type PanelUser, RECORDS, type StoredFile } from './booster-panels.ts';
import { createFileForm, upload } from './file-uploads.ts';

const service = await testService();
const EXPORT = '/api/v1/audit/person';

interface Exported {
  entries: { list: string; id: string; at: number; details: Record<string, unknown> }[];
  next: string | null;
}

/** Reads all pages of an export. */
async function exportPerson({ id: user_id }: Pick<Person, 'id'>, given: object = {}): Promise<Exported['entries']> {
  const entries: Exported['entries'] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: Exported = await service.ask(EXPORT, { user_id, ...given, ...(after && { after }) });
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

const store = (panel: PanelUser, path: string, more: object = {}) =>
  panel.ask<StoredFile>('upload-b64', { path, data: 'aGVsbG8=', ...more });

async function sharedPanel(): Promise<{ ann: Person; ben: Person; panel: PanelUser }> {
  const [ann, ben] = [await service.person({ name: 'Ann' }), await service.person({ name: 'Ben' })];
  const sharing = [{ user_email: ben.email, write: false }];
  return { ann, ben, panel: await makePanel(service, ann, {}, { sharing }) };
}

suite('a file of a panel', () => {
  const readFile = (panel: PanelUser, { id }: StoredFile) =>
    service.ask<PanelFile>('/api/v1/panel/file', { panel_id: panel.id, id }, panel.key ?? '');

  test('names who uploaded it, also in lists, and who replaced its content', async () => {
    const { ann, ben, panel } = await sharedPanel();
    const file = await store(panel.as(ben), 'docs/a.txt');
    assert.equal(file.owner, null, 'as the specification says of uploads through the API');
    assert.deepEqual((await readFile(panel, file)).uploaded_by, { id: ben.id, name: 'Ben', email: ben.email });
    await panel.ask('update', { id: file.id, path: 'docs/b.txt' });
    assert.equal((await readFile(panel, file)).uploaded_by?.id, ben.id, 'moving stores no content');
    await store(panel, 'docs/b.txt', { overwrite: true });
    const list = { panel_id: panel.id, directory: 'docs' };
    const { files } = await service.ask<FilePage>('/api/v1/panel/files', list, ann.key);
    assert.deepEqual(
      files.map(({ name, uploaded_by }) => [name, uploaded_by?.name]),
      [['b.txt', 'Ann']],
    );
  });

  test('that a step of a run stored names the user of the run', async () => {
    const { ann, panel } = await sharedPanel();
    const params = { panel_id: panel.id, path: 'docs/a.txt', text: 'hello' };
    const definition = chain(node('save', 'tool.call', { tool: 'booster_file_save', params }));
    const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'x', definition }, ann.key);
    await service.ask('/api/v3/workflow/run', { workflow_id: id }, ann.key);
    const file = await panel.ask<StoredFile>('get', { path: 'docs/a.txt' });
    assert.equal((await readFile(panel, file)).uploaded_by?.id, ann.id);
  });

  test('is refused like the file itself, and names nobody when its user is gone', async () => {
    const { ben, panel } = await sharedPanel();
    const file = await store(panel.as(ben), 'docs/a.txt');
    await service.ask(`/api/v1/user/delete?entity_id=${ben.id}`);
    assert.equal((await readFile(panel, file)).uploaded_by, null);
    const stranger = await service.person();
    const body = { panel_id: panel.id, id: file.id };
    await service.refuse(404, 'panel not found', '/api/v1/panel/file', body, stranger.key);
    await service.refuse(404, 'file not found', '/api/v1/panel/file', { ...body, id: randomUUID() }, panel.key);
  });
});

suite('the export of a person', () => {
  test('has what they did and made, of all kinds, and nothing of others', async () => {
    const { ann, ben, panel } = await sharedPanel();
    await store(panel, 'docs/of-ann.txt');
    const file = await store(panel.as(ben), 'docs/of-ben.txt');
    const create = (user: PanelUser) =>
      user.ask<{ key: string }>('create', { collection: 'people', data: { name: 'Ada' } }, RECORDS);
    const [own, others] = [await create(panel.as(ben)), await create(panel)];
    await panel.as(ben).ask('update', { key: others.key, data: { name: 'Eve' } }, RECORDS);
    const run = await waitingRun(service, asking({ assignees: [ben.id] }), ann);
    const decision = { approval_id: findApprovalId(run), decision: 'approve', comment: 'Fine.' };
    await service.ask('/api/v3/workflow/approval/decide', decision, ben.key);
    const uploaded = await upload(service, ben, createFileForm('hello', 'own.txt'));
    const { id: workflow_id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Mine' }, ben.key);
    const { id: runId } = await service.ask<{ id: string }>('/api/v3/workflow/run', { workflow_id }, ben.key);

    const entries = await exportPerson(ben);
    const listed = (name: string) => entries.filter(({ list }) => list === name);
    assert.deepEqual(
      listed('audit').map(({ details }) => details.action),
      ['approval.approve', 'workflow.create'],
    );
    const facts = (name: string) => listed(name).map(({ id, details }) => ({ id, ...details }));
    assert.partialDeepStrictEqual(facts('decisions'), [{ status: 'approved', comment: 'Fine.', run_id: run.id }]);
    assert.partialDeepStrictEqual(facts('runs'), [{ id: runId, workflow_id, status: 'success' }]);
    assert.partialDeepStrictEqual(facts('workflows'), [{ id: workflow_id, name: 'Mine' }]);
    assert.partialDeepStrictEqual(facts('panel_files'), [{ id: file.id, path: 'docs/of-ben.txt', panel_id: panel.id }]);
    assert.partialDeepStrictEqual(facts('files'), [{ id: uploaded.id, filename: 'own.txt' }]);
    assert.partialDeepStrictEqual(facts('records'), [
      { id: own.key, collection: 'people', created: true, changed: true },
      { id: others.key, collection: 'people', created: false, changed: true },
    ]);
    assert.equal(listed('panel_files').length + listed('runs').length + listed('files').length, 3);
    assert.ok(!JSON.stringify(entries).includes('secret='), 'no link is in it');
  });

  test('is read page by page without repeating or leaving out anything', async () => {
    const ann = await service.person();
    for (const name of ['a', 'b', 'c']) {
      const { id: workflow_id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name }, ann.key);
      await service.ask('/api/v3/workflow/run', { workflow_id }, ann.key);
    }
    const whole = await exportPerson(ann);
    assert.deepEqual(
      whole.map(({ list }) => list),
      ['audit', 'runs', 'workflows', 'assistants'].flatMap(list => [list, list, list]),
    );
    for (const limit of [1, 3, 5]) assert.deepEqual(await exportPerson(ann, { limit }), whole);
    const runs = await exportPerson(ann, { lists: ['runs'], limit: 2 });
    assert.deepEqual(
      runs,
      whole.filter(({ list }) => list === 'runs'),
    );
  });

  test('is there of a user who was deleted, and not of nobody', async () => {
    const ann = await service.person();
    await service.ask('/api/v1/profile/update', { name: 'Anna' }, ann.key);
    await service.ask(`/api/v1/user/delete?entity_id=${ann.id}`);
    assert.deepEqual(
      (await exportPerson(ann)).map(({ details }) => details.action),
      ['user.update'],
    );
    await service.refuse(404, 'entity not found', EXPORT, { user_id: randomUUID() });
    for (const after of ['x', `nothing/2026-01-01 00:00:00.000000+00/${randomUUID()}`]) {
      const detail = 'validation error: after: must be the next of an earlier page';
      await service.refuse(422, detail, EXPORT, { user_id: ann.id, after });
    }
  });

  test('has every list that replaces entries of the audit log', () => {
    const lists = Object.values(TRACES).flatMap(trace => ('list' in trace ? [trace.list] : []));
    assert.deepEqual(
      [...new Set(lists)].filter(list => !(PERSON_LIST_NAMES as string[]).includes(list)),
      [],
    );
  });
});
