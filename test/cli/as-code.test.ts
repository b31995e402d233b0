/** Keeps workflows and what belongs to them as files, against a real service. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { toYaml } from '../../src/commands/as-code/yaml.ts';
import { chain, node } from '../support/definitions.ts';
import { assertRefused, commandHost, Installation, ROOT, temporaryFolder } from '../support/process.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const folder = await temporaryFolder({ after });

interface Plan {
  changes: { action: string; kind: string; name: string; conflict: boolean }[];
}

async function newWorkplace(name: string) {
  const person = await service.person();
  const files = path.join(folder, name);
  const environment = { HEDDLE_URL: service.url, HEDDLE_KEY: person.key, HOME: folder };
  const heddle = new Installation(path.join(folder, 'unused'), environment, commandHost);
  const ask = async (...words: string[]) => heddle.ask([...words, '--folder', files]);
  return {
    person,
    files,
    pull: async (...words: string[]) => {
      const outcome = Object(await ask('pull', ...words)) as { files: { file: string; outcome: string }[] };
      return outcome.files.filter(each => each.outcome !== 'same');
    },
    push: async (...words: string[]) => (Object(await ask('push', '--yes', ...words)) as Plan).changes,
    diff: async () => (Object(await ask('diff')) as Plan).changes,
    run: (...words: string[]) => heddle.run([...words, '--folder', files]),
    write: async (file: string, document: unknown) => {
      await mkdir(path.dirname(path.join(files, file)), { recursive: true });
      await writeFile(path.join(files, file), typeof document === 'string' ? document : toYaml(document));
    },
    read: (file: string) => readFile(path.join(files, file), 'utf8'),
  };
}

suite('workflows as code', { concurrency: 2 }, () => {
  test('a push makes the examples, a second one does nothing, and a pull changes nothing', async () => {
    const { push, pull, diff, write, files } = await newWorkplace('round-trip');
    for (const name of await readdir(path.join(ROOT, 'examples'))) {
      const { document } = JSON.parse(await readFile(path.join(ROOT, 'examples', name), 'utf8'));
      const { name: title, description, definition } = document.workflow;
      await write(`workflows/${name.replace('.json', '.yaml')}`, {
        ...{ name: title, description, definition, tests: document.tests },
        ...(document.tests === undefined && { tests: [] }),
      });
    }
    await write('variables/limit.yaml', { name: 'limit', type: 'json', value: { b: 1, a: [true, null] } });
    await write('panels/desk.yaml', {
      name: 'Desk',
      file_storage: { folders: { scans: { types: ['application/pdf'], read: 'owner' } } },
      webhooks: [{ url: 'https://example.org/hook', events: ['file.stored'] }],
    });
    const created = await push();
    assert.equal(created.length, 14);
    assert.deepEqual([...new Set(created.map(({ action }) => action))], ['create']);
    assert.deepEqual(await push(), []);
    assert.deepEqual(await diff(), []);
    assert.deepEqual(await pull(), []);
    // A folder that knows nothing gets the same from the service, and has nothing to say either.
    await rm(files, { recursive: true });
    const pulled = await pull();
    assert.deepEqual(new Set(pulled.map(({ outcome }) => outcome)), new Set(['written']));
    assert.equal(pulled.length, 14);
    assert.deepEqual(await push(), []);
  });

  test('secrets stay on the service, and nobody overwrites what others changed', async () => {
    const { person, push, pull, read, write, run, files } = await newWorkplace('conflicts');
    const request = node('call', 'http.request', {
      method: 'GET',
      url: 'https://example.org',
      headers: { Authorization: 'Bearer secret', accept: 'text/plain' },
    });
    const workflow_id = await createWorkflow(service, chain(request), person.key);
    const readWorkflow = async () =>
      service.ask<{ workflow: { name: string; definition: { nodes: { params: unknown }[] } } }>(
        '/api/v1/workflow/open',
        { workflow_id },
        person.key,
      );
    const [written] = await pull();
    assert.ok(written);
    const text = await read(written.file);
    assert.doesNotMatch(text, /secret/);

    await write(written.file, `# what we agreed on\n${text.replace('text/plain', 'text/html')}`);
    assert.partialDeepStrictEqual(await push('--publish'), [{ action: 'change' }, { action: 'publish' }]);
    const { workflow } = await readWorkflow();
    const headers = { Authorization: 'Bearer secret', accept: 'text/html' };
    assert.partialDeepStrictEqual(workflow.definition.nodes.at(-1)?.params, { headers });
    assert.deepEqual(await pull(), []);
    assert.match(await read(written.file), /^# what we agreed on\n/);

    await service.ask('/api/v3/workflow/update', { id: workflow_id, name: 'renamed elsewhere' }, person.key);
    await write(written.file, text.replace('text/plain', 'text/csv'));
    const refused = await run('push', '--yes');
    assertRefused(refused, /^heddle: somebody changed the service since the last pull \(workflows\/\S+\): .*\n$/);
    const pulled = await run('pull');
    assert.equal(pulled.code, 1);
    assert.match(pulled.stdout, /^! \S+ .*\n1 of 1 files changed here and on the service, and is left as before\.\n$/);
    assert.partialDeepStrictEqual(await push('--force'), [{ action: 'change', conflict: true }]);
    assert.notEqual((await readWorkflow()).workflow.name, 'renamed elsewhere');

    await rm(path.join(files, written.file));
    await write('variables/kept.yaml', { name: 'kept', type: 'text', value: 'x' });
    assert.partialDeepStrictEqual(await push(), [{ action: 'create', kind: 'variable' }]);
    assert.partialDeepStrictEqual(await push('--prune'), [{ action: 'delete', kind: 'workflow' }]);
    assertRefused(await run('push', '--only', 'assistants'), /^heddle: --only takes workflows/);
    await write('variables/kept.yaml', { name: 'kept', type: 'text', vaule: 'x' });
    assertRefused(await run('push', '--yes'), "variables/kept.yaml: 'vaule' is no field of a variable");
  });

  test('a push that fails remembers what it has done, so that the next one goes on from there', async () => {
    const { push, write, run, read } = await newWorkplace('interrupted');
    const variable = (name: string, value: string) =>
      write(`variables/${name}.yaml`, { name, type: 'text', value, description: '' });
    await variable('first', 'one');
    await push();
    await write('variables/first.yaml', (await read('variables/first.yaml')).replace('one', 'two'));
    await write('workflows/broken.yaml', { name: 'x'.repeat(300), definition: chain() });
    const failed = await run('push', '--yes');
    assert.deepEqual([failed.code !== 0, /this failed: \+ workflow/.test(failed.stderr)], [true, true], failed.stderr);
    await write('workflows/broken.yaml', { name: 'mended', definition: chain() });
    await write('variables/first.yaml', (await read('variables/first.yaml')).replace('two', 'three'));
    assert.partialDeepStrictEqual(await push(), [
      { action: 'change', kind: 'variable', conflict: false },
      { action: 'create', kind: 'workflow' },
    ]);
  });
});
