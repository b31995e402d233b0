/** The client as it is published: built, packed, and used by somebody who has nothing else of Heddle. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { buildClient } from '../packages/client/build.ts';
import { ROOT } from './support/process.ts';

const run = promisify(execFile);
/** The one that most users of the client have, which is not the one that builds it. */
const compiler = path.join(ROOT, 'packages/client/node_modules/typescript/bin/tsc');
const folder = await mkdtemp(path.join(tmpdir(), 'heddle-client-'));
after(() => rm(folder, { recursive: true }));
const installed = path.join(folder, 'node_modules', '@heddle', 'client');
await mkdir(path.dirname(installed), { recursive: true });
await buildClient(path.join(folder, 'built'));
await rename(path.join(folder, 'built'), installed);

/** The main calls, with types that must be inferred and one that must be refused. */
const PROGRAM = `
import { Heddle, NotFoundError, RateLimitError, runOutput, verifyWebhook, type Run, type Workflow } from '@heddle/client';

const heddle = new Heddle({ url: 'http://127.0.0.1:9', key: 'key' });
export async function main(): Promise<void> {
  const definition = {
    nodes: [{ id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: null }],
    edges: [],
  };
  const workflow: Workflow = await heddle.workflows.create({ name: 'Invoices', definition });
  const run: Run = await heddle.runs.start({ workflow_id: workflow.id, input: { total: 7, lines: [{ a: 1 }] } });
  const output = runOutput<{ total: number }>(run);
  const total: number | undefined = output?.total;
  for await (const event of heddle.runs.stream({ workflow_id: workflow.id })) {
    console.log(event.type, event.node_id);
    if (event.type !== 'step_end') continue;
    const status: 'success' | 'failed' | 'skipped' = event.status;
    console.log(status);
  }
  for await (const found of heddle.runs.each({ filters: [['status', '==', 'failed']] })) console.log(found.error, total);
  const approvals = await heddle.approvals.list({ status: 'pending' });
  console.log(approvals.items.map(({ title }) => title));
  const count: number = await heddle.call('/api/v3/workflow/count', { filters: [['active', '==', true]] });
  const read = await heddle.call('/api/v3/workflow/get', undefined, { query: { entity_id: workflow.id } });
  console.log(count, read.name);
  // @ts-expect-error there is no such path
  await heddle.call('/api/v3/workflow/nothing', {});
  const payload = await verifyWebhook<{ type: string }>({ headers: {}, body: '' }, { secret: 'whsec_x' });
  console.log(payload.type);
}
main().catch(error => {
  if (error instanceof NotFoundError || error instanceof RateLimitError) console.log(error.detail);
});
`;

suite('the published client', () => {
  test('contains only what its users need', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: installed });
    const packed = JSON.parse(stdout);
    const [manifest] = Array.isArray(packed) ? packed : Object.values(packed);
    const files = (manifest as { files: { path: string }[] }).files.map(file => file.path);
    for (const file of ['package.json', 'README.md', 'LICENSE', 'index.js', 'index.d.ts'])
      assert.ok(files.includes(file));
    assert.deepEqual(
      files.filter(file => !/^(package\.json|README\.md|LICENSE|.*\.js|.*\.d\.ts)$/.test(file) || /test/.test(file)),
      [],
    );
  });

  test('is imported by plain JavaScript, without flags', async () => {
    const program = `
      import { Heddle, ConnectionError } from '@heddle/client';
      const heddle = new Heddle({ url: 'http://127.0.0.1:9', retries: 0 });
      try { await heddle.workflows.count(); } catch (error) { console.log(error instanceof ConnectionError, error.path); }`;
    await writeFile(path.join(folder, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, [path.join(folder, 'program.mjs')], {
      env: { PATH: process.env.PATH },
    });
    assert.equal(stdout, 'true /api/v3/workflow/count\n');
  });

  test('has types with which a strict program compiles', async () => {
    await writeFile(path.join(folder, 'program.mts'), PROGRAM);
    const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'];
    // The declarations of the client are checked, but not those that come with the compiler.
    const lib = ['--lib', 'es2022,dom,dom.asynciterable', '--skipDefaultLibCheck'];
    const check = [...options, ...lib, '--noEmit', 'program.mts'];
    const { stdout } = await run(process.execPath, [compiler, ...check], { cwd: folder }).catch(error => error);
    assert.equal(stdout, '');
  });
});
