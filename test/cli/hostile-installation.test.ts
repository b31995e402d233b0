/** An installation full of hostile texts: as files, in a backup, and restored. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { chain, node } from '../support/definitions.ts';
import { hostileText, MEGABYTE, toCleaned, UNSTORABLE } from '../support/hostile-texts.ts';
import { call, commandHost, inReverse, newInstallationOnDatabase, temporaryFolder } from '../support/process.ts';
import { serviceOf } from '../support/service.ts';

const TEXT = hostileText(1);
const UNSTORED = Object.values(UNSTORABLE).join(' ');

/** What the installation shows of itself. */
const SHOWN: readonly [endpoint: string, body?: object][] = [
  ['/api/v3/workflow/find'],
  ['/api/v3/workflow/runs/find'],
  ['/api/v3/workflow/approval/find'],
  ['/api/v3/assistant/find'],
  ['/api/v1/user/find', { filters: [['email', '==', 'hostile@example.org']] }],
  ['/api/v1/group/find'],
  ['/api/v1/organization/find'],
  ['/api/v1/notification/find'],
  ['/api/v1/variable/find'],
  ['/api/v1/credential/find'],
  ['/api/v1/panel/find'],
  ['/api/v1/view/find', { page: 'runs' }],
  // What is pulled and shown afterwards leaves entries of its own.
  ['/api/v1/audit/find', { filters: [['action', 'not_in', ['session.create', 'workflow.export', 'record.export']]] }],
];

/** Makes one entity of each kind with the text. Returns the workflow and the panel. */
async function fill(url: string): Promise<{ workflow_id: string; panel_id: string }> {
  const ask = async (endpoint: string, body: object) => {
    const reply = await call(url, endpoint, body);
    assert.equal(reply.status, 200, `${endpoint}: ${JSON.stringify(reply.body)}`);
    return Object(reply.body);
  };
  const [{ email }] = await ask('/api/v1/user/find', {});
  const code = `export default () => (${JSON.stringify(`${TEXT} ${UNSTORED}`)});`;
  const made = '{{ steps.make.output }}';
  const steps = [
    { ...node('make', 'code', { code }), name: TEXT },
    node('ask', 'human.approval', {
      title: made,
      message: made,
      assignees: [email],
      form_schema: { type: 'object', properties: { note: { type: 'string', title: TEXT } } },
      form_values: { note: made },
    }),
  ];
  const definition = { ...chain(...steps), editor: { [TEXT]: TEXT } };
  const { id: workflow_id } = await ask('/api/v3/workflow/create', { name: TEXT, description: TEXT, definition });
  const run = await ask('/api/v3/workflow/run', { workflow_id, input: { [TEXT]: TEXT } });
  assert.equal(run.status, 'waiting', run.error);
  await ask('/api/v3/assistant/create', { name: TEXT, instructions: TEXT });
  await ask('/api/v1/user/create', { email: 'hostile@example.org', name: TEXT });
  await ask('/api/v1/group/create', { name: TEXT });
  await ask('/api/v1/organization/create', { name: TEXT });
  await ask('/api/v1/variable/create', { name: 'colour', type: 'text', value: TEXT, description: TEXT });
  await ask('/api/v1/credential/create', {
    name: TEXT,
    description: TEXT,
    kind: 'bearer',
    hosts: ['api.example.org'],
    fields: { token: 'tok-0123456789' },
  });
  await ask('/api/v1/view/create', { name: TEXT, page: 'runs', search: TEXT });
  const { id: panel_id } = await ask('/api/v1/panel/create', { name: TEXT });
  const rows = [{ data: { [TEXT]: TEXT, long: MEGABYTE.slice(0, 400_000) } }];
  await ask('/api/v1/record/import', { panel_id, collection: 'things', rows });
  return { workflow_id, panel_id };
}

async function show(url: string, panel_id: string): Promise<Map<string, unknown>> {
  const all: typeof SHOWN = [...SHOWN, ['/api/v1/record/export', { panel_id, collection: 'things' }]];
  const shown = new Map<string, unknown>();
  for (const [endpoint, body] of all) {
    const reply = await call(url, endpoint, body);
    assert.equal(reply.status, 200, `${endpoint}: ${JSON.stringify(reply.body)}`);
    assert.ok(JSON.stringify(reply.body).includes('__proto__'), `${endpoint} does not show the text`);
    shown.set(endpoint, reply.body);
  }
  return shown;
}

test('an installation full of hostile texts is exported, pulled and pushed, backed up and restored as it was', async t => {
  const hooks = inReverse(t);
  const folder = await temporaryFolder(hooks);
  const [{ heddle: first }, elsewhere] = await Promise.all([
    newInstallationOnDatabase(hooks, { host: commandHost }),
    newInstallationOnDatabase(hooks, { host: commandHost }),
  ]);
  const { heddle: second } = elsewhere;
  const { process: serving, url } = await first.serve();
  const { workflow_id, panel_id } = await fill(url);

  const exported = await call(url, '/api/v3/workflow/export', { workflow_id });
  const imported = await call(url, '/api/v3/workflow/import', { data: exported.body });
  assert.equal(imported.status, 200, JSON.stringify(imported.body));
  const before = await show(url, panel_id);
  assert.ok(
    JSON.stringify(before.get('/api/v3/workflow/approval/find')).includes(
      JSON.stringify(toCleaned(UNSTORED)).slice(1, -1),
    ),
  );

  const files = ['--folder', path.join(folder, 'files')];
  await first.ask(['pull', ...files]);
  assert.deepEqual(Object(await first.ask(['diff', ...files])).changes, []);
  assert.deepEqual(Object(await first.ask(['push', '--yes', ...files])).changes, []);

  const backup = path.join(folder, 'backup');
  const made = await first.run(['backup', backup, '--json']);
  assert.equal(made.code, 0, made.stderr);
  const verified = await first.run(['restore', backup, '--verify']);
  assert.equal(verified.code, 0, verified.stderr);
  await serving.end('SIGTERM');

  await mkdir(second.dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(second.dataFolder, 'keys'), await readFile(path.join(first.dataFolder, 'keys')), {
    mode: 0o600,
  });
  assert.equal(Object(await second.ask(['restore', backup])).rows, JSON.parse(made.stdout).rows);
  const { url: restored } = await serviceOf(elsewhere, hooks);
  const after = await show(restored, panel_id);
  for (const [endpoint, shown] of before) assert.deepEqual(after.get(endpoint), shown, endpoint);
});
