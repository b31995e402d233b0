/** Webhooks that answer with what their runs say. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import { publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService();
const ann = await service.person();

/** A webhook with these params, and the given steps one after the other. */
function publish(params: Record<string, unknown>, ...steps: ReturnType<typeof node>[]): Promise<TestHook> {
  const nodes = [node('hook', 'trigger.webhook', params), ...steps];
  const edges = steps.map((step, index) => edge(nodes[index]?.id ?? '', step.id));
  return publishHook(service, ann, { nodes, edges });
}

const answer = (params: Record<string, unknown>, id = 'answer') => node(id, 'webhook.reply', params);
const done = (value: unknown) => node('done', 'output', { value });
/** Fails when the run reaches it. */
const failing = node('bad', 'transform', { value: '{{ nothing.at_all }}' });
const approval = node('ask', 'human.approval', { title: 'Well?', assignees: [ann.email] });

async function readLastRun(hook: TestHook) {
  const filters = [['workflow_id', '==', hook.workflowId]];
  const [run] = await service.ask<{ id: string }[]>('/api/v3/workflow/runs/find', { filters }, ann.key);
  assert.ok(run);
  return hook.waitForRun(run.id);
}

suite("with reply 'result', a call", () => {
  const result = { reply: 'result' };

  test('is answered with the output of the run, as JSON', async () => {
    const hook = await publish(result, done({ sum: '{{ input.body.a + input.body.b }}' }));
    const reply = await hook.send({ a: 2, b: 3 });
    assert.deepEqual([reply.status, reply.body], [200, { sum: 5 }]);
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    const run = await readLastRun(hook);
    assert.deepEqual([run.status, run.automatic, run.version], ['success', true, 1]);
  });

  test('is answered with a JSON text when the output is a text, and with null when there is none', async () => {
    const text = await publish(result, done('Grüße'));
    assert.deepEqual((await text.send({})).body, 'Grüße');
    const none = await publish(result, node('quiet', 'transform', { value: 1 }));
    const reply = await none.send({});
    assert.deepEqual([reply.status, reply.body], [200, null]);
  });

  test('is answered with 500 when the run fails, and does not learn why', async () => {
    const hook = await publish(result, failing);
    const reply = await hook.send({});
    const { id } = await readLastRun(hook);
    assert.deepEqual([reply.status, reply.body], [500, { detail: 'The run failed', run_id: id }]);
  });

  test('is refused before anything is computed for it, once its trigger has refused another', async () => {
    const limited = await serviceOn(service.database, { HEDDLE_RATE_LIMITS: 'on' });
    try {
      const hook = await publish(result, node('count', 'code', { code: 'export default () => 1;' }));
      const setUsed = (used: number) =>
        sql`UPDATE webhook_calls SET hour_used = ${used}`.execute(service.service.system.database.query);
      const call = async () => {
        const { status } = await hook.send({}, {}, limited);
        const metrics = String((await limited.send('/metrics', { method: 'GET' })).body);
        const computed = /step_seconds_count\{type="code",status="success"\} (\d+)/.exec(metrics)?.[1];
        return { status, computed: Number(computed) };
      };
      assert.deepEqual(await call(), { status: 200, computed: 1 });
      await setUsed(2_000);
      const first = await call();
      assert.equal(first.status, 429);
      assert.deepEqual(await call(), first);
      await setUsed(0);
      for (let index = 0; index < 2; index++) assert.equal((await call()).status, 200);
    } finally {
      await limited.stopService();
    }
  });

  test('is answered with 202 when the run waits for somebody', async () => {
    const paused = await publish(result, approval);
    const reply = await paused.send({});
    const { id } = await readLastRun(paused);
    assert.deepEqual([reply.status, reply.body], [202, { run_id: id, status: 'waiting' }]);
  });

  test('is answered with 202 when the run computes for longer, and goes on', async () => {
    const endless = node('endless', 'code', { code: 'export default () => { for (;;); };', timeout_seconds: 2 });
    const hook = await publish({ ...result, reply_seconds: 1 }, endless);
    const reply = await hook.send({});
    const { id, status } = await readLastRun(hook);
    assert.deepEqual([reply.status, reply.body], [202, { run_id: id, status: 'running' }]);
    assert.equal(status, 'failed');
  });

  test('gets the same answer again with the same key, and starts no other run', async () => {
    const hook = await publish(result, done('{{ run.id }}'));
    const headers = { 'idempotency-key': 'one' };
    const replies = await Promise.all([hook.send({}, headers), hook.send({}, headers), hook.send({}, headers)]);
    const again = await hook.send({}, headers);
    assert.equal(new Set([...replies, again].map(({ body }) => body)).size, 1);
    assert.equal(await hook.count(), 1);
    await hook.refuse(422, 'The idempotency key was used with another request', { other: 1 }, headers);
  });

  test('waits for the run in the queue when its workflow limits concurrency', async () => {
    const nodes = [node('hook', 'trigger.webhook', result), done('{{ input.body.n }}')];
    const settings = { concurrency: [{ limit: 1 }] };
    const definition = { nodes, edges: [edge('hook', 'done')], settings };
    const hook = await publishHook(service, ann, definition);
    const replies = await Promise.all([1, 2, 3].map(n => hook.send({ n })));
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body]),
      [
        [200, 1],
        [200, 2],
        [200, 3],
      ],
    );
  });

  test('counts for the rate of the trigger, and updates last_fired_at', async () => {
    const hook = await publish(result, done(1));
    await hook.send({});
    assert.ok((await hook.change('deployment')).triggers[0]?.last_fired_at);
  });
});

suite("with reply 'step', a call", () => {
  const step = { reply: 'step' };

  test('is answered by the step, and the run goes on', async () => {
    const reply = answer({
      status: 201,
      headers: { 'X-Order': '{{ input.body.id }}' },
      body: { id: '{{ input.body.id }}' },
    });
    const hook = await publish(step, reply, done('{{ steps.answer.output }}'));
    const sent = await hook.send({ id: 7 });
    assert.deepEqual([sent.status, sent.body, sent.headers.get('x-order')], [201, { id: 7 }, '7']);
    assert.equal(sent.headers.get('content-type'), 'application/json');
    const run = await readLastRun(hook);
    assert.deepEqual(readResult(run), { status: 201, answered: true });
    assert.equal(run.steps.find(({ node_id }) => node_id === 'answer')?.text, 'Answered with 201');
  });

  test('gets its answer while the run waits for somebody, and again with the same key', async () => {
    const hook = await publish(step, answer({ body: 'wait for {{ run.id }}' }), approval);
    const headers = { 'idempotency-key': 'k' };
    const first = await hook.send('x', headers);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(first.headers.get('content-security-policy'), null);
    assert.equal((await hook.send('x', headers)).body, first.body);
    assert.equal(await hook.count(), 1);
  });

  test('can be answered only once in a run', async () => {
    const hook = await publish(step, answer({ body: 'one' }), answer({ body: 'two' }, 'second'));
    assert.equal((await hook.send('')).body, 'one');
    const run = await readLastRun(hook);
    assert.equal(run.error, "The call was answered already, by step 'answer'");
  });

  test('is answered with 204 when the run ends without it, and with 500 when it fails before', async () => {
    const quiet = await publish(step, done(1));
    const reply = await quiet.send({});
    assert.deepEqual([reply.status, reply.body], [204, '']);
    const failed = await publish(step, failing, answer({}));
    assert.equal((await failed.send({})).status, 500);
    const late = await publish(step, answer({ body: 'done' }), failing);
    assert.deepEqual((await late.send({})).body, 'done');
  });

  test('gets HTML in a sandbox, and files with their names', async () => {
    const html = answer({ headers: { 'Content-Type': 'text/html' }, body: '<script>alert(1)</script>' });
    const page = await (await publish(step, html)).send({});
    assert.equal(page.headers.get('content-security-policy'), 'sandbox');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const hook = await publish(step, answer({ file: '{{ input.body.doc }}' }));
    const data = Buffer.from('a,b\n1,2\n').toString('base64');
    const file = await hook.send({ doc: { name: 'Zahlen ä.csv', data } });
    assert.deepEqual([file.status, file.body], [200, 'a,b\n1,2\n']);
    assert.equal(file.headers.get('content-disposition'), "inline; filename*=UTF-8''Zahlen%20%C3%A4.csv");
  });

  test('never gets headers that belong to the service or to the connection', async () => {
    const names = [
      'Set-Cookie',
      'Transfer-Encoding',
      'Content-Security-Policy',
      'Access-Control-Allow-Origin',
      'Connection',
    ];
    for (const name of names) {
      const hook = await publish(step, answer({ headers: { [name]: 'x' } }));
      assert.equal((await hook.send({})).status, 500);
      const message = `The header '${name.toLowerCase()}' can not be set by an answer`;
      assert.equal((await readLastRun(hook)).error, message);
    }
    const smuggling = await publish(step, answer({ headers: { 'X-A': '{{ input.body }}' } }));
    assert.equal((await smuggling.send('a\r\nSet-Cookie: b=c')).status, 500);
    const script = await publish(step, answer({ headers: { 'Content-Type': 'text/javascript' }, body: '1' }));
    assert.equal((await script.send({})).status, 500);
  });

  test('has an effect only in a run that such a webhook started', async () => {
    const hook = await publish({}, answer({ body: 1 }), done('{{ steps.answer.output.answered }}'));
    const run = await hook.waitForRun(await hook.call({}));
    assert.equal(readResult(run), false);
    assert.equal(run.steps[1]?.text, 'Nobody waits for an answer of this run');
  });
});

suite('methods', () => {
  test('are those that the trigger names, and the run sees which one was used', async () => {
    const hook = await publish({ reply: 'result', methods: ['GET', 'PUT'] }, done('{{ input }}'));
    const get = await service.send(`${hook.path}?a=1`, { method: 'GET' });
    assert.partialDeepStrictEqual(get.body, { body: {}, query: { a: '1' }, method: 'GET' });
    const put = await service.send(hook.path, { method: 'PUT', body: '{"x":1}' });
    assert.partialDeepStrictEqual(put.body, { body: { x: 1 }, method: 'PUT' });
    for (const method of ['PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      const { status, headers } = await fetch(service.url + hook.path, { method });
      assert.deepEqual([status, headers.get('allow')], [405, 'POST, GET, PUT'], method);
    }
    assert.equal(await hook.count(), 2);
    const wrong = await service.send(`${hook.path}x`, { method: 'GET' });
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST']);
  });

  test('never include GET where a call is only queued', async () => {
    const message =
      "Step 'hook': 'methods' must not have GET while 'reply' is queued: browsers and scanners follow links by themselves";
    await assert.rejects(publish({ methods: ['GET'] }, done(1)), new RegExp(message.slice(0, 60)));
  });
});

suite('pages of browsers', () => {
  const cors = { reply: 'result', methods: ['PUT'], cors: ['https://shop.example'] };
  const asking = { origin: 'https://shop.example', 'access-control-request-method': 'PUT' };

  test('may call when their origin is listed, and read refusals as well', async () => {
    const hook = await publish(cors, done('{{ input.body.n }}'));
    const preflight = await service.send(hook.path, {
      method: 'OPTIONS',
      headers: { ...asking, 'access-control-request-headers': 'content-type, authorization' },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST, PUT');
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type, authorization');
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
    const reply = await hook.send({ n: 1 }, { origin: 'https://shop.example' });
    assert.deepEqual([reply.body, reply.headers.get('access-control-allow-origin')], [1, 'https://shop.example']);
    const refused = await hook.send('{', { origin: 'https://shop.example', 'content-type': 'application/json' });
    assert.deepEqual(
      [refused.status, refused.headers.get('access-control-allow-origin')],
      [422, 'https://shop.example'],
    );
    assert.equal(await hook.count(), 1);
  });

  test('of other origins get no permission', async () => {
    const hook = await publish(cors, done(1));
    const headers = { ...asking, origin: 'https://evil.example' };
    const preflight = await service.send(hook.path, { method: 'OPTIONS', headers });
    assert.equal(preflight.headers.get('access-control-allow-origin'), null);
    const plain = await publish({}, done(1));
    assert.equal((await service.send(plain.path, { method: 'OPTIONS', headers: asking })).status, 405);
    const open = await publish({ cors: ['*'] }, done(1));
    assert.equal(
      (await open.send({}, { origin: 'https://a.example' })).headers.get('access-control-allow-origin'),
      '*',
    );
  });
});

suite('dedupe', () => {
  test('lets one call of several with the same value start a run', async () => {
    const params = { reply: 'result', headers: ['X-Delivery'], dedupe: "headers['x-delivery']" };
    const hook = await publish(params, done({ id: '{{ run.id }}', delivery: "{{ input.headers['x-delivery'] }}" }));
    const calls = [1, 2, 3, 4].map(n => hook.send({ n }, { 'x-delivery': 'd-1' }));
    const bodies = (await Promise.all(calls)).map(({ body }) => JSON.stringify(body));
    assert.equal(new Set(bodies).size, 1);
    assert.match(bodies[0] ?? '', /"delivery":"d-1"/);
    assert.equal(await hook.count(), 1);
    await hook.send({}, { 'x-delivery': 'd-2' });
    await hook.send({});
    await hook.send({});
    assert.equal(await hook.count(), 4, 'calls without a value are all different');
  });
});

test('a draft that waits for a call answers it like the published version would', async () => {
  const nodes = [node('hook', 'trigger.webhook', { reply: 'result' }), done('{{ input.body.n }}')];
  const workflow_id = await createWorkflow(service, { nodes, edges: [edge('hook', 'done')] }, ann.key);
  const response = await fetch(`${service.url}/api/v1/workflow/listen`, {
    method: 'POST',
    headers: { 'uni-api-key': ann.key, 'content-type': 'application/json' },
    body: JSON.stringify({ workflow_id, node_id: 'hook' }),
  });
  const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await lines?.read();
  const [, url = ''] = /"url":"([^"]+)"/.exec(first?.value ?? '') ?? [];
  const reply = await service.send(new URL(url).pathname, { body: '{"n":3}' });
  assert.deepEqual([reply.status, reply.body], [200, 3]);
  await lines?.cancel();
});
