/** Tests steps that wait for a time or for a call of their URL, and what callers of the URL are told. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, type Reply, testService } from '../support/service.ts';
import { decide, findApprovalId, getApproval, getRun, waitForEnd, waitingRun } from './approval-workflows.ts';
import { callLink, countWaits, passTime, pathOf, readWait, waiting } from './wait-workflows.ts';

const service = await testService();

async function start(definition: Parameters<typeof createWorkflow>[1], person: Person, input = {}): Promise<Run> {
  const workflow_id = await createWorkflow(service, definition, person.key);
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, person.key);
}

async function findIssues(definition: Parameters<typeof createWorkflow>[1], person: Person): Promise<string[]> {
  const workflow_id = await createWorkflow(service, definition, person.key);
  const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
    '/api/v3/workflow/validate',
    { workflow_id },
    person.key,
  );
  return issues.map(({ severity, message }) => `${severity}: ${message}`);
}

function answer({ status, body }: Reply) {
  return { status, body };
}

const RESUMED = { status: 200, body: { status: 'resumed' } };
const refusal = (status: number, detail: string) => ({ status, body: { detail } });

suite('a step that waits for a time', () => {
  test('is held by the process when it is short, and the run answers with its end', async () => {
    const person = await service.person();
    const run = await start(waiting({ seconds: 0.05 }), person);
    assert.equal(run.status, 'success', run.error);
    const step = run.steps.find(({ node_id }) => node_id === 'pause');
    const { until } = JSON.parse(step?.output_json ?? '');
    assert.ok((step?.finished_at ?? 0) >= until && until >= (step?.started_at ?? Number.NaN) + 50);
    assert.match(step?.text ?? '', /^Waited until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  });

  test('continues at once when its time has passed', async () => {
    const person = await service.person();
    for (const params of [{ seconds: 0 }, { until: '2001-01-01T00:00' }, { until: 5 }, { until: '{{ now }}' }]) {
      const run = await start(waiting(params), person);
      assert.deepEqual([run.status, await countWaits(service, run.id)], ['success', 0], run.error);
    }
  });

  test('pauses the run when it is long, and says until when', async () => {
    const person = await service.person();
    const until = Math.floor(Date.now() / 60_000) * 60_000 + 90 * 86_400_000;
    const run = await waitingRun(service, waiting({ until: new Date(until).toISOString() }), person);
    const time = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
    assert.deepEqual(readWait(run), { text: `Waits until ${time} UTC`, output: { until } });
    await passTime(service, run.id);
    const ended = await waitForEnd(service, run.id, person);
    assert.equal(ended.status, 'success', ended.error);
    assert.equal(await countWaits(service, run.id), 0);
  });

  test('says what is wrong with its time', async () => {
    const person = await service.person();
    const errors: string[] = [];
    for (const until of ['soon', '{{ input }}', '2030', Date.now() + 400 * 86_400_000]) {
      errors.push((await start(waiting({ until }), person)).error);
    }
    assert.deepEqual(errors, [
      "'until' is not a time: soon",
      "'until' must be a string or a number",
      "'until' is not a time: 2030",
      'A step waits for at most 366 days',
    ]);
  });

  test('needs exactly one way to wait', async () => {
    const person = await service.person();
    const validate = (params: Record<string, unknown>) => findIssues(waiting(params), person);
    const choose = "error: Step 'pause': give exactly one of 'seconds', 'until', 'call' and 'event'";
    assert.deepEqual(await validate({}), [choose]);
    assert.deepEqual(await validate({ call: false }), [choose]);
    assert.deepEqual(await validate({ seconds: 1, call: true }), [`${choose}, not both seconds and call`]);
    assert.deepEqual(await validate({ seconds: 1, timeout_seconds: 5 }), [
      "error: Step 'pause': 'timeout_seconds' has no meaning with 'seconds'",
    ]);
    assert.deepEqual(await validate({ seconds: 366 * 86_400 + 1 }), [
      "error: Step 'pause': 'seconds' must be at most 31622400",
    ]);
    assert.deepEqual(await validate({ seconds: '{{ input.seconds }}' }), []);
    assert.deepEqual(await validate({ call: true }), []);
  });
});

suite('a step that waits for a call', () => {
  test('takes body, query and some headers of the first call', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ call: true }), person);
    const { text, output } = readWait(run);
    assert.match(text, /^Waits for a call until /);
    assert.ok(output.until > Date.now() + 6.9 * 86_400_000);
    const reply = await service.send(`${pathOf(output.url)}?a=1&a=2`, {
      body: '{"paid": true}',
      headers: { 'content-type': 'application/json', 'user-agent': 'shop', cookie: 'private=1' },
    });
    assert.deepEqual(answer(reply), RESUMED);
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(JSON.parse(ended.output_json), {
      body: { paid: true },
      query: { a: ['1', '2'] },
      headers: { 'content-type': 'application/json', 'user-agent': 'shop' },
    });
  });

  test('keeps the files of a call with its run', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ call: true }), person);
    const file = { filename: 'a.txt', content_type: 'text/plain', data: Buffer.from('hello').toString('base64') };
    assert.deepEqual(answer(await callLink(service, readWait(run).output.url, { file })), RESUMED);
    const ended = await waitForEnd(service, run.id, person);
    const { body } = JSON.parse(ended.output_json);
    const stored = await fetch(service.url + new URL(body.file.file_url).pathname + new URL(body.file.file_url).search);
    assert.equal(await stored.text(), 'hello');
    const step = ended.steps.find(({ node_id }) => node_id === 'pause');
    assert.deepEqual(step?.file_ids, [body.file.file_id]);
  });

  test('continues on timeout when nobody calls, or fails without such an edge', async () => {
    const person = await service.person();
    const [patient, strict] = [
      await waitingRun(service, waiting({ call: true, timeout_seconds: 90 }, { timeout: true }), person),
      await waitingRun(service, waiting({ call: true, timeout_seconds: 90 }), person),
    ];
    await passTime(service, patient.id);
    await passTime(service, strict.id);
    const late = await waitForEnd(service, patient.id, person);
    const failed = await waitForEnd(service, strict.id, person);
    assert.deepEqual(Object.keys(JSON.parse(late.output_json)), ['late']);
    assert.deepEqual([late.status, failed.status, failed.error], ['success', 'failed', 'Nobody called in time']);
    const { url } = readWait(strict).output;
    assert.deepEqual(answer(await callLink(service, url)), refusal(422, 'The run has ended'));
  });

  test('answers the same request again, and refuses others', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ call: true }), person);
    const { url } = readWait(run).output;
    const key = { 'idempotency-key': 'k' };
    const twice = await Promise.all([callLink(service, url, { n: 1 }, key), callLink(service, url, { n: 1 }, key)]);
    assert.deepEqual(twice.map(answer), [RESUMED, RESUMED]);
    const used = 'The step was resumed already, by another call';
    assert.deepEqual(answer(await callLink(service, url, { n: 1 })), refusal(422, used));
    await waitForEnd(service, run.id, person);
    assert.deepEqual(answer(await callLink(service, url, { n: 1 }, key)), RESUMED);
    assert.deepEqual(
      answer(await callLink(service, url, { n: 2 }, key)),
      refusal(422, 'The idempotency key was used with another request'),
    );
  });

  test('of two calls at once, one continues the run', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ call: true }), person);
    const { url } = readWait(run).output;
    const replies = await Promise.all([1, 2, 3, 4].map(n => callLink(service, url, { n })));
    const won = replies.findIndex(({ status }) => status === 200);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422, 422, 422]);
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(JSON.parse(ended.output_json).body, { n: won + 1 });
  });

  test('is not continued by other methods, a wrong secret, or too much', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ call: true }), person);
    const path = pathOf(readWait(run).output.url);
    const unknown = refusal(404, 'There is no such link, or its run was deleted');
    assert.equal((await service.send(path, { method: 'GET' })).status, 405);
    assert.deepEqual(answer(await service.send(`${path}x`)), unknown);
    assert.deepEqual(answer(await service.send(path.replace('/pause/', '/pause.0/'))), unknown);
    assert.deepEqual(answer(await service.send(path.replace(run.id, 'x'))), unknown);
    const tooLarge = await callLink(service, `http://x${path}`, { text: 'x'.repeat(200_000) });
    assert.deepEqual(answer(tooLarge), refusal(422, 'The run input is too large (at most 200000 characters of JSON)'));
    const megabytes = await callLink(service, `http://x${path}`, { text: 'x'.repeat(3_000_000) });
    assert.equal(megabytes.status, 422);
    assert.equal((await getRun(service, run.id, person)).status, 'waiting');
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, person.key);
    assert.deepEqual(answer(await service.send(path)), unknown);
    assert.equal(await countWaits(service, run.id), 0);
  });

  test('waits no more when its run is cancelled', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ call: true }), person);
    await service.ask('/api/v1/run/cancel', { run_id: run.id }, person.key);
    assert.equal(await countWaits(service, run.id), 0);
    const reply = await callLink(service, readWait(run).output.url);
    assert.deepEqual(answer(reply), refusal(422, 'The run has ended'));
  });
});

suite('the links of a run', () => {
  test('are known to earlier steps, and a call that comes early is kept', async () => {
    const person = await service.person();
    const ask = node('ask', 'human.approval', { title: '{{ run.links.pause }}', assignees: person.email });
    const definition = waiting({ call: true }, { before: [ask] });
    const edges = definition.edges.map(each => (each.source === 'ask' ? { ...each, source_handle: 'approved' } : each));
    const run = await waitingRun(service, { ...definition, edges }, person);
    const approval_id = findApprovalId(run);
    const { title: url } = await getApproval(service, approval_id, person);
    const key = { 'idempotency-key': 'k' };
    const kept = { status: 200, body: { status: 'kept' } };
    assert.deepEqual(answer(await callLink(service, url, { early: true }, key)), kept);
    assert.deepEqual(answer(await callLink(service, url, { early: true }, key)), kept);
    await decide(service, approval_id, person);
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(JSON.parse(ended.output_json).body, { early: true });
    assert.deepEqual(answer(await callLink(service, url, { early: true }, key)), RESUMED);
  });

  test('are those of the present item inside of a loop', async () => {
    const person = await service.person();
    const run = await waitingRun(
      service,
      {
        nodes: [
          node('start', 'trigger.manual'),
          node('each', 'loop', { items: 'input.names', collect: '{{ steps.pause.output.body }}' }),
          node('link', 'transform', { value: "{{ run.links['pause'] }}" }),
          node('pause', 'wait', { call: true }),
          node('done', 'output', { value: '{{ steps.each.output.results }}' }),
        ],
        edges: [
          edge('start', 'each'),
          edge('each', 'link', 'item'),
          edge('link', 'pause'),
          edge('each', 'done', 'done'),
        ],
      },
      person,
      { input: { names: ['a', 'b'] } },
    );
    const links = run.steps
      .filter(({ node_id }) => node_id === 'link')
      .map(({ output_json }) => JSON.parse(output_json) as string);
    assert.deepEqual(links, [readWait(run, 'pause', [0]).output.url, readWait(run, 'pause', [1]).output.url]);
    assert.match(pathOf(links[1]), new RegExp(`^/api/v1/run/resume/${run.id}/pause\\.1/[\\w-]{43}$`));
    await callLink(service, links[1], 'second');
    await callLink(service, links[0], 'first');
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(JSON.parse(ended.output_json), ['first', 'second']);
  });

  test('are checked by validation', async () => {
    const person = await service.person();
    const text = '{{ run.links.pause }} {{ run.links.nothing }} {{ run.links.start }} {{ run.link }}';
    const definition = waiting({ call: true }, { before: [node('say', 'transform', { value: text })] });
    assert.deepEqual(await findIssues(definition, person), [
      "warning: Step 'say' uses the link of 'nothing', which does not exist",
      "warning: Step 'say' uses the link of 'start', which does not wait for a call",
      "warning: Step 'say' uses 'run.link', which does not exist",
    ]);
  });
});

suite('whoever controls a run', () => {
  test('resumes what it waits for, and others do not', async () => {
    const [person, stranger] = [await service.person(), await service.person()];
    const run = await waitingRun(service, waiting({ call: true }), person);
    const request = { run_id: run.id, node_id: 'pause', body: { by: 'hand' } };
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/resume', request, stranger.key);
    await service.refuse(
      422,
      "The step 'other' waits for no time, call or event at the moment",
      '/api/v1/run/resume',
      { ...request, node_id: 'other' },
      person.key,
    );
    const resumed = await service.ask<Run>('/api/v1/run/resume', request, person.key);
    assert.equal(resumed.id, run.id);
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(JSON.parse(ended.output_json), { body: { by: 'hand' }, query: {}, headers: {} });
    assert.equal(ended.steps.find(({ node_id }) => node_id === 'pause')?.text, `Resumed by ${person.email}`);
    await service.refuse(
      422,
      "The step 'pause' waits for no time, call or event at the moment",
      '/api/v1/run/resume',
      request,
      person.key,
    );
    const reply = await callLink(service, readWait(run).output.url);
    assert.deepEqual(answer(reply), refusal(422, 'The step was resumed already, by another call'));
    const audit = await service.ask<{ details: unknown }[]>('/api/v1/audit/find', {
      filters: [['action', '==', 'run.resume']],
    });
    assert.deepEqual(audit[0]?.details, { node_id: 'pause', iteration: [] });
  });

  test('also ends a wait for a time', async () => {
    const person = await service.person();
    const run = await waitingRun(service, waiting({ seconds: 3600 }), person);
    await service.ask('/api/v1/run/resume', { run_id: run.id, node_id: 'pause' }, person.key);
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(JSON.parse(ended.output_json), { until: readWait(run).output.until });
  });
});
