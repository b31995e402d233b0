import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { failure, testStep } from '../../test/fixtures/step.ts';
import type { OpenedWait, WaitRequest } from './step.ts';
import { wait } from './wait.ts';

const UNTIL = Date.UTC(2030, 0, 2, 3, 4);

async function open(t: TestContext, params: Record<string, unknown>, opened: Partial<OpenedWait> = {}) {
  const requests: WaitRequest[] = [];
  const { context } = await testStep(t, {
    async openWait(request) {
      requests.push(request);
      return { until: UNTIL, isOver: false, url: undefined, ...opened };
    },
  });
  assert.equal(wait.execution.kind, 'effect');
  const outcome = await wait.execution.perform(params, context);
  return { request: requests[0], outcome };
}

describe('a wait', () => {
  test('reads a time without a zone as UTC, and a number as milliseconds', async t => {
    const read = async (until: unknown) => {
      const { request } = await open(t, { until });
      return request && 'until' in request ? request.until.toISOString() : undefined;
    };
    assert.equal(await read('2030-01-02T03:04:05'), '2030-01-02T03:04:05.000Z');
    assert.equal(await read('2030-01-02 03:04'), '2030-01-02T03:04:00.000Z');
    assert.equal(await read('2030-01-02T03:04:05+02:00'), '2030-01-02T01:04:05.000Z');
    assert.equal(await read('2030-01-02'), '2030-01-02T00:00:00.000Z');
    assert.equal(await read(String(UNTIL)), '2030-01-02T03:04:00.000Z');
    assert.equal(await read(UNTIL), '2030-01-02T03:04:00.000Z');
    assert.equal(await read(-8.64e15), '1970-01-01T00:00:00.000Z');
    for (const bad of ['tomorrow', '7', '2030-13-01', 9e15]) {
      await assert.rejects(open(t, { until: bad }), failure(`'until' is not a time: ${bad}`));
    }
  });

  test('says what it waits for', async t => {
    const texts = [
      await open(t, { seconds: 120 }),
      await open(t, { call: true }, { url: 'https://heddle.example/x' }),
      await open(t, { event: { name: 'paid' } }),
      await open(t, { event: { name: 'paid', key: '7' } }),
      await open(t, { seconds: 1 }, { isOver: true }),
    ].map(({ outcome: { text, output, isWaiting = false } }) => [text, output, isWaiting]);
    assert.deepEqual(texts, [
      ['Waits until 2030-01-02 03:04 UTC', { until: UNTIL }, true],
      ['Waits for a call until 2030-01-02 03:04 UTC', { until: UNTIL, url: 'https://heddle.example/x' }, true],
      [
        "Waits for the event 'paid' until 2030-01-02 03:04 UTC",
        { until: UNTIL, event: { name: 'paid', key: '' } },
        true,
      ],
      [
        "Waits for the event 'paid' with the key '7' until 2030-01-02 03:04 UTC",
        { until: UNTIL, event: { name: 'paid', key: '7' } },
        true,
      ],
      ['Waited until 2030-01-02 03:04 UTC', { until: UNTIL }, false],
    ]);
  });

  test('waits for a week for calls and events, unless it says otherwise', async t => {
    assert.deepEqual((await open(t, { call: true })).request, { kind: 'call', seconds: 604_800 });
    assert.deepEqual((await open(t, { event: { name: 'x' }, timeout_seconds: 5 })).request, {
      kind: 'event',
      seconds: 5,
      event: { name: 'x', key: '' },
    });
  });

  test('fails when templates have given nothing to wait for', async t => {
    await assert.rejects(
      open(t, { call: false }),
      failure("Wait: give exactly one of 'seconds', 'until', 'call' and 'event'"),
    );
  });
});
