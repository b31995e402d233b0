/** Every example is valid and runs to its end, without any account elsewhere. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { Example } from '../../src/workflows/console-schemas.ts';
import type { ImportResult } from '../../src/workflows/schemas.ts';
import { readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { poll } from './poll.ts';

const service = await testService();
const ann = await service.person();
const examples = await service.ask<Example[]>('/api/v1/workflow/examples', {}, ann.key);

async function importExample(id: string): Promise<string> {
  const example = examples.find(each => each.id === id);
  assert.ok(example, `there is no example ${id}`);
  const imported = await service.ask<ImportResult>('/api/v3/workflow/import', { data: example.document }, ann.key);
  assert.deepEqual([imported.issues, imported.secret_keys], [[], []]);
  return imported.workflow.id;
}

async function run(id: string, input: object = {}): Promise<Run> {
  return service.ask<Run>('/api/v3/workflow/run', { workflow_id: await importExample(id), input }, ann.key);
}

async function runForResult<Result>(id: string, input: object = {}): Promise<Result> {
  return readResult(await run(id, input)) as Result;
}

/** Publishes the example and calls its webhook. */
async function callForResult<Result>(id: string, body: object): Promise<Result> {
  const workflow_id = await importExample(id);
  const { triggers } = await service.ask<{ triggers: { url: string | null }[] }>(
    '/api/v3/workflow/publish',
    { workflow_id },
    ann.key,
  );
  const url = triggers.find(trigger => trigger.url !== null)?.url ?? '';
  const headers = { 'content-type': 'application/json' };
  const reply = await service.send(new URL(url).pathname, { headers, body: JSON.stringify(body) });
  const { run_id } = reply.body as { run_id: string };
  const ended = await poll(async () => {
    const read = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {}, ann.key);
    return ['queued', 'running'].includes(read.status) ? undefined : read;
  });
  return readResult(ended) as Result;
}

const csv = (text: string) => ({
  filename: 'a.csv',
  mime_type: 'text/csv',
  data: Buffer.from(text).toString('base64'),
});

test('there are at least eight examples, each with a title, a description, features and notes', () => {
  assert.ok(examples.length >= 8);
  assert.equal(new Set(examples.map(({ id }) => id)).size, examples.length);
  for (const { id, title, description, features, document } of examples) {
    assert.match(id, /^[a-z-]+$/);
    assert.ok(title.length > 5 && description.length > 40 && features.length >= 2, id);
    const { nodes, editor } = document.workflow.definition as {
      nodes: { name: string; position: { x: number; y: number } | null }[];
      editor: { notes: { text: string }[] };
    };
    assert.ok(editor.notes.length > 0 && editor.notes.every(({ text }) => text.length > 20), id);
    assert.ok(
      nodes.every(({ name, position }) => name !== '' && position !== null),
      id,
    );
    const places = new Set(nodes.map(({ position }) => JSON.stringify(position)));
    assert.equal(places.size, nodes.length, 'no step lies on another');
  }
});

test('only users who may read workflows see them', async () => {
  const none = await service.person({ permissions: { workflow: 'none' } });
  await service.refuse(403, 'permission denied', '/api/v1/workflow/examples', {}, none.key);
});

suite('the example', () => {
  test('wait-for-export', async () => {
    const url = 'https://reports.example.com/export.csv';
    assert.deepEqual(await runForResult('wait-for-export', { rounds: 2 }), { url, rounds: 2 });
  });

  test('greeting', async () => {
    assert.deepEqual(await runForResult('greeting', { name: ' Grace ' }), { text: 'Hello Grace!', letters: 5 });
  });

  test('order-invoice by hand and by webhook', async () => {
    type Result = { net: number; discount: number; invoice: Attachment };
    const byHand = await runForResult<Result>('order-invoice');
    assert.deepEqual([byHand.net, byHand.discount, byHand.invoice.content_type], [140.6, 5, 'application/pdf']);
    const items = [{ name: 'Yarn', quantity: 2, price: 9.5 }];
    const called = await callForResult<Result>('order-invoice', { items });
    assert.deepEqual([called.net, called.discount, called.invoice.filename], [19, 0, 'invoice.pdf']);
  });

  test('sales-report with sample data and with a file', async () => {
    type Result = { regions: { region: string; amount: number }[]; chart: Attachment; report: Attachment };
    const sample = await runForResult<Result>('sales-report');
    assert.deepEqual(sample.regions, [
      { region: 'East', amount: 415 },
      { region: 'North', amount: 1510 },
      { region: 'South', amount: 1065.5 },
      { region: 'West', amount: 1068 },
    ]);
    assert.deepEqual([sample.chart.content_type, sample.report.content_type], ['image/png', 'application/pdf']);
    const own = await runForResult<Result>('sales-report', { sales: csv('region,amount\nA,1\nA,2\n') });
    assert.deepEqual(own.regions, [{ region: 'A', amount: 3 }]);
  });

  test('expense-approval at once, approved and rejected', async () => {
    const small = { what: 'Pens', amount: 5, approver: ann.email };
    assert.deepEqual(await runForResult('expense-approval', small), { accepted: true, amount: 5, by: 'the rule' });
    const decide = async (decision: object) => {
      const waiting = await run('expense-approval', { what: 'Loom', amount: 500, approver: ann.email });
      assert.equal(waiting.status, 'waiting', waiting.error);
      const { items } = await service.ask<{ items: { id: string; run_id: string }[] }>(
        '/api/v3/workflow/approval/find',
        {},
        ann.key,
      );
      const id = items.find(({ run_id }) => run_id === waiting.id)?.id;
      await service.ask('/api/v3/workflow/approval/decide', { approval_id: id, ...decision }, ann.key);
      const ended = await poll(async () => {
        const read = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${waiting.id}`, {}, ann.key);
        return read.finished_at === null ? undefined : read;
      });
      return readResult(ended) as Record<string, unknown>;
    };
    const approved = await decide({ decision: 'approve', data: { amount: 400 } });
    assert.deepEqual([approved.accepted, approved.amount], [true, 400]);
    const rejected = await decide({ decision: 'reject', comment: 'No' });
    assert.deepEqual(rejected, { accepted: false, comment: 'No' });
  });

  test('two-of-three approved by two', async () => {
    const people = [await service.person({ name: 'Ben' }), await service.person({ name: 'Cat' })];
    const later = await service.person();
    const approvers = [ann, ...people].map(({ email }) => email).join(', ');
    const waiting = await run('two-of-three', { what: 'Loom', amount: 500, approvers, later: later.email });
    assert.equal(waiting.status, 'waiting', waiting.error);
    for (const { key } of people) {
      const find = { status: 'pending' };
      const { items } = await service.ask<{ items: { id: string }[] }>('/api/v3/workflow/approval/find', find, key);
      const approval_id = items[0]?.id;
      await service.ask('/api/v3/workflow/approval/decide', { approval_id, decision: 'approve' }, key);
    }
    const ended = await poll(async () => {
      const read = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${waiting.id}`, {}, ann.key);
      return read.finished_at === null ? undefined : read;
    });
    assert.deepEqual(readResult(ended), { accepted: true, by: ['Ben', 'Cat'] });
  });

  test('qr-labels', async () => {
    const { count, labels } = await runForResult<{ count: number; labels: Attachment }>('qr-labels', {
      names: 'A,B, ',
    });
    assert.deepEqual([count, labels.filename], [2, 'labels.zip']);
  });

  test('message-routing by hand and by webhook', async () => {
    assert.deepEqual(await runForResult('message-routing'), { team: 'accounting', orders: ['A-4711'] });
    assert.deepEqual(await callForResult('message-routing', { text: 'Where is my parcel B-123?' }), {
      team: 'warehouse',
      orders: ['B-123'],
    });
    assert.deepEqual(await runForResult('message-routing', { text: 'Hello' }), { team: 'support', text: 'Hello' });
  });

  test('weekly-reminder', async () => {
    const result = await runForResult<{ working_days: number; sent_to: string }>('weekly-reminder');
    assert.equal(result.sent_to, ann.email);
    assert.ok(Number.isInteger(result.working_days) && result.working_days >= 0 && result.working_days <= 23);
  });

  test('dates-with-errors', async () => {
    type Result = { good: { date: string }[]; broken: { text: string; problem: string }[] };
    const { good, broken } = await runForResult<Result>('dates-with-errors');
    assert.deepEqual(
      good.map(({ date }) => date),
      ['Thursday, December 24, 2026', 'Monday, February 1, 2027'],
    );
    assert.deepEqual(
      broken.map(({ text }) => text),
      ['soon', '31.2.2027'],
    );
    assert.ok(broken.every(({ problem }) => problem !== ''));
  });

  test('spreadsheet-by-team', async () => {
    type Result = { teams: string[]; people: number; spreadsheet: Attachment };
    const sample = await runForResult<Result>('spreadsheet-by-team');
    assert.deepEqual(
      [sample.teams, sample.people, sample.spreadsheet.filename],
      [['Dyeing', 'Office', 'Weaving'], 5, 'teams.xlsx'],
    );
    const own = await runForResult<Result>('spreadsheet-by-team', { table: csv('name,team,hours\nA,T,1\n') });
    assert.deepEqual([own.teams, own.people], [['T'], 1]);
  });

  test('file-fingerprint with and without a hash to compare', async () => {
    const file = csv('hello');
    const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    const computed = { file: 'a.csv', sha256 };
    assert.deepEqual(await runForResult('file-fingerprint', { file }), computed);
    const expected = sha256.toUpperCase();
    assert.deepEqual(await runForResult('file-fingerprint', { file, expected }), { ...computed, genuine: true });
    assert.deepEqual(await runForResult('file-fingerprint', { file, expected: 'x' }), { ...computed, genuine: false });
  });
});
