/** A step reads those files of a user that its author or the user named, never those that outside data names. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { publishHook } from '../http/webhook-calls.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { findStep, readResult, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();

async function upload({ key }: Person, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'secret.txt');
  const reply = await service.send('/api/v1/file/upload', { body: form, headers: { 'uni-api-key': key } });
  assert.equal(reply.status, 200);
  return (reply.body as { file_id: string }).file_id;
}

const encode = (file: string) => node('read', 'tool.call', { tool: 'base64_encode', params: { file } });

function toNotFoundMessage(id: string): string {
  return `The file '${id}' was not found or is not accessible`;
}

suite('a file of the user', () => {
  const secret = Buffer.from('for my eyes only').toString('base64');

  test('that a webhook body names, as an id or as an attachment, is not read', async () => {
    const person = await service.person();
    const id = await upload(person, 'for my eyes only');
    const hook = await publishHook(service, person, {
      nodes: [node('hook', 'trigger.webhook'), encode('{{ input.body.file }}')],
      edges: [{ source: 'hook', target: 'read', source_handle: null }],
    });
    const attachment = { file_id: id, filename: 'x', content_type: 'text/plain', file_url: 'http://x', size: 1 };
    for (const file of [id, id.toUpperCase(), { file_id: id }, attachment]) {
      const run = await hook.waitForRun(await hook.call({ file }));
      assert.deepEqual([run.status, run.error], ['failed', toNotFoundMessage(id)]);
    }
  });

  test('that a webhook body contains is read', async () => {
    const hook = await publishHook(service, await service.person(), {
      nodes: [node('hook', 'trigger.webhook'), encode('{{ input.body.file }}')],
      edges: [{ source: 'hook', target: 'read', source_handle: null }],
    });
    const run = await hook.waitForRun(await hook.call({ file: { name: 'a.txt', data: secret } }));
    assert.equal(run.status, 'success', run.error);
    assert.deepEqual(JSON.parse(run.steps[1]?.output_json ?? ''), { base64: secret });
  });

  test('that the workflow names is read, whoever starts it', async () => {
    const person = await service.person();
    const id = await upload(person, 'for my eyes only');
    const hook = await publishHook(service, person, {
      nodes: [node('hook', 'trigger.webhook'), encode(id)],
      edges: [{ source: 'hook', target: 'read', source_handle: null }],
    });
    assert.equal((await hook.waitForRun(await hook.call({}))).status, 'success');
  });

  test('that the user names in the input of a run is read', async () => {
    const person = await service.person();
    const file = await upload(person, 'for my eyes only');
    const definition = chain(
      encode('{{ input.file }}'),
      node('done', 'output', { value: '{{ steps.read.output.base64 }}' }),
    );
    assert.equal(readResult(await runOnce(service, definition, { file }, person.key)), secret);
  });

  test('that another step names is not read because a webhook body names it too', async () => {
    const person = await service.person();
    const id = await upload(person, 'for my eyes only');
    const hook = await publishHook(service, person, {
      nodes: [
        node('hook', 'trigger.webhook'),
        node('known', 'tool.call', { tool: 'base64_encode', params: { file: id } }),
        node('note', 'transform', { value: { named: id, sent: '{{ input.body.file }}' } }),
        encode('{{ input.body.file }}'),
        node('through', 'tool.call', { tool: 'base64_encode', params: { file: '{{ steps.note.output.sent }}' } }),
        node('named', 'tool.call', { tool: 'base64_encode', params: { file: '{{ steps.note.output.named }}' } }),
      ],
      edges: [
        edge('hook', 'known'),
        edge('known', 'note'),
        edge('note', 'named'),
        edge('named', 'read'),
        edge('read', 'through', 'error'),
      ],
    });
    const run = await hook.waitForRun(await hook.call({ file: id }));
    const status = Object.fromEntries(run.steps.map(step => [step.node_id, step.status]));
    const { known, named, read, through } = status;
    assert.deepEqual(
      { known, named, read, through },
      { known: 'success', named: 'success', read: 'failed', through: 'failed' },
    );
    for (const step of ['read', 'through']) assert.equal(findStep(run, step).error, toNotFoundMessage(id));
  });

  test('is read however the author writes its id, but not when outside data completes the id', async () => {
    const person = await service.person();
    const id = await upload(person, 'for my eyes only');
    const [first = '', ...rest] = id.split('-');
    const outside = '{{ input.body.file }}';
    for (const file of [
      id.toUpperCase(),
      `{{ input.body.other | default('${id}') }}`,
      `{{ '${first}' ~ '-' ~ '${rest.join('-')}' }}`,
      `{{ {'a': '${id}'}[input.body.choice] }}`,
    ]) {
      const hook = await publishHook(service, person, {
        nodes: [node('hook', 'trigger.webhook'), encode(file)],
        edges: [edge('hook', 'read')],
      });
      const run = await hook.waitForRun(await hook.call({ choice: 'a' }));
      assert.equal(run.status, 'success', `${file}: ${run.error}`);
    }
    const made = `{{ '${first}' ~ '-' ~ input.body.rest }}`;
    for (const file of [outside, made, '{{ input.body }}']) {
      const hook = await publishHook(service, person, {
        nodes: [node('hook', 'trigger.webhook'), encode(file)],
        edges: [edge('hook', 'read')],
      });
      const run = await hook.waitForRun(await hook.call({ file: id, file_id: id, rest: rest.join('-') }));
      assert.deepEqual([run.status, run.error], ['failed', toNotFoundMessage(id)], file);
    }
  });

  test('is read when its name passes from the author or the user through loops and transforms', async () => {
    const person = await service.person();
    const id = await upload(person, 'for my eyes only');
    const looped = (items: string, file: string, inner: string) => ({
      nodes: [
        node('start', 'trigger.manual'),
        node('pick', 'transform', { value: { files: '{{ input.files }}', parts: '{{ input.parts }}' } }),
        node('outer', 'loop', { items, collect: '{{ loop.item }}' }),
        node('inner', 'loop', { items: inner }),
        encode(file),
        node('after', 'tool.call', { tool: 'base64_encode', params: { file: '{{ steps.outer.output.results[0] }}' } }),
      ],
      edges: [
        edge('start', 'pick'),
        edge('pick', 'outer'),
        edge('outer', 'inner', 'item'),
        edge('inner', 'read', 'item'),
        edge('outer', 'after', 'done'),
      ],
    });
    const input = { files: [id], parts: id.split('-') };
    for (const [items, file, inner] of [
      ['input.files', '{{ loop.item }}', '[loop.item]'],
      ['steps.pick.output.files', '{{ loop.parent.item }}', '[1]'],
      ['steps.start.output.files', '{{ loop.parent.item }}', '[1]'],
      [`['${id}']`, '{{ loop.item }}', '[loop.item]'],
    ] as const) {
      const run = await runOnce(service, looped(items, file, inner), input, person.key);
      assert.equal(run.status, 'success', `${items}: ${run.error}`);
    }
    // The user named the file, but not in the data that the step uses.
    const joined = "{{ steps.pick.output.parts | join('-') }}";
    const run = await runOnce(service, looped('[1]', joined, '[1]'), input, person.key);
    assert.deepEqual([run.status, findStep(run, 'read', [0, 0]).error], ['failed', toNotFoundMessage(id)]);
  });

  test('that only the output of a step names is not read', async () => {
    const person = await service.person();
    const id = await upload(person, 'for my eyes only');
    const definition = chain(encode("{{ input.parts | join('-') }}"));
    const run = await runOnce(service, definition, { parts: id.split('-') }, person.key);
    assert.deepEqual([run.status, run.error], ['failed', toNotFoundMessage(id)]);
  });
});
