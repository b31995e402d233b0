import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createPreviewClient, type WorkerLike } from './preview-client.ts';
import type { PlaceData } from './preview-data.ts';
import { type PreviewRequest, PreviewSession } from './preview-session.ts';

const place: PlaceData = { variables: { input: { a: 1 } }, steps: [], loops: [], seed: '' };

/** A worker in the same thread, which never answers for the text `hang`. */
function createFake(log: string[]): () => WorkerLike {
  return () => {
    log.push('start');
    const session = new PreviewSession(() => 0);
    const listeners: Parameters<WorkerLike['addEventListener']>[1][] = [];
    let isHanging = false;
    return {
      addEventListener: (_, listener) => listeners.push(listener),
      terminate: () => log.push('end'),
      postMessage: message => {
        const { id, request } = message as { id: number; request: PreviewRequest };
        log.push(request.type);
        isHanging ||= request.type === 'evaluate' && request.value === 'hang';
        const reply = isHanging ? undefined : session.answer(request);
        if (reply)
          queueMicrotask(() => {
            for (const listener of listeners) listener({ data: { id, reply } });
          });
      },
    };
  };
}

suite('the client of the preview worker', () => {
  test('sends the data of a place once, and gets every answer', async () => {
    const log: string[] = [];
    const client = createPreviewClient({ createWorker: createFake(log), timeoutMs: 1000 });
    const [one, two] = await Promise.all([
      client.evaluate(place, '{{ input.a }}', 'template'),
      client.evaluate(place, 'input.a + 1', 'expression'),
    ]);
    assert.deepEqual(
      [one, two].map(each => each.kind === 'value' && each.text),
      ['1', '2'],
    );
    assert.deepEqual(log, ['start', 'place', 'evaluate', 'evaluate']);
    assert.equal(await client.loop(place), undefined);
  });

  test('a place that the worker has forgotten is sent again', async () => {
    const log: string[] = [];
    const client = createPreviewClient({ createWorker: createFake(log), timeoutMs: 1000 });
    const read = async (from: PlaceData) => {
      const evaluated = await client.evaluate(from, '{{ input.a }}', 'template');
      return evaluated.kind === 'value' && evaluated.text;
    };
    await read(place);
    for (let a = 2; a < 12; a++) assert.equal(await read({ ...place, variables: { input: { a } } }), String(a));
    assert.equal(await read(place), '1');
    assert.ok(log.includes('forget'));
  });

  test('ends a worker that hangs, and continues with the others in a new one', async () => {
    const log: string[] = [];
    const client = createPreviewClient({ createWorker: createFake(log), timeoutMs: 5 });
    const [hung, next] = await Promise.all([
      client.evaluate(place, 'hang', 'template'),
      client.evaluate(place, '{{ input.a }}', 'template'),
    ]);
    assert.deepEqual(hung, { kind: 'error', message: 'the template takes too long', isSyntax: false });
    assert.equal(next.kind === 'value' && next.text, '1');
    assert.deepEqual(log, ['start', 'place', 'evaluate', 'evaluate', 'end', 'start', 'place', 'evaluate']);
  });

  test('renders all params of a step, and tells which can not be', async () => {
    const client = createPreviewClient({ createWorker: createFake([]), timeoutMs: 1000 });
    const schema = { properties: { title: { type: 'string' }, count: { type: 'number' } } };
    const params = { title: '{{ input.a }}', count: '{{ input.a }}', wrong: '{{ input.b }}', bad: '{{' };
    const { params: rendered, problems } = await client.render(place, { params, texts: 'template', schema });
    assert.deepEqual(rendered, { title: '1', count: 1 });
    assert.deepEqual(
      problems.map(({ param }) => param),
      ['wrong', 'bad'],
    );
  });
});
