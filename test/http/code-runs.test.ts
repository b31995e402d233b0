/** Tests steps of the type `code` in runs. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const service = await testService();
const ann = await service.person();

const codeStep = (code: string, params: object = {}, id = 'code') => node(id, 'code', { code, ...params });
const done = (value: unknown = '{{ steps.code.output }}') => node('done', 'output', { value });

function run(code: string, params: object = {}, input: Record<string, unknown> = {}): Promise<Run> {
  return runOnce(service, chain(codeStep(code, params), done()), input, ann.key);
}

suite('code', () => {
  test('gets the rendered input and returns JSON', async () => {
    const code =
      'export default ({ list }) => ({ sum: list.reduce((a, b) => a + b), when: new Date(0), gone: undefined });';
    const result = readResult(await run(code, { input: { list: '{{ input.numbers }}' } }, { numbers: [1, 2, 3] }));
    assert.deepEqual(result, { sum: 6, when: '1970-01-01T00:00:00.000Z' });
    assert.equal(readResult(await run('export default () => {};')), null);
    assert.equal(readResult(await run('export default async input => (await input) ?? "none";')), 'none');
  });

  test('is not a template', async () => {
    assert.equal(readResult(await run('export default () => "{{ input.a }}";')), '{{ input.a }}');
  });

  test('may be TypeScript', async () => {
    const code = 'type Row = { n: number };\nexport default (rows: Row[]): number => rows[0]!.n satisfies number;';
    assert.equal(readResult(await run(code, { language: 'typescript', input: [{ n: 4 }] })), 4);
  });

  test('sees the time of the run, its id, and random numbers that belong to the step', async () => {
    const code =
      'export default (input, { now, run }) => ({ now, same: Date.now() === +now, id: run.id, n: Math.random(), u: crypto.randomUUID() });';
    const definition: Definition = chain(codeStep(code), codeStep(code, {}, 'other'), done());
    const ended = await runOnce(service, definition, {}, ann.key);
    const [first, second] = ['code', 'other'].map(id => Object(readStepOutput(ended, id)));
    assert.deepEqual(
      [first.now, first.same, first.id],
      [new Date(Number(ended.started_at)).toISOString(), true, ended.id],
    );
    assert.notEqual(first.n, second.n);
    assert.notEqual(first.u, second.u);
  });

  test('shows what it logs in the text of the step, also when it fails', async () => {
    const log = 'log("rows", { n: 1 }); console.warn("careful");';
    const succeeded = await run(`export default (input, { log }) => { ${log} return 1; };`);
    assert.equal(findStep(succeeded, 'code').text, 'rows {"n":1}\ncareful');
    const failed = await run(`export default (input, { log }) => { ${log} throw new Error('no'); };`);
    assert.equal(findStep(failed, 'code').text, 'rows {"n":1}\ncareful');
    assert.equal(failed.error, 'Error: no (line 1)');
    const long = await run(
      'export default (input, { log }) => { for (let i = 0; i < 200; i++) log("x".repeat(90), i); };',
    );
    const { text } = findStep(long, 'code');
    assert.equal(text.split('\n').length, 101);
    assert.match(text, /\n… \(the rest was left out\)$/);
  });

  test('fails with the line of the author, and an error edge continues', async () => {
    assert.equal(
      (await run('export default () => {\n\n  return missing;\n};')).error,
      'ReferenceError: missing is not defined (line 3)',
    );
    const endless = await run('export default () => { for (;;); };', { timeout_seconds: 0.2 });
    assert.equal(endless.error, 'The code took longer than 0.2 seconds');
    const caught: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        codeStep('export default () => { throw "why"; };'),
        done('{{ steps.code.error }}'),
      ],
      edges: [edge('start', 'code'), edge('code', 'done', 'error')],
    };
    assert.equal(readResult(await runOnce(service, caught, {}, ann.key)), 'why');
  });

  test('runs for each item of a loop, and each item has its own machine', async () => {
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: '[1, 2, 3]', collect: '{{ steps.code.output }}' }),
        codeStep('export default n => [n * n, globalThis.seen = (globalThis.seen ?? 0) + 1];', {
          input: '{{ loop.item }}',
        }),
        done('{{ steps.each.output.results }}'),
      ],
      edges: [edge('start', 'each'), edge('each', 'code', 'item'), edge('each', 'done', 'done')],
    };
    assert.deepEqual(readResult(await runOnce(service, definition, {}, ann.key)), [
      [1, 1],
      [4, 1],
      [9, 1],
    ]);
  });

  test('runs in tests without effects, because it has none, and can be pinned', async () => {
    const workflow_id = await createWorkflow(service, chain(codeStep('export default () => 7;'), done()), ann.key);
    const ask = (body: object) => service.ask<Run>('/api/v1/run/test', { workflow_id, input: {}, ...body }, ann.key);
    assert.equal(readResult(await ask({ effects: false })), 7);
    assert.equal(readResult(await ask({ pins: { code: { output: 8 } } })), 8);
  });
});

suite('validation', () => {
  async function issues(params: Record<string, unknown>): Promise<string[]> {
    const definition = chain(node('code', 'code', params), done(1));
    const answer = await service.ask<{ issues: { message: string; param: string | null }[] }>(
      '/api/v1/workflow/check',
      { definition },
      ann.key,
    );
    return answer.issues.map(({ message, param }) => `${param}: ${message}`);
  }

  test('finds mistakes in the syntax, with their lines', async () => {
    assert.deepEqual(await issues({ code: '\n\nlet a = ;' }), [
      "code: Step 'code': 'code' line 3: unexpected token in expression: ';'",
    ]);
    assert.deepEqual(await issues({ code: 'export default 1;\nimport fs from "fs";' }), [
      "code: Step 'code': 'code' can not import anything",
    ]);
    assert.deepEqual(await issues({ code: 'return input;' }), [
      "code: Step 'code': 'code' line 1: return not in a function",
    ]);
    assert.deepEqual(await issues({ code: 'const a = 1;' }), [
      "code: Step 'code': 'code' must export a function: export default function (input) { … }",
    ]);
    assert.deepEqual(await issues({ code: '\nexport default (a: number) => a;' }), [
      "code: Step 'code': 'code' line 2: Unexpected token ':'",
    ]);
    assert.deepEqual(await issues({ code: '\nexport default (a: number) => a;', language: 'typescript' }), []);
    assert.deepEqual(await issues({ code: '\nenum A { B }\nexport default 1;', language: 'typescript' }), [
      "code: Step 'code': 'code' line 2: TypeScript enum is not supported in strip-only mode",
    ]);
  });

  test('is not held up by a source that is made to hold it up', COMPLETE_ONLY, async () => {
    assert.deepEqual(await issues({ code: '('.repeat(190_000) }), [
      "code: Step 'code': 'code' is too deeply nested, or too long",
    ]);
  });
});
