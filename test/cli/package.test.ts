/** The npm package of the server works in a folder of its own: without sources, and with nothing but what it depends on. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { packServer } from '../../packaging/pack.ts';
import { chain, node } from '../support/definitions.ts';
import { call, FIRST_KEY, newInstallationOnDatabase, ROOT, temporaryFolder } from '../support/process.ts';

const ENVIRONMENT = {
  HEDDLE_ADMIN_KEY: FIRST_KEY,
  HEDDLE_LOG_LEVEL: 'info',
  // Nobody starts this copy a second time.
  NODE_DISABLE_COMPILE_CACHE: '1',
};
const execute = promisify(execFile);

/** Its steps use threads, WebAssembly, fonts and native code. */
const DEFINITION = chain(
  node('code', 'code', { code: 'export default ({ a }) => ({ sum: a + 2 });', input: { a: 1 } }),
  node('pdf', 'tool.call', { tool: 'text_to_pdf', params: { text: 'Hello {{ input.name }}', page_numbers: false } }),
  node('text', 'file.to_text', { files: '{{ steps.pdf.output.file }}' }),
  node('chart', 'tool.call', {
    tool: 'chart_to_png',
    params: { type: 'bar', labels: ['a'], series: [{ values: [1] }] },
  }),
  node('done', 'output', {
    value: {
      sum: '{{ steps.code.output.sum }}',
      text: '{{ steps.text.output.text | trim }}',
      image: '{{ steps.chart.output.file.content_type }}',
    },
  }),
);

suite('the npm package', () => {
  test('serves the API, the console and the documentation, runs workflows in threads, and stops', async t => {
    const folder = await temporaryFolder(t);
    // The set-up of the tests has bundled the server.
    const bundle = (output: string) => cp(path.join(ROOT, 'dist'), output, { recursive: true });
    const tarball = await packServer(path.join(folder, 'assembled'), bundle);
    const program = [await install(tarball, path.join(folder, 'node_modules'))];
    const { heddle } = await newInstallationOnDatabase(t);
    const service = heddle.start(['serve'], { program, environment: ENVIRONMENT });
    const url = await service.ready();

    assert.deepEqual(await (await fetch(`${url}/health`)).json(), { status: 'ok' });
    assert.match(await (await fetch(`${url}/workflows`)).text(), /<div id="root">/);
    const created = await call(url, '/api/v3/workflow/create', { name: 'threads', definition: DEFINITION });
    const run = await call(url, '/api/v3/workflow/run', {
      workflow_id: Object(created.body).id,
      input: { name: 'Ada' },
    });
    const { error, output_json } = Object(run.body);
    const expected = { sum: 3, text: 'Hello Ada', image: 'image/png' };
    assert.deepEqual({ error, output: JSON.parse(output_json || 'null') }, { error: '', output: expected });
    const docs = await (await fetch(`${url}/docs`)).text();
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(docs)?.[1];
    assert.equal((await fetch(new URL(style ?? '/no-style', url))).status, 200, docs);

    const { code, stdout } = await service.end('SIGTERM');
    assert.equal(code, 0);
    assert.match(stdout, /"stopped"/);
  });
});

/** Unpacks the tarball as npm does, and links the packages that it names. Returns the program. */
async function install(tarball: string, modules: string): Promise<string> {
  const target = path.join(modules, 'heddle');
  await mkdir(target, { recursive: true });
  await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  const { packages } = JSON.parse(await readFile(path.join(target, 'npm-shrinkwrap.json'), 'utf8'));
  for (const name of Object.keys(packages)) {
    const [, dependency, nested] = name.split(/(?:^|\/)node_modules\//);
    if (dependency === undefined || nested !== undefined) continue;
    await mkdir(path.dirname(path.join(modules, dependency)), { recursive: true });
    await symlink(path.join(ROOT, name), path.join(modules, dependency));
  }
  await mkdir(path.join(modules, '.bin'));
  await symlink(path.join(ROOT, 'node_modules', '.bin', 'node'), path.join(modules, '.bin', 'node'));
  await symlink('../heddle/bin/heddle', path.join(modules, '.bin', 'heddle'));
  return path.join(modules, '.bin', 'heddle');
}
