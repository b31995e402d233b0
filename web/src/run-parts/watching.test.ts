import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventOf, runOf, stepOf } from '../../test/run.ts';
import type { RunDetail, RunEvent } from '../api/run.ts';
import { followRun, followStartedRun, keepShown, NOT_WATCHED, type RunSource, type WatchedRun } from './watching.ts';

class Away extends Error {}

/** A service of which a test says what each reading and each stream answers. */
function sourceOf(
  reads: (RunDetail | Error)[],
  streams: ((send: (event: RunEvent) => void) => Promise<void>)[],
): RunSource & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    read: async () => {
      const next = reads.shift();
      if (next === undefined) throw new Error('read too often');
      if (next instanceof Error) throw next;
      return next;
    },
    watch: async onEvent => {
      const next = streams.shift();
      if (!next) throw new Error('watched too often');
      await next(onEvent);
    },
    isTemporary: error => error instanceof Away,
    now: () => 5_000,
    wait: async (ms, signal) => {
      waits.push(ms);
      await delay(0, undefined, { signal });
    },
  };
}

async function follow(source: RunSource): Promise<WatchedRun[]> {
  const seen: WatchedRun[] = [];
  await followRun(source, watched => seen.push(watched), new AbortController().signal);
  return seen;
}

const running = runOf([stepOf({ node_id: 'start', status: 'running', finished_at: null })], {
  status: 'running',
  finished_at: null,
});
const ended = runOf([stepOf({ node_id: 'start' })], { finished_at: 1_234 });

test('a run that has ended is read once', async () => {
  const seen = await follow(sourceOf([ended], []));
  assert.deepEqual(
    seen.map(({ connection }) => connection),
    ['done'],
  );
});

test('an open run is live until its end, which is read again for its times', async () => {
  const end = async (send: (event: RunEvent) => void) => {
    send(eventOf({ type: 'step_end', node_id: 'start', status: 'success' }));
    send(eventOf({ type: 'run_end', status: 'success' }));
  };
  const seen = await follow(sourceOf([running, ended], [end]));
  const last = seen.at(-1);
  assert.deepEqual([last?.connection, last?.state?.finishedAt], ['done', 1_234]);
  assert.deepEqual([seen[1]?.state?.status, seen[1]?.state?.finishedAt], ['success', 5_000]);
});

test('a service that is away is said to be, and comes back', async () => {
  const broken = async () => {
    throw new Away();
  };
  const seen = await follow(sourceOf([running, new Away(), new Away(), ended], [broken]));
  assert.deepEqual(
    seen.map(({ connection }) => connection),
    ['live', 'lost', 'lost', 'lost', 'done'],
  );
  assert.ok(
    seen.every(({ state }) => state),
    'what is known stays shown meanwhile',
  );
});

test('a stream that ends without the run is opened again', async () => {
  const quiet = async () => {};
  const seen = await follow(sourceOf([running, running, ended], [quiet, quiet]));
  assert.deepEqual(
    seen.map(({ connection }) => connection),
    ['live', 'live', 'done'],
  );
});

test('a refusal is shown and not tried again', async () => {
  const seen = await follow(sourceOf([new Error('Entity not found')], []));
  assert.equal(seen.at(-1)?.error?.message, 'Entity not found');
});

test('the pauses between tries grow while the service is away', async () => {
  const source = sourceOf([new Away(), new Away(), new Away(), new Away(), new Away(), ended], []);
  await follow(source);
  assert.deepEqual(source.waits, [500, 1_000, 2_000, 5_000, 5_000]);
});

test('a run that is started here is shown by its own events, and read when it has ended', async () => {
  const seen: WatchedRun[] = [];
  const start = async (send: (event: RunEvent) => void) => {
    send(eventOf({ type: 'run_start', status: 'running' }));
    send(eventOf({ type: 'step_start', node_id: 'start' }));
  };
  const source = sourceOf([ended], []);
  await followStartedRun(
    start,
    () => source,
    watched => seen.push(watched),
    new AbortController().signal,
  );
  assert.deepEqual([seen[0]?.connection, seen[0]?.state?.id, seen[0]?.state?.steps.size], ['live', 'run-1', 1]);
  assert.deepEqual([seen.at(-1)?.connection, seen.at(-1)?.run?.finished_at], ['done', 1_234]);
});

test('a run whose stream breaks is followed on', async () => {
  const seen: WatchedRun[] = [];
  const start = async (send: (event: RunEvent) => void) => {
    send(eventOf({ type: 'run_start', status: 'running' }));
    throw new Away();
  };
  const source = sourceOf([new Away(), ended], []);
  await followStartedRun(
    start,
    () => source,
    watched => seen.push(watched),
    new AbortController().signal,
  );
  assert.deepEqual(
    seen.map(({ connection, state }) => [connection, state !== undefined]),
    [
      ['live', true],
      ['lost', true],
      ['lost', true],
      ['done', true],
    ],
  );
});

test('a refused start is an error for whoever asked', async () => {
  const start = async () => {
    throw new Error('The workflow is not valid');
  };
  await assert.rejects(
    followStartedRun(
      start,
      () => sourceOf([], []),
      () => {},
      new AbortController().signal,
    ),
    { message: 'The workflow is not valid' },
  );
});

test('what was known of a run stays when it is refused later, and is replaced by what is read', async () => {
  const [open] = await follow(sourceOf([ended], []));
  const [refused] = await follow(sourceOf([new Error('gone')], []));
  assert.ok(open && refused);
  const kept = keepShown(open, refused);
  assert.deepEqual([kept.run, kept.state, kept.error?.message], [open.run, open.state, 'gone']);
  assert.deepEqual(keepShown(kept, open), open);
  assert.deepEqual(keepShown(NOT_WATCHED, refused), refused);
});
