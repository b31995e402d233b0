/** Forms that start workflows: their pages, what they accept, and what people see afterwards. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { testService } from '../support/service.ts';
import { publishForm, readNotice, readProblems, SCHEMA, type TestForm } from './forms-sent.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '1' });
const ann = await service.person();
const cv = { name: 'cv.txt', content: 'I can weave.' };
const NOTHING = { type: 'object', properties: { note: { type: 'string' } } };

suite('the page', () => {
  test('shows the form, escaped, under a strict policy', async () => {
    const form = await publishForm(service, ann, {
      title: 'Apply <now>',
      description: '**Hello** <script>alert(1)</script>',
      submit_label: 'Apply & go',
    });
    const { status, headers, text } = await form.open(`${form.path}?name=%22Ann%22&age=7`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src data:; " +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('set-cookie'), null);
    assert.match(text, /<h1>Apply &lt;now&gt;<\/h1>/);
    assert.match(text, /<p><strong>Hello<\/strong> &lt;script&gt;alert\(1\)&lt;\/script&gt;<\/p>/);
    assert.match(text, /<label for="field-0">Your name<\/label>/);
    assert.match(text, /<input type="text" value="&quot;Ann&quot;" id="field-0" name="name" required/);
    assert.match(text, /<input type="number" value="7" id="field-2" name="age"[^>]* min="18" step="1">/);
    assert.match(text, /<label for="field-5">Send me &lt;news&gt;<\/label>/);
    assert.match(text, /<p class="about" id="about-6">As PDF &amp; signed.<\/p>/);
    assert.match(text, /<button type="submit">Apply &amp; go<\/button>/);
    assert.doesNotMatch(text, /Heddle(?!_)|person\d|<script>/);
    assert.deepEqual(await form.runs(), []);
  });

  test('is previewed by its author, whatever is missing yet', async () => {
    const preview = (params: object) =>
      service.ask<{ html: string }>('/api/v1/workflow/form_preview', { params }, ann.key);
    const { html } = await preview({ title: 'Draft', description: '*soon*', form_schema: SCHEMA });
    assert.match(html, /<h1>Draft<\/h1>\n<div class="markdown"><p><em>soon<\/em><\/p>/);
    assert.match(html, /<label for="field-0">Your name<\/label>/);
    assert.match((await preview({ form_schema: { properties: { a: 7 } }, embed: 1 })).html, /<h1><\/h1>/);
    const reply = await service.call('/api/v1/workflow/form_preview', {}, ann.key);
    assert.deepEqual([reply.status, reply.body], [422, { detail: 'validation error: params: is required' }]);
  });

  test('may be shown in frames of the named origins, and leads on to the named page', async () => {
    const form = await publishForm(service, ann, {
      embed: ['https://example.org', 'https://*.example.com'],
      form_schema: NOTHING,
      result: 'redirect',
      redirect_url: 'https://example.net/thanks?a=1',
    });
    const { headers } = await form.open();
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors https:\/\/example\.org https:\/\/\*\.example\.com$/);
    assert.match(policy, /form-action 'self' https:\/\/example\.net;/);
    const result = await form.open(await form.sendWell({}));
    assert.deepEqual([result.status, result.headers.get('location')], [303, 'https://example.net/thanks?a=1']);
  });

  test('has its files', async () => {
    const form = await publishForm(service, ann);
    const { text } = await form.open();
    const links = [...text.matchAll(/(?:href|src)="(\/form\/[^"]+)"/g)].map(([, link = '']) => link);
    assert.deepEqual(
      links.map(link => link.replace(/[0-9a-f]{16}$/, '')),
      ['/form/page.css?v=', '/form/page.js?v='],
    );
    for (const link of links) {
      const { status, headers } = await form.open(link);
      assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=31536000, immutable']);
    }
  });

  test('is friendly when there is no such form, and when it is closed', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING });
    const result = await form.sendWell({});
    const token = await form.token();
    for (const path of [`${form.path}x`, '/form/x/y', form.path.replace(/[0-9a-f]{4}(?=\/[^/]*$)/, '0000')]) {
      const { status, text, headers } = await form.open(path);
      assert.equal(status, 404);
      assert.match(text, /<h1>There is no such form<\/h1>/);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    }
    await form.change('activate', { active: false });
    const closed = await form.open();
    assert.equal(closed.status, 410);
    assert.match(closed.text, /<h1>This form is closed<\/h1>/);
    const sent = await form.send({ _heddle_token: token }, { json: true });
    assert.equal(sent.status, 410);
    assert.deepEqual(JSON.parse(sent.text), {
      notice: 'This form is closed. It does not accept answers at the moment.',
    });
    assert.equal((await form.open(result)).status, 200);
  });

  test('has a new address when its secret is replaced, and webhooks do not share it', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING });
    const old = form.path;
    const result = await form.sendWell({});
    const hook = await service.send(old.replace('/form/', '/api/v3/workflow/hook/'), { body: '{}' });
    assert.deepEqual([hook.status, hook.body], [404, { detail: 'Webhook not found' }]);
    const { triggers } = await form.change('trigger/regenerate', { node_id: 'form' });
    form.path = new URL(triggers[0]?.url ?? '').pathname;
    assert.notEqual(form.path, old);
    assert.equal((await form.open(old)).status, 404);
    assert.equal((await form.open(result)).status, 404);
    await form.sendWell({});
    assert.equal((await form.runs()).length, 2);
  });

  test('accepts no other methods and no other bodies', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING });
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const reply = await service.send(form.path, { method });
      assert.deepEqual([reply.status, reply.headers.get('allow')], [405, 'GET, HEAD, POST']);
    }
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'note=1'],
      ['application/json', '{"note": 1}'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="note"\r\n\r\n1'],
    ] as const) {
      const reply = await service.send(form.path, { headers: { 'content-type': type }, body });
      assert.equal(reply.status, 422, type);
      assert.match(String(reply.body), /<h1>Something went wrong<\/h1>/);
    }
    assert.deepEqual(await form.runs(), []);
  });
});

suite('answers', () => {
  test('become the input of a run, with their files', async () => {
    const form = await publishForm(service, ann);
    const before = Date.now();
    const sent = await form.send(
      { name: ' Ann ', message: 'one\r\ntwo', age: '30', mail: '', color: 'green', news: 'true', cv, other: 'x' },
      { query: '?from=mail&from=post' },
    );
    assert.equal(sent.status, 303, sent.text);
    const run = await form.endedRun();
    const input = JSON.parse(run.input_json);
    const [file] = input.files;
    assert.deepEqual(Object.keys(file), ['file_id', 'filename', 'content_type', 'file_url', 'size']);
    assert.equal(await (await fetch(file.file_url.replace(/^https?:\/\/[^/]+/, service.url))).text(), cv.content);
    const { submitted_at, submission_id, ...rest } = input;
    assert.match(submission_id, /^[0-9a-f-]{36}$/);
    assert(submitted_at >= before && submitted_at <= Date.now());
    assert.deepEqual(rest, {
      values: { name: 'Ann', message: 'one\ntwo', age: 30, color: 'green', news: true, cv: file },
      files: [file],
      query: { from: ['mail', 'post'] },
    });
    assert.deepEqual(JSON.parse(run.output_json), input);
    assert.equal(run.trigger_type, 'trigger.form');
  });

  test('can be given to a run of the draft, with files', async () => {
    const form = await publishForm(service, ann);
    const file = { filename: cv.name, mime_type: 'text/plain', data: Buffer.from(cv.content).toString('base64') };
    const input = { values: { name: 'Ann', cv: file }, submitted_at: 1, query: {} };
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: form.workflowId, input }, ann.key);
    const { values, ...rest } = JSON.parse(run.output_json);
    assert.deepEqual([values.name, values.cv.filename, values.cv.size], ['Ann', 'cv.txt', cv.content.length]);
    assert.deepEqual(rest, { submitted_at: 1, query: {} });
  });

  test('that are not right come back with the problems beside their fields', async () => {
    const form = await publishForm(service, ann);
    const entries = {
      name: '<b>'.repeat(30),
      message: 'kept & well',
      age: '12',
      mail: 'nobody',
      color: 'blue',
      cv: { name: '', content: '' },
    };
    const { status, text } = await form.send(entries);
    const problems = {
      name: 'Please enter at most 50 characters.',
      age: 'This must be at least 18.',
      mail: 'Please enter an e-mail address, such as ann@example.org.',
      color: 'Please choose one of the options.',
      cv: 'Please choose a file.',
    };
    assert.equal(status, 422);
    assert.equal(readNotice(text), 'Please check your answers: not everything is right yet.');
    assert.deepEqual(readProblems(text), problems);
    assert.match(text, /kept &amp; well<\/textarea>/);
    assert.match(text, /value="12" id="field-2" name="age" aria-describedby="problem-2" aria-invalid="true"/);
    assert.match(text, /value="&lt;b&gt;/);
    const json = await form.send(entries, { json: true });
    const { token, ...rest } = JSON.parse(json.text);
    assert.equal(json.status, 422);
    assert.equal(typeof token, 'string');
    assert.deepEqual(rest, { notice: 'Please check your answers: not everything is right yet.', problems });
    assert.deepEqual(await form.runs(), []);
  });

  test('that are too long or too large are refused at their fields, and nothing of them is stored', async () => {
    const bob = await service.person();
    const form = await publishForm(service, bob);
    const large = { name: 'large.txt', content: 'x'.repeat(2 ** 20 + 1) };
    const { status, text } = await form.send({ name: 'Ann', message: 'x'.repeat(2 ** 20), age: 'old', cv: large });
    assert.equal(status, 422);
    assert.deepEqual(readProblems(text), {
      message: 'This text is too long.',
      age: 'Please enter a number.',
      cv: 'The file is larger than 1 MB.',
    });
    const again = await form.send({ name: 'Ann', age: '1.5', cv });
    assert.deepEqual(readProblems(again.text), {
      age: 'Please enter a whole number.',
      cv: 'Please choose the file once more.',
    });
    const { query: db } = service.service.system.database;
    const files = await db.selectFrom('files').select('filename').where('user_id', '=', bob.id).execute();
    assert.deepEqual([files, await form.runs()], [[], []]);
  });

  test('need a token of the form', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING });
    const other = await publishForm(service, ann, { form_schema: NOTHING });
    const token = await form.token();
    const expired = 'The page was open for too long. Your answers are still here: please send them again.';
    for (const wrong of ['', 'x.y.z', `${token}x`, `1${token}`, await other.token()]) {
      const { status, text } = await form.send({ _heddle_token: wrong, note: 'kept' });
      assert.equal(status, 422, wrong);
      assert.equal(readNotice(text), expired);
      assert.match(text, /value="kept"/);
    }
    assert.deepEqual(await form.runs(), []);
  });

  test('that are sent twice at once, or again, start one run', async () => {
    const form = await publishForm(service, ann);
    const entries = { _heddle_token: await form.token(), name: 'Ann', cv };
    const replies = await Promise.all(Array.from({ length: 5 }, () => form.send(entries)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [303, 303, 303, 303, 303],
    );
    await form.sendWell(entries);
    await form.endedRun();
    const changed = await form.send({ ...entries, name: 'Bob' });
    assert.equal(changed.status, 409);
    assert.equal(
      readNotice(changed.text),
      'You have already sent this form with other answers. Send it again if you want to send these as well.',
    );
  });

  test('of programs that fill in everything are thanked for and forgotten', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING });
    const result = await form.open(await form.sendWell({ _heddle_website: 'https://spam.example', note: 'x' }));
    assert.match(result.text, /<p>Thank you. Your answers have arrived.<\/p>/);
    assert.deepEqual(await form.runs(), []);
  });

  test('can not be sent when the schema of the form can not be used', async () => {
    const schema = {
      type: 'object',
      properties: { note: { type: 'string', allOf: [{ $ref: '#/definitions/none' }] } },
    };
    const form = await publishForm(service, ann, { form_schema: schema });
    const { status, text } = await form.send({ note: 'x' });
    assert.equal(status, 422);
    assert.equal(readNotice(text), 'This form can not be sent: its author has to correct it.');
  });
});

suite('the result', () => {
  async function shown(form: TestForm, entries = {}): Promise<string> {
    const path = await form.sendWell(entries);
    await form.endedRun();
    const { status, text } = await form.open(path);
    assert.equal(status, 200);
    return text;
  }

  test('is a message', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING, message: 'Thanks *a lot* <i>' });
    assert.match(await shown(form), /<p>Thanks <em>a lot<\/em> &lt;i&gt;<\/p>/);
  });

  test('is the output of the run: a text, several fields, or JSON', async () => {
    const run = { form_schema: NOTHING, result: 'run', message: 'Here you are:' };
    const text = await publishForm(service, ann, run, 'Hello {{ input.values.note }}');
    const page = await shown(text, { note: '<b>' });
    assert.match(page, /<p>Here you are:<\/p>/);
    assert.match(page, /<div class="text">Hello &lt;b&gt;<\/div>/);
    const fields = await publishForm(service, ann, run, { total: 7, note: '{{ input.values.note }}' });
    assert.match(await shown(fields, { note: 'x' }), /<dl><dt>total<\/dt><dd>7<\/dd><dt>note<\/dt><dd>x<\/dd><\/dl>/);
    const json = await publishForm(service, ann, run, { list: [1, 2] });
    assert.match(await shown(json), /<pre tabindex="0">\{\n {2}&quot;list&quot;: \[/);
    const file = await publishForm(service, ann, { form_schema: SCHEMA, result: 'run' }, '{{ input.values.cv }}');
    assert.match(await shown(file, { name: 'Ann', cv }), /<a href="https?:[^"]+&amp;secret=[^"]+">cv.txt<\/a>/);
  });

  test('of a failed run is friendly and does not tell the error', async () => {
    const form = await publishForm(service, ann, { form_schema: NOTHING, result: 'run' }, '{{ 1 / 0 }}');
    const page = await shown(form);
    assert.match(page, /<p>Your answers have arrived, but they could not be processed\./);
    assert.doesNotMatch(page, /division|zero/i);
  });

  test('is never that of somebody else, also where runs are limited', async () => {
    const idle = await testService({}, { work: false });
    const params = { form_schema: NOTHING, result: 'run' };
    const settings = { concurrency: [{ limit: 1, on_full: 'skip' }] };
    const form = await publishForm(idle, await idle.person(), params, null, settings);
    const state = async (path: string) => JSON.parse((await form.open(path, { accept: 'application/json' })).text);
    const first = await form.sendWell({ note: 'one' });
    const second = await form.sendWell({ note: 'two' });
    assert.equal((await form.runs()).length, 1);
    assert.deepEqual([await state(first), await state(second)], [{ state: 'waiting' }, { state: 'late' }]);
  });

  test('is waited for, and only with a signed token', async () => {
    const idle = await testService({}, { work: false });
    const form = await publishForm(idle, await idle.person(), { form_schema: NOTHING, result: 'run' });
    const path = await form.sendWell({});
    const page = await form.open(path);
    assert.match(
      page.text,
      /<p class="waiting" role="status" data-waiting>One moment: your answers are being processed/,
    );
    assert.match(page.text, /<noscript><meta http-equiv="refresh" content="2"><\/noscript>/);
    const json = await form.open(path, { accept: 'application/json' });
    assert.deepEqual(JSON.parse(json.text), { state: 'waiting' });
    const [run] = await form.runs();
    const forged = path.replace(/\/result\/.*/, `/result/${Date.now().toString(36)}.${run?.id}.AAAA`);
    const gone = await form.open(forged);
    assert.equal(gone.status, 404);
    assert.match(gone.text, /<h1>This page is not available any more.<\/h1>/);
  });
});

suite('limits', () => {
  test('apply as to webhooks: per workflow, and per address', async () => {
    const idle = await testService(
      { HEDDLE_QUEUED_RUNS: '2', HEDDLE_RATE_LIMITS: 'on', HEDDLE_REQUESTS_WEBHOOK: '50' },
      { work: false },
    );
    const form = await publishForm(idle, await idle.person(), { form_schema: NOTHING });
    await form.sendWell({});
    await form.sendWell({});
    const full = await form.send({ note: 'kept' });
    assert.deepEqual([full.status, full.headers.get('retry-after')], [429, '5']);
    assert.equal(readNotice(full.text), 'Too many answers arrive at the moment. Please try again in a little while.');
    assert.match(full.text, /value="kept"/);
    const pages = await Promise.all(Array.from({ length: 60 }, () => form.open()));
    const refused = pages.find(({ status }) => status === 429);
    assert.ok(refused);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(refused.text, /<h1>Please wait a moment<\/h1>/);
  });
});
