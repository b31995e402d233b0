/** Runs commands against a service elsewhere, as somebody with a key does. */
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { chain, edge, node } from '../support/definitions.ts';
import { assertRefused, commandHost, Installation, temporaryFolder } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';

const service = await testService();
const folder = await temporaryFolder({ after });
const ann = await service.person();
const environment = { HEDDLE_URL: service.url, HEDDLE_KEY: ann.key, HOME: folder };
const heddle = new Installation(path.join(folder, 'unused'), environment, commandHost);
const greeting = chain(node('result', 'output', { value: 'Hello {{ input.name }}!' }));
const failing = chain(node('broken', 'transform', { value: '{{ input.missing.field }}' }));

suite('commands for a service elsewhere', { concurrency: 3 }, () => {
  test('a login is checked, kept for its user alone, used, and forgotten', async () => {
    const environment = { HEDDLE_URL: '', HEDDLE_KEY: '' };
    const refused = await heddle.run(['login', service.url], { environment, input: 'wrong\n' });
    assertRefused(refused, /^heddle: http:\S+ does not accept the key/);
    const accepted = await heddle.run(['login', service.url], { environment, input: `${ann.key}\n` });
    assert.equal(accepted.code, 0, accepted.stderr);
    const file = path.join(folder, '.config', 'heddle', 'login.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.partialDeepStrictEqual(await heddle.ask(['whoami'], { environment }), {
      url: service.url,
      email: ann.email,
      from: 'login',
    });
    assert.deepEqual(await heddle.ask(['logout'], { environment }), { removed: true });
    await assert.rejects(stat(file), { code: 'ENOENT' });
  });

  test('workflows are imported, published, run by name, exported and deleted', async () => {
    const file = path.join(folder, 'hello.json');
    const document = { version: '1.0', workflow: { name: 'Say hello', description: '', definition: greeting } };
    await writeFile(file, JSON.stringify(document));
    const { workflow } = Object(await heddle.ask(['workflow', 'import', file]));
    assertRefused(
      await heddle.run(['workflow', 'run', 'Say hello']),
      "'Say hello' is not published: add --draft, or publish it first",
    );
    assert.partialDeepStrictEqual(await heddle.ask(['workflow', 'publish', 'Say hello']), { published_version: 1 });
    const [run, fed] = await Promise.all([
      heddle.run(['workflow', 'run', 'Say hello', '--input', 'name=Ada']),
      heddle.run(['workflow', 'run', 'Say hello', '--input', '-'], { input: '{"name": "Bob"}' }),
    ]);
    assert.deepEqual({ code: run.code, stdout: run.stdout }, { code: 0, stdout: '"Hello Ada!"\n' });
    assert.deepEqual({ code: fed.code, stdout: fed.stdout }, { code: 0, stdout: '"Hello Bob!"\n' });
    const exported = Object(await heddle.ask(['workflow', 'export', workflow.id]));
    assert.deepEqual(exported.workflow.definition, greeting);
    await heddle.ask(['workflow', 'import', file]);
    assertRefused(
      await heddle.run(['workflow', 'show', 'Say hello']),
      /^heddle: several workflows are named 'Say hello': use an id \(\S+, \S+\)\n$/,
    );
    assertRefused(await heddle.run(['workflow', 'delete', workflow.id]), 'nobody can be asked here: add --yes');
    assert.deepEqual(await heddle.ask(['workflow', 'delete', workflow.id, '--yes']), { id: workflow.id });
  });

  test('what is wrong is JSON for programs, with a code', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const [command, code, detail] of [
      [['workflow', 'show', missing], 'entity_not_found', 'entity not found'],
      [
        ['workflow', 'show', 'Say nothing'],
        'missing',
        "there is no workflow 'Say nothing': see 'heddle workflow list'",
      ],
      [['run', 'show'], 'usage', "RUN is missing: see 'heddle run show --help'"],
    ] as const) {
      const refused = await heddle.run([...command, '--json']);
      assert.deepEqual(JSON.parse(refused.stdout), { error: { code, detail } });
      assert.equal(refused.stderr, `heddle: ${detail}\n`);
    }
  });

  test('a run that fails makes the exit code 1, and is listed, shown and repeated', async () => {
    const workflowId = await createWorkflow(service, failing, ann.key);
    const run = await heddle.run(['workflow', 'run', workflowId, '--draft', '--json']);
    assert.equal(run.code, 1, run.stderr);
    const { id, status, error } = JSON.parse(run.stdout);
    assert.equal(status, 'failed');
    const [listed, shown, watched] = await Promise.all([
      heddle.ask(['run', 'list', '--workflow', workflowId, '--status', 'failed']),
      heddle.run(['run', 'show', id]),
      heddle.run(['run', 'watch', id]),
    ]);
    assert.partialDeepStrictEqual(listed, [{ id, status: 'failed', error }]);
    assert.match(shown.stdout, /^broken +transform +failed /m);
    assert.equal(watched.code, 1);
    assert.match(watched.stderr, /^✓ start .*\n✗ broken /m);
    assert.equal(watched.stdout, `The run ${id} failed: ${error}\n`);
    const again = Object(await heddle.ask(['run', 'again', id, '--version', 'draft', '--no-wait']));
    assert.notEqual(again.id, id);
  });

  test('approvals are listed and decided', async () => {
    const asked = chain(node('ask', 'human.approval', { title: 'Pay?', assignees: [ann.id] }));
    const asking = {
      nodes: [...asked.nodes, node('paid', 'output', { value: 'paid' })],
      edges: [...asked.edges, edge('ask', 'paid', 'approved')],
    };
    const workflowId = await createWorkflow(service, asking, ann.key);
    const run = Object(await heddle.ask(['workflow', 'run', workflowId, '--draft']));
    assert.equal(run.status, 'waiting');
    const { items } = Object(await heddle.ask(['approval', 'list']));
    assert.equal(items.length, 1);
    await heddle.refuse("the decision must be approve or reject, not 'yes'", [
      'approval',
      'decide',
      items[0].id,
      'yes',
    ]);
    const decided = await heddle.ask(['approval', 'decide', items[0].id, 'approve', '--comment', 'as agreed']);
    assert.partialDeepStrictEqual(decided, { status: 'approved', comment: 'as agreed' });
    const watched = await heddle.run(['run', 'watch', run.id]);
    assert.deepEqual({ code: watched.code, stdout: watched.stdout }, { code: 0, stdout: '"paid"\n' });
  });

  test('files are put and got', async () => {
    const [file, copy] = [path.join(folder, 'note.txt'), path.join(folder, 'copy.txt')];
    await writeFile(file, 'warp and weft');
    const [{ file_id }] = Object(await heddle.ask(['file', 'put', file]));
    await heddle.ask(['file', 'get', file_id, '--output', copy]);
    assert.equal(await readFile(copy, 'utf8'), 'warp and weft');
    assert.partialDeepStrictEqual(await heddle.ask(['file', 'get', '--entity-id', file_id]), { filename: 'note.txt' });
  });

  test('doctor checks what the key may see, and says what it did not check', async () => {
    const administrator = { environment: { HEDDLE_KEY: ADMIN_KEY } };
    const [forAnn, forAdministrator, shown] = await Promise.all([
      heddle.ask(['doctor']),
      heddle.ask(['doctor'], administrator),
      heddle.run(['doctor']),
    ]);
    const names = (answer: unknown) => Object(answer).checks.map((each: { check: string }) => each.check);
    assert.deepEqual(names(forAnn), ['service', 'ready', 'clock', 'key']);
    assert.partialDeepStrictEqual(names(forAdministrator), ['processes', 'jobs', 'database', 'storage', 'mail']);
    assert.match(shown.stdout, /Everything that was checked is in order\.\nWith the key of an administrator, /);
    const { pool } = service.service.system.background;
    await pool.query(`INSERT INTO jobs (id, kind, payload, state) VALUES (gen_random_uuid(), 'x', '{}', 'dead')`);
    const failing = await heddle.run(['doctor'], administrator);
    assert.equal(failing.code, 1);
    assert.match(failing.stdout, /✗ jobs +1 background jobs failed too often/);
  });

  test('what can not work is told in one line', async () => {
    const [unreachable, wrongKey, noKey, provisioned, missingRun, missingWorkflow, refused] = await Promise.all([
      heddle.run(['workflow', 'list'], { environment: { HEDDLE_URL: 'http://127.0.0.1:1' } }),
      heddle.run(['workflow', 'list'], { environment: { HEDDLE_KEY: 'nobody' } }),
      heddle.run(['workflow', 'list'], { environment: { HEDDLE_KEY: '' } }),
      heddle.run(['user', 'create', '--email', 'eve@example.org', '--name', 'Eve']),
      heddle.run(['run', 'show', '01980000-0000-7000-8000-000000000000']),
      heddle.run(['workflow', 'show', 'nobody wrote it']),
      heddle.run(['run', 'show', 'no id']),
    ]);
    assertRefused(unreachable, /^heddle: http:\/\/127\.0\.0\.1:1 can not be reached: .*\n$/, 'unreachable');
    assertRefused(wrongKey, /does not accept the key/, 'denied');
    assertRefused(noKey, "HEDDLE_URL is set, but HEDDLE_KEY is not: set it, or run 'heddle login'", 'denied');
    assertRefused(provisioned, /^heddle: .+\n$/, 'denied');
    assertRefused(missingRun, /^heddle: .+\n$/, 'missing');
    assertRefused(missingWorkflow, /^heddle: there is no workflow 'nobody wrote it'/, 'missing');
    assertRefused(refused, /^heddle: .+\n$/, 'refused');
  });
});
