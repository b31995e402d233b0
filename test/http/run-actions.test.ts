/** Tests steps with effects outside of the run (requests, mails, tools): in parallel, and retried when they fail. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import PostalMime from 'postal-mime';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { type Answer, gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();
const run = (definition: Definition, input: Record<string, unknown> = {}) =>
  runOnce(service, definition, input, ann.key);

/** Gives the answers one after the other, and then repeats the last one. */
function answerInSequence(...answers: Answer[]): Answer {
  let next = 0;
  return (request, response) => answers[Math.min(next++, answers.length - 1)]?.(request, response);
}

suite('http.request', () => {
  test('sends what its params say, and outputs the reply', async () => {
    const place = openPlace(json({ ok: [1] }, 201, { 'x-reply': 'r' }));
    const call = node('call', 'http.request', {
      url: `${place.url}/{{ input.id }}?a=1`,
      method: 'POST',
      headers: { 'X-Id': '{{ input.id }}', 'X-Number': 7 },
      query: { q: 'ä b', list: [1, 2], none: null },
      body: { id: '{{ input.id }}', list: '{{ input.list }}' },
    });
    const done = await run(chain(call, node('done', 'output', { value: '{{ steps.call.output.body.ok[0] }}' })), {
      id: 'i1',
      list: [1, null],
    });
    assert.equal(readResult(done), 1);
    const { status, headers, body } = readStepOutput(done, 'call') as Record<string, unknown>;
    assert.deepEqual([status, body], [201, { ok: [1] }]);
    assert.equal((headers as Record<string, string>)['x-reply'], 'r');
    assert.deepEqual([findStep(done, 'call').text, findStep(done, 'call').handle], ['201 Created', null]);
    const [seen] = place.seen;
    assert.equal(seen?.method, 'POST');
    assert.match(seen?.path ?? '', /\/i1\?a=1&q=%C3%A4%20b&list=1&list=2$/);
    assert.deepEqual(JSON.parse(seen?.body ?? ''), { id: 'i1', list: [1, null] });
    assert.deepEqual(
      [seen?.headers['x-id'], seen?.headers['x-number'], seen?.headers['content-type']],
      ['i1', '7', 'application/json'],
    );
    assert.ok(seen?.headers['idempotency-key']?.includes(done.id));
    assert.equal('x-service-signature' in (seen?.headers ?? {}), false);
  });

  test('signs the body with the secret that the deployment shows', async () => {
    const place = openPlace(json({}));
    const requests = {
      a: { method: 'POST', body: { text: 'grüße {{ input.n }}' } },
      b: { method: 'POST', body: 'text' },
      c: { headers: { 'x-service-signature': 'forged' } },
    };
    const steps = Object.entries(requests).map(([id, params]) =>
      node(id, 'http.request', { url: place.url, sign: true, ...params }),
    );
    const workflow_id = await createWorkflow(service, chain(...steps), ann.key);
    await service.ask('/api/v3/workflow/run', { workflow_id, input: { n: 1 } }, ann.key);
    const deployment = await service.ask('/api/v3/workflow/deployment', { workflow_id }, ann.key);
    const secret = String(deployment.signing_secret);
    assert.ok(secret.length >= 32);
    assert.deepEqual(
      place.seen.map(({ body }) => body),
      ['{"text":"grüße 1"}', 'text', ''],
    );
    for (const { headers, body } of place.seen) {
      const expected = createHmac('sha256', secret).update(body).digest('hex');
      assert.equal(headers['x-service-signature'], `sha256=${expected}`);
    }
    await service.ask('/api/v3/workflow/run', { workflow_id }, ann.key);
    const again = await service.ask('/api/v3/workflow/deployment', { workflow_id }, ann.key);
    assert.equal(again.signing_secret, secret);
  });

  test('fails on a status of 400 or more, unless the step accepts it', async () => {
    const place = openPlace(json({ reason: 'no such thing' }, 404));
    const failed = await run(chain(node('call', 'http.request', { url: place.url })));
    assert.equal(failed.status, 'failed');
    assert.match(failed.error, /404.*no such thing/);
    assert.equal(place.seen.length, 1);
    const accepted = await run(chain(node('call', 'http.request', { url: place.url, accept_errors: true })));
    assert.equal((readStepOutput(accepted, 'call') as { status: number }).status, 404);
  });

  test('stores a binary reply as a file of the run', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const place = openPlace((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes),
    );
    const done = await run(
      chain(
        node('call', 'http.request', { url: place.url }),
        node('done', 'output', { value: ['{{ steps.call.output.body }}', '{{ steps.call.file_ids }}'] }),
      ),
    );
    const [file, ids] = readResult(done) as [Attachment, string[]];
    assert.deepEqual([findStep(done, 'call').file_ids, ids, file.size], [[file.file_id], [file.file_id], 4]);
    const link = await fetch(file.file_url);
    assert.deepEqual(Buffer.from(await link.arrayBuffer()), bytes);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${done.id}`, {}, ann.key);
    assert.equal((await fetch(file.file_url)).status, 404);
  });

  test('fails, without harming the service, when a reply contains NUL and broken characters', async () => {
    const place = openPlace((_request, response) =>
      response.writeHead(500, { 'content-type': 'text/plain' }).end(Buffer.from('a\0b\ud800\xff', 'latin1')),
    );
    const failed = await run(chain(node('call', 'http.request', { url: place.url })));
    assert.equal(failed.status, 'failed');
    assert.match(failed.error, /^The server answered 500 Internal Server Error: a/);
    assert.deepEqual(await service.ask(`/api/v3/workflow/runs/get?entity_id=${failed.id}`, {}, ann.key), failed);
  });
});

suite('a failed step is retried', () => {
  const request = (url: string, more: Record<string, unknown>) => chain(node('call', 'http.request', { url, ...more }));

  test('as often as the step says, with one Idempotency-Key, and each time later', async () => {
    const place = openPlace(answerInSequence(json({}, 500), json({}, 503), json({ third: true })));
    const retry = { attempts: 4, delay_seconds: 0.1, backoff: 3 };
    const done = await run(request(place.url, { retry }));
    assert.deepEqual((readStepOutput(done, 'call') as { body: unknown }).body, { third: true });
    assert.equal(place.seen.length, 3);
    assert.equal(new Set(place.seen.map(({ headers }) => headers['idempotency-key'])).size, 1);
    const [first = 0, second = 0, third = 0] = place.seen.map(({ atMs }) => atMs);
    // A retry never comes earlier than requested; how much later depends on the machine.
    assert.ok(second - first >= 98 && third - second >= 298, `${second - first} ${third - second}`);
    assert.equal(done.steps.filter(({ node_id }) => node_id === 'call').length, 1);
  });

  test('and the step tells of every try, when there was more than one', async () => {
    const place = openPlace(answerInSequence(json({}, 500), json({}), json({})));
    const retry = { attempts: 2, delay_seconds: 0 };
    const done = await run(request(place.url, { retry }));
    const { tries = [], started_at, finished_at } = findStep(done, 'call');
    assert.deepEqual(
      tries.map(({ error }) => error),
      ['The server answered 500 Internal Server Error: {}', ''],
    );
    const times = [started_at, ...tries.flatMap(each => [each.started_at, each.finished_at]), finished_at];
    assert.deepEqual(
      times,
      times.toSorted((left, right) => Number(left) - Number(right)),
    );
    assert.equal(findStep(await run(request(place.url, { retry })), 'call').tries, undefined);
  });

  test('not more often, and not at all by default', async () => {
    const place = openPlace(json({}, 500));
    const failed = await run(request(place.url, { retry: { attempts: 3, delay_seconds: 0 } }));
    assert.deepEqual([failed.status, place.seen.length], ['failed', 3]);
    await run(request(place.url, {}));
    assert.equal(place.seen.length, 4);
  });

  test('not when the answer will not change', async () => {
    const place = openPlace(json({}, 404));
    const failed = await run(request(place.url, { retry: { attempts: 3, delay_seconds: 0 } }));
    assert.deepEqual([failed.status, place.seen.length], ['failed', 1]);
  });

  suite('and `retry.when` decides which failures are worth it', () => {
    const rows: [when: string, answers: [status: number, headers?: Record<string, string>][], requests: number][] = [
      ['status == 404', [[404], [404], [200]], 3],
      ['status == 404', [[500], [200]], 1],
      ["headers['x-state'] == 'pending'", [[409, { 'X-State': 'pending' }], [409, { 'x-state': 'final' }], [200]], 2],
      ["'answered 503' in error and attempt < 2", [[503], [503], [200]], 2],
      ['false', [[500], [200]], 1],
    ];
    for (const [when, answers, requests] of rows) {
      test(`${when}: ${answers.map(([status]) => status).join(', ')}`, async () => {
        const place = openPlace(answerInSequence(...answers.map(([status, headers]) => json({}, status, headers))));
        const ended = await run(request(place.url, { retry: { attempts: 5, delay_seconds: 0, when } }));
        assert.equal(place.seen.length, requests);
        assert.equal(ended.status, requests === answers.length ? 'success' : 'failed');
      });
    }

    test('but not without an answer that it could see', async () => {
      const place = openPlace(json({}));
      const retry = { attempts: 3, delay_seconds: 0, when: 'true' };
      const failed = await run(request(place.url, { method: '{{ input.method }}', retry }), { method: 'BREW' });
      assert.match(failed.error, /method/);
      const closed = await run(request('http://127.0.0.1:1/', { retry: { ...retry, when: 'status is not none' } }));
      assert.equal(findStep(closed, 'call').tries, undefined);
    });

    test('and says so when it fails itself', async () => {
      const place = openPlace(json({}, 500));
      const retry = { attempts: 3, delay_seconds: 0, when: 'headers.nothing.at_all' };
      const failed = await run(request(place.url, { retry }));
      assert.equal(
        failed.error,
        "The server answered 500 Internal Server Error: {} (and 'retry.when' can not be evaluated: 'headers' has no 'nothing')",
      );
      assert.equal(place.seen.length, 1);
    });
  });

  test('not before the time in Retry-After', async () => {
    const place = openPlace(answerInSequence(json({}, 429, { 'retry-after': '1' }), json({})));
    const done = await run(request(place.url, { retry: { attempts: 2, delay_seconds: 0 } }));
    assert.equal(done.status, 'success');
    const [first = 0, second = 0] = place.seen.map(({ atMs }) => atMs);
    assert.ok(second - first >= 990, String(second - first));
  });

  test('when an attempt timed out', async () => {
    const place = openPlace(answerInSequence(() => {}, json({})));
    // On a busy machine, further attempts may time out as well.
    const done = await run(request(place.url, { timeout_seconds: 0.2, retry: { attempts: 10, delay_seconds: 0 } }));
    assert.equal(done.status, 'success');
    assert.ok(place.seen.length >= 2);
    const silent = openPlace(() => {});
    const failed = await run(request(silent.url, { timeout_seconds: 0.2 }));
    assert.match(failed.error, /took longer than 0.2 seconds$/);
  });

  test('not for errors in templates and params', async () => {
    const place = openPlace(json({}));
    const retry = { attempts: 3, delay_seconds: 0 };
    const template = await run(request(`${place.url}/{{ input.nothing }}`, { retry }));
    assert.match(template.error, /nothing/);
    const params = await run(request(place.url, { method: '{{ input.method }}', retry }), { method: 'BREW' });
    assert.match(params.error, /method/);
    assert.equal(place.seen.length, 0);
  });

  test('with an Idempotency-Key of its own for each step and loop item, unless the author sets one', async () => {
    const place = openPlace(json({}));
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('one', 'http.request', { url: place.url }),
        node('own', 'http.request', { url: place.url, headers: { 'idempotency-KEY': 'mine' } }),
        node('each', 'loop', { items: '[1, 2]' }),
        node('item', 'http.request', { url: place.url }),
      ],
      edges: [edge('start', 'one'), edge('one', 'own'), edge('own', 'each'), edge('each', 'item', 'item')],
    };
    await run(definition);
    const keys = place.seen.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size, keys[1]], [4, 4, 'mine']);
  });
});

suite('parallel steps', () => {
  test('of different branches run at the same time', async () => {
    const both = gate();
    const place = openPlace(both.answer);
    const call = (id: string) => node(id, 'http.request', { url: `${place.url}/${id}` });
    const definition = {
      nodes: [node('start', 'trigger.manual'), call('a'), call('b'), node('join', 'output', { value: 1 })],
      edges: [edge('start', 'a'), edge('start', 'b'), edge('a', 'join'), edge('b', 'join')],
    };
    const running = run(definition);
    await place.came(2);
    both.open();
    assert.equal(readResult(await running), 1);
  });

  test('are never more than four in one run', async () => {
    const pendingAnswers: (() => void)[] = [];
    const place = openPlace((request, response) => pendingAnswers.push(() => json({})(request, response)));
    const other = openPlace(json({}));
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: 'range(7) | list' }),
        node('call', 'http.request', { url: place.url }),
      ],
      edges: [edge('start', 'each'), edge('each', 'call', 'item')],
    };
    const running = run(definition);
    for (let came = 4; came <= 7; came++) {
      await place.came(came);
      // A fifth request would have arrived in the time that another run needs for its own request.
      await run(chain(node('call', 'http.request', { url: other.url })));
      assert.equal(place.seen.length, came);
      pendingAnswers.shift()?.();
    }
    for (const answer of pendingAnswers.splice(0)) answer();
    assert.equal((await running).status, 'success');
  });

  test('run to their end after another step failed, and no further step begins', async () => {
    const slow = gate(json({ late: true }));
    const place = openPlace(slow.answer);
    const bad = openPlace(json({}, 500));
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('slow', 'http.request', { url: place.url }),
        node('after', 'http.request', { url: place.url }),
        node('wait', 'http.request', { url: bad.url }),
      ],
      edges: [edge('start', 'slow'), edge('slow', 'after'), edge('start', 'wait')],
    };
    const running = run(definition);
    await Promise.all([place.came(1), bad.came(1)]);
    const filters = [['status', '==', 'running']];
    await poll(async () => {
      const [shown] = await service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, ann.key);
      return shown?.steps.find(({ node_id, status }) => node_id === 'wait' && status === 'failed');
    });
    slow.open();
    const failed = await running;
    assert.deepEqual([failed.status, failed.error], ['failed', findStep(failed, 'wait').error]);
    assert.equal(findStep(failed, 'slow').status, 'success');
    assert.equal(place.seen.length, 1);
    assert.equal(failed.steps.find(({ node_id }) => node_id === 'after')?.started_at ?? null, null);
  });
});

suite('notify and tool.call', () => {
  test('notify mails the user on whose behalf the run executes', async () => {
    const outbox = path.join(service.dataFolder, 'outbox');
    const definition = chain(
      node('mail', 'notify', { subject: 'Hi {{ input.name }}', message: '**{{ input.name }}**' }),
      node('done', 'output', { value: '{{ steps.mail.output }}' }),
    );
    const done = await run(definition, { name: 'Ada' });
    assert.deepEqual(readResult(done), { sent_to: ann.email });
    assert.equal(findStep(done, 'mail').text, `Sent to ${ann.email}`);
    const files = await readdir(outbox);
    assert.equal(files.length, 1);
    const mail = await PostalMime.parse(await readFile(path.join(outbox, files[0] ?? '')));
    assert.deepEqual([mail.to?.[0]?.address, mail.subject, mail.text?.trim()], [ann.email, 'Hi Ada', '**Ada**']);
    assert.match(mail.html ?? '', /<strong>Ada<\/strong>/);
  });

  test('notify mails members of the own organizations, whoever is enabled, and nobody else', async () => {
    const [bob, gone, eve] = await Promise.all([
      service.person(),
      service.person({ enabled: false }),
      service.person(),
    ]);
    await service.organization([ann, bob, gone].map(person => ({ person, write: false })));
    await service.organization([{ person: eve, write: true }]);
    const mailTo = (to: string[]) => run(chain(node('mail', 'notify', { to, subject: 'Hi', message: 'Hi' })));
    const done = await mailTo([bob.email.toUpperCase(), ann.email]);
    assert.deepEqual(readStepOutput(done, 'mail'), { sent_to: `${bob.email.toUpperCase()}, ${ann.email}` });
    for (const { email } of [eve, gone]) {
      const refused = await mailTo([bob.email, email]);
      assert.equal(refused.status, 'failed');
      assert.match(refused.error, new RegExp(`^'${email}' is no member of your organizations, `));
    }
  });

  test('tool.call outputs the result of the tool, or fails with its error', async () => {
    const hash = (params: unknown) => chain(node('call', 'tool.call', { tool: 'hash', params }));
    const done = await run(hash({ text: '{{ input.t }}', algorithm: 'md5' }), { t: 'a' });
    assert.deepEqual(readStepOutput(done, 'call'), { hash: '0cc175b9c0f1b6a831c399e269772661' });
    assert.equal(findStep(done, 'call').text, '0cc175b9c0f1b6a831c399e269772661');
    const failed = await run(hash({ text: '{{ input.t }}', algorithm: '{{ input.a }}' }), { t: 'a', a: 'rot13' });
    assert.match(failed.error, /algorithm/);
  });
});
