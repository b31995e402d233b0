/** Which files of a user a step reads: those that the workflow or the user named, never those that came from outside. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { publishHook } from '../http/webhook-calls.ts';
import { chain, node } from '../support/definitions.ts';
import { resultOf, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();

async function uploaded({ key }: Person, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'secret.txt');
  const reply = await service.send('/api/v1/file/upload', { body: form, headers: { 'uni-api-key': key } });
  assert.equal(reply.status, 200);
  return (reply.body as { file_id: string }).file_id;
}

const encode = (file: string) => node('read', 'tool.call', { tool: 'base64_encode', params: { file } });

function hidden(id: string): string {
  return `The file '${id}' was not found or is not accessible`;
}

suite('a file of the user', () => {
  const secret = Buffer.from('for my eyes only').toString('base64');

  test('that a webhook body names, as an id or as an attachment, is not read', async () => {
    const person = await service.person();
    const id = await uploaded(person, 'for my eyes only');
    const hook = await publishHook(service, person, {
      nodes: [node('hook', 'trigger.webhook'), encode('{{ input.body.file }}')],
      edges: [{ source: 'hook', target: 'read', source_handle: null }],
    });
    const attachment = { file_id: id, filename: 'x', content_type: 'text/plain', file_url: 'http://x', size: 1 };
    for (const file of [id, id.toUpperCase(), { file_id: id }, attachment]) {
      const run = await hook.ended(await hook.call({ file }));
      assert.deepEqual([run.status, run.error], ['failed', hidden(id)]);
    }
  });

  test('that a webhook body brings along is read', async () => {
    const hook = await publishHook(service, await service.person(), {
      nodes: [node('hook', 'trigger.webhook'), encode('{{ input.body.file }}')],
      edges: [{ source: 'hook', target: 'read', source_handle: null }],
    });
    const run = await hook.ended(await hook.call({ file: { name: 'a.txt', data: secret } }));
    assert.equal(run.status, 'success', run.error);
    assert.deepEqual(JSON.parse(run.steps[1]?.output_json ?? ''), { base64: secret });
  });

  test('that the workflow names is read, whoever starts it', async () => {
    const person = await service.person();
    const id = await uploaded(person, 'for my eyes only');
    const hook = await publishHook(service, person, {
      nodes: [node('hook', 'trigger.webhook'), encode(id)],
      edges: [{ source: 'hook', target: 'read', source_handle: null }],
    });
    assert.equal((await hook.ended(await hook.call({}))).status, 'success');
  });

  test('that the user names in the input of a run is read', async () => {
    const person = await service.person();
    const file = await uploaded(person, 'for my eyes only');
    const definition = chain(
      encode('{{ input.file }}'),
      node('done', 'output', { value: '{{ steps.read.output.base64 }}' }),
    );
    assert.equal(resultOf(await runOnce(service, definition, { file }, person.key)), secret);
  });

  test('that neither the user nor the workflow named, but a step gave, is not read', async () => {
    const person = await service.person();
    const id = await uploaded(person, 'for my eyes only');
    const definition = chain(encode("{{ input.parts | join('-') }}"));
    const run = await runOnce(service, definition, { parts: id.split('-') }, person.key);
    assert.deepEqual([run.status, run.error], ['failed', hidden(id)]);
  });
});
