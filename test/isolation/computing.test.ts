/** Nothing that a user sends or defines blocks the requests of others. For how long they wait is in `bench/neighbours.ts`. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { newInstallationOnDatabase } from '../support/process.ts';
import { ask, countAnsweredDuring, createWorkflow, post, publishWebhook, readPeakMegabytes } from './neighbours.ts';

const { heddle } = await newInstallationOnDatabase({ after });
const { process: service, url } = await heddle.serve({ environment: { HEDDLE_RATE_LIMITS: 'off' } });

/** Without isolation, computing takes the event loop for so long that the neighbour is hardly answered once. */
const LEAST_ANSWERED = 10;

const MEGABYTE = 2 ** 20;
const TOO_LARGE = { detail: 'The run input is too large (at most 200000 characters of JSON)' };

const webhook: Definition = { nodes: [node('start', 'trigger.webhook')], edges: [] };

function keys(megabytes: number): Buffer {
  const members: string[] = [];
  for (let bytes = 0; bytes < megabytes * MEGABYTE; ) {
    const member = `"k${members.length}":1`;
    members.push(member);
    bytes += member.length + 1;
  }
  return Buffer.from(`{${members.join(',')}}`);
}

suite('a neighbour is answered', () => {
  test('while the templates of thirty runs compute, and no other process takes over these runs', async () => {
    const slow = '{% for a in range(100) %}{% for b in range(300) %}{{ (a * b) % 7 }}{% endfor %}{% endfor %}';
    const steps = [1, 2, 3].map(index => node(`step${index}`, 'transform', { value: slow }));
    const done = node('done', 'output', { value: '{{ steps.step3.output | length }}' });
    const workflow_id = await createWorkflow(url, chain(...steps, done));
    const runs = Array.from({ length: 30 }, () => ask<Run>(`${url}/api/v3/workflow/run`, { workflow_id }));
    const answered = await countAnsweredDuring(url, Promise.all(runs));
    for (const run of await Promise.all(runs)) assert.equal(run.output_json, '30000', run.error);
    assert.ok(answered > LEAST_ANSWERED, `${answered} requests were answered meanwhile`);
    assert.match(await (await fetch(`${url}/metrics`)).text(), /^heddle_run_take_overs_total 0$/m);
  });

  test('while bodies of millions of keys and lists are refused', async () => {
    const hook = await publishWebhook(url, webhook);
    const workflow_id = await createWorkflow(url, chain());
    const many = keys(10);
    const run = Buffer.concat([Buffer.from(`{"workflow_id":"${workflow_id}","input":`), many, Buffer.from('}')]);
    const lists = Buffer.from(`[${'[],'.repeat((20 * MEGABYTE) / 3)}[]]`);
    const refusals = [post(hook, many), post(hook, lists), post(hook, lists), post(`${url}/api/v3/workflow/run`, run)];
    await countAnsweredDuring(url, Promise.all(refusals));
    for (const answer of await Promise.all(refusals)) assert.deepEqual(answer, { status: 422, body: TOO_LARGE });
  });

  test('while large definitions are validated and run, and larger ones are refused', async () => {
    const templates = Array.from({ length: 150 }, (_, index) =>
      node(`step${index}`, 'transform', { value: `{{ input.a }}${' {{ 1 + 1 }}'.repeat(450)}` }),
    );
    const creating = createWorkflow(url, chain(...templates));
    const running = creating.then(workflow_id =>
      ask<Run>(`${url}/api/v3/workflow/run`, { workflow_id, input: { a: 'b' } }),
    );
    const answered = await countAnsweredDuring(url, running);
    assert.ok(answered > LEAST_ANSWERED, `${answered} requests were answered meanwhile`);
    const { status, steps, error } = await running;
    assert.equal(status, 'success', error);
    assert.equal(JSON.parse(steps.at(-1)?.output_json ?? ''), `b${' 2'.repeat(450)}`);

    const create = (value: unknown) =>
      post(`${url}/api/v3/workflow/create`, { name: 'large', definition: chain(node('step', 'transform', { value })) });
    const many = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`key${index}`, [index]]));
    assert.deepEqual(await create('{{ 1 }} '.repeat(MEGABYTE)), {
      status: 422,
      body: { detail: 'validation error: definition: has more than 1000000 characters' },
    });
    assert.deepEqual(await create(many), {
      status: 422,
      body: { detail: 'validation error: definition: has more than 50000 values' },
    });
    const long = await createWorkflow(url, chain(node('step', 'transform', { value: '{{ 1 }}'.repeat(20_000) })));
    assert.deepEqual(await post(`${url}/api/v3/workflow/run`, { workflow_id: long }), {
      status: 422,
      body: {
        detail:
          "The workflow is not valid: Step 'step': 'value' is not a valid template: it is longer than 100000 characters",
      },
    });
  });

  test('while files of many megabytes arrive in JSON, and the process uses little memory', async () => {
    const hook = await publishWebhook(url, webhook);
    const content = Buffer.alloc(24 * MEGABYTE, 'heddle');
    const body = Buffer.from(JSON.stringify({ name: 'a.bin', data: content.toString('base64') }));
    const calls = Array.from({ length: 10 }, () => post(hook, body));
    await countAnsweredDuring(url, Promise.all(calls));
    for (const { status } of await Promise.all(calls)) assert.equal(status, 200);
    const peak = await readPeakMegabytes(service);
    // With the earlier tests: 650 to 770 MB. Bodies, texts and contents of all at once would be 1,200 MB.
    assert.ok(peak < 900, `${peak} MB`);
  });

  test('while one user sends large bodies that exceed the user’s share of the memory', async () => {
    const hook = await publishWebhook(url, webhook);
    const body = Buffer.from(`[${'"some text of some length",'.repeat(1_000_000)}1]`);
    const calls = Array.from({ length: 12 }, () => post(hook, body));
    await countAnsweredDuring(url, Promise.all(calls));
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    for (const status of statuses) assert.ok(status === 422 || status === 503, String(status));
    const peak = await readPeakMegabytes(service);
    assert.ok(peak < 1_000, `${peak} MB`);
  });
});
