/** The client package against the real service. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import {
  AuthenticationError,
  ConflictError,
  type ErrorCode,
  Heddle,
  type HeddleError,
  hasEnded,
  NotFoundError,
  type Progress,
  type RunEvent,
  runOutput,
  ValidationError,
  verifyWebhook,
  type WorkflowCreation,
} from '@heddle/client';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { openPlaces } from '../support/outside-places.ts';
import { type Person, testService } from '../support/service.ts';
import { script } from './chats.ts';

const models = await openModelServer({ after });
const openPlace = await openPlaces();
const service = await testService({
  HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: models.url }]),
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32',
});
const { nodes, edges } = chain(node('done', 'output', { value: 'Hello {{ input.name }}' }));
const done = { nodes, edges };

const clientOf = ({ key }: Pick<Person, 'key'>) => new Heddle({ url: service.url, key });

async function createPublished(heddle: Heddle, definition: WorkflowCreation['definition'] = done): Promise<string> {
  const { id } = await heddle.workflows.create({ name: 'greet', definition });
  await heddle.workflows.publish(id, { note: 'first' });
  return id;
}

suite('runs', () => {
  test('start the published version, or the draft, once for each idempotency key', async () => {
    const heddle = clientOf(await service.person());
    const workflow_id = await createPublished(heddle);
    await heddle.workflows.update({
      id: workflow_id,
      definition: { nodes: [nodes[0] ?? assert.fail(), node('done', 'output', { value: 'draft' })], edges },
    });
    const run = await heddle.runs.start({ workflow_id, input: { name: 'Ada' } }, { idempotencyKey: 'one' });
    assert.deepEqual([run.status, run.version, runOutput(run)], ['success', 1, 'Hello Ada']);
    const again = await heddle.runs.start({ workflow_id, input: { name: 'Ada' } }, { idempotencyKey: 'one' });
    assert.equal(again.id, run.id);
    const draft = await heddle.runs.start({ workflow_id, version: 'draft' });
    assert.deepEqual([draft.version, runOutput<string>(draft)], [null, 'draft']);
    assert.equal(await heddle.runs.count({ filters: [['workflow_id', '==', workflow_id]] }), 2);
  });

  test('are followed event by event, with a key that may only run workflows', async () => {
    const ann = await service.person();
    const workflow_id = await createPublished(clientOf(ann));
    const heddle = clientOf({ key: await service.key(ann.id, ['service.workflow']) });
    const expected = ['run_start', 'step_start start', 'step_end start', 'step_start done', 'step_end done', 'run_end'];
    for (const version of ['published', 'draft'] as const) {
      const events: RunEvent[] = [];
      for await (const event of heddle.runs.stream({ workflow_id, version, input: { name: 'Ünï 😀' } }))
        events.push(event);
      assert.deepEqual(
        events.map(({ type, node_id }) => `${type} ${node_id}`.trim()),
        expected,
      );
      assert.equal(events.at(-1)?.output_json, '"Hello Ünï 😀"');
    }
  });

  test('that wait are decided and waited for', async () => {
    const ann = await service.person();
    const heddle = clientOf(ann);
    const ask = node('ask', 'human.approval', { title: 'Pay?', assignees: [ann.email] });
    const answer = node('done', 'output', { value: '{{ steps.ask.output.comment }}' });
    const definition = chain(ask, answer);
    const approved = definition.edges.map(each =>
      each.source === 'ask' ? { ...each, source_handle: 'approved' } : each,
    );
    const workflow_id = await createPublished(heddle, { nodes: definition.nodes, edges: approved });
    const started = await heddle.runs.start({ workflow_id }, { wait: false });
    const paused = await heddle.runs.wait(started.id, { orPaused: true });
    assert.ok(!hasEnded(started));
    assert.equal(paused.status, 'waiting');
    assert.equal(await heddle.approvals.pending(), 1);
    for await (const { id } of heddle.approvals.each({ status: 'pending' })) {
      const decided = await heddle.approvals.approve(id, { comment: 'yes' });
      assert.equal(decided.status, 'approved');
    }
    const run = await heddle.runs.wait(started.id);
    assert.deepEqual([run.status, runOutput(run)], ['success', 'yes']);
  });
});

suite('errors', () => {
  test('have a class, the text of the service and the id of the request', async () => {
    const ann = await service.person();
    const heddle = clientOf(ann);
    const missing = '5b0f4be7-8a3c-4f5b-9a55-1f9f5a1d8c11';
    await assert.rejects(heddle.workflows.get(missing), (error: HeddleError) => {
      assert.ok(error instanceof NotFoundError);
      assert.deepEqual([error.status, error.detail, error.path], [404, 'entity not found', '/api/v3/workflow/get']);
      assert.ok(error.requestId);
      return true;
    });
    await assert.rejects(clientOf({ key: 'no' }).workflows.count(), AuthenticationError);
    const { id } = await heddle.workflows.create({ name: 'draft', definition: done });
    const missingWorkflow: ErrorCode = 'workflow_not_found';
    await assert.rejects(heddle.workflows.validate(missing), { code: missingWorkflow });
    await assert.rejects(heddle.workflows.find({ limit_from: -1 }), { code: 'validation_error', field: '/limit_from' });
    await assert.rejects(heddle.runs.start({ workflow_id: id }), (error: HeddleError) => {
      assert.ok(error instanceof ValidationError);
      assert.equal(error.detail, 'Publish the workflow first');
      return true;
    });
  });
});

suite('files', () => {
  const content = Buffer.alloc(300_000, 'Größe ');

  test('are uploaded with their progress, found and downloaded', async () => {
    const heddle = clientOf(await service.person());
    const steps: Progress[] = [];
    const file = await heddle.files.upload(new Blob([content], { type: 'text/plain' }), {
      filename: 'Größe 1.txt',
      onProgress: progress => steps.push(progress),
    });
    assert.deepEqual([file.filename, file.size, file.content_type], ['Größe 1.txt', content.length, 'text/plain']);
    assert.ok(steps.length > 1);
    assert.deepEqual(steps.at(-1), { sent: content.length, total: content.length, fraction: 1 });
    const download = await heddle.files.download(file);
    assert.deepEqual([download.filename, download.size], ['Größe 1.txt', content.length]);
    assert.deepEqual(Buffer.from(await download.bytes()), content);
    const part = await heddle.files.download(file, { range: { from: 0, to: 3 } });
    assert.equal(await part.text(), 'Grö');
    await heddle.files.delete(file.id);
    await assert.rejects(heddle.files.get(file.id), NotFoundError);
  });

  test('of a panel take both ways, straight to the storage and through the API', async () => {
    const heddle = clientOf(await service.person());
    const { id } = await heddle.panels.create({ name: 'shop' });
    const { files } = heddle.panel(id);
    for (const direct of [true, false]) {
      const steps: Progress[] = [];
      const stored = await files.upload(
        new Blob([content], { type: 'text/plain' }),
        { path: `docs/${direct}.txt`, metadata: { direct } },
        { direct, onProgress: progress => steps.push(progress) },
      );
      assert.deepEqual([stored.path, stored.size, stored.metadata], [`docs/${direct}.txt`, content.length, { direct }]);
      assert.equal(steps.at(-1)?.fraction, 1);
    }
    await assert.rejects(files.upload('again', { path: 'docs/true.txt' }), ConflictError);
    const renamed = await files.upload('again', { path: 'docs/true.txt', rename: true });
    assert.equal(renamed.name, 'true (1).txt');
    const names: string[] = [];
    for await (const { name } of files.each({ folder: 'docs', params: { sort_key: 'name', sort_order: 1 } })) {
      names.push(name);
    }
    assert.deepEqual(names, ['false.txt', 'true (1).txt', 'true.txt']);
    assert.equal(await (await files.download({ path: 'docs/true (1).txt' })).text(), 'again');
    const [link] = await files.links([renamed.id], { ttlMinutes: 5 });
    assert.equal(await (await heddle.files.download(link?.url ?? '')).text(), 'again');
  });
});

suite('records, chats and everything else', () => {
  test('records are created, found and changed', async () => {
    const heddle = clientOf(await service.person());
    const { records } = heddle.panel((await heddle.panels.create({ name: 'shop' })).id);
    const order = await records.create({ collection: 'orders', data: { total: 7, paid: false } });
    const changed = await records.update<{ total: number; paid: boolean }>(order.key, { paid: true });
    assert.deepEqual(changed.data, { total: 7, paid: true });
    const found = await records.find<{ total: number }>('orders', { filters: [['data.total', '>=', 7]] });
    assert.deepEqual(
      found.map(({ key }) => key),
      [order.key],
    );
    await records.delete(order.key);
    assert.equal(await records.count('orders'), 0);
  });

  test('an answer comes piece by piece', async () => {
    const heddle = clientOf(await service.person());
    script(models, { pieces: ['He', 'llo ', '*Ann*'] });
    let text = '';
    for await (const event of heddle.chat.stream({ message: 'Hi' })) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'chat_end') assert.equal(event.message?.content, text);
    }
    assert.equal(text, 'Hello *Ann*');
  });

  test('any path can be called, with the types of its body and reply', async () => {
    const heddle = clientOf(await service.person());
    const { id } = await heddle.workflows.create({ name: 'by path' });
    const workflow = await heddle.call('/api/v3/workflow/get', undefined, { query: { entity_id: id } });
    assert.equal(workflow.name, 'by path');
    const names: string[] = [];
    for await (const { name } of heddle.workflows.each({ filters: [['name', 'regex', '^by']] })) names.push(name);
    assert.deepEqual(names, ['by path']);
  });
});

suite('what Heddle sends', () => {
  test("is verified: a panel's webhook, and a signed request of a step", async () => {
    const heddle = clientOf(await service.person());
    const place = openPlace((_request, response) => response.end('{}'));
    const received = async (count: number) => {
      await place.came(count);
      return place.seen[count - 1] ?? assert.fail();
    };
    const panel = await heddle.panels.create({
      name: 'shop',
      webhooks: [{ url: place.url, events: ['record.created'] }],
    });
    await heddle.panel(panel.id).records.create({ collection: 'orders', data: { total: 7 } });
    const delivered = await received(1);
    const secret = panel.webhooks[0]?.secret ?? '';
    const event = await verifyWebhook<{ type: string }>(delivered, { secret });
    assert.equal(event.type, 'record.created');

    const send = node('send', 'http.request', { url: place.url, method: 'POST', body: { total: 8 }, sign: true });
    const { nodes, edges } = chain(send);
    const workflow_id = await createPublished(heddle, { nodes, edges });
    await heddle.runs.start({ workflow_id });
    const { signing_secret } = await heddle.workflows.deployment(workflow_id);
    assert.deepEqual(await verifyWebhook(await received(2), { secret: signing_secret }), { total: 8 });
  });
});
