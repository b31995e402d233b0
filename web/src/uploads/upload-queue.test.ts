import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as queues from './upload-queue.ts';

const NOW = 1_000_000;
const MAY = { mayOverwrite: true };

const bytes = (size: number, name = 'a.txt') => new File([new Uint8Array(size)], name);
const newUpload = (path: string, size = 10): queues.NewUpload => ({ panelId: 'panel', path, file: bytes(size) });
const many = (count: number, size = 10) =>
  queues.add(
    queues.EMPTY_QUEUE,
    1,
    Array.from({ length: count }, (_, index) => newUpload(`docs/${index + 1}.txt`, size)),
  );
const states = ({ uploads }: queues.Queue) => uploads.map(({ state }) => state).join(' ');
const startable = (queue: queues.Queue, now = NOW) => queues.findStartable(queue, now).start.map(({ id }) => id);

/** Starts all that may start. */
function start(queue: queues.Queue, now = NOW): queues.Queue {
  return startable(queue, now).reduce((started, id) => queues.begin(started, id, now), queue);
}

suite('the queue of uploads', () => {
  test('sends four files at once, in their order', () => {
    const queue = start(many(6));
    assert.equal(states(queue), 'sending sending sending sending waiting waiting');
    assert.deepEqual(startable(queue), []);
    const next = queues.finish(queue, 2, 'docs/2.txt');
    assert.deepEqual(startable(next), [5]);
    assert.equal(states(next), 'sending stored sending sending waiting waiting');
  });

  test('never counts more bytes than the file has, and none below zero', () => {
    const queue = start(many(1));
    assert.equal(queues.progress(queue, 1, 15).uploads[0]?.sentBytes, 10);
    assert.equal(queues.progress(queue, 1, -1).uploads[0]?.sentBytes, 0);
  });

  test('ignores what it hears of an upload that was paused or cancelled', () => {
    const queue = start(many(2));
    const paused = queues.pause(queue, [1]);
    assert.equal(states(paused), 'paused sending');
    assert.equal(queues.finish(paused, 1, 'docs/1.txt'), paused);
    const cancelled = queues.cancel(queue, [1]);
    assert.equal(queues.progress(cancelled, 1, 5), cancelled);
    assert.equal(states(cancelled), 'sending');
  });

  test('gives no id twice', () => {
    const queue = queues.add(queues.cancel(many(2), 'all'), 2, [newUpload('docs/c.txt')]);
    assert.equal(queue.uploads[0]?.id, 3);
  });

  test('fails a file at once that could not be read', () => {
    const queue = queues.add(queues.EMPTY_QUEUE, 1, [{ ...newUpload('docs/a.txt'), problem: 'gone' }]);
    assert.equal(states(queue), 'failed');
    assert.deepEqual(startable(queue), []);
  });

  test('pauses and resumes one or all, and begins again', () => {
    const queue = queues.progress(start(many(5)), 1, 4);
    const paused = queues.pause(queue, 'all');
    assert.equal(states(paused), 'paused paused paused paused paused');
    assert.equal(paused.uploads[0]?.sentBytes, 0);
    assert.equal(states(queues.resume(paused, [2])), 'paused waiting paused paused paused');
    assert.equal(states(start(queues.resume(paused, 'all'))), 'sending sending sending sending waiting');
  });
});

suite('a lost connection', () => {
  const often = (losses: number) => `lost ${losses} times`;

  test('stops everything until the service is back, and makes the upload wait', () => {
    const lost = queues.lose(start(many(6)), 1, NOW, often);
    assert.equal(lost.connection, 'down');
    assert.equal(states(lost), 'waiting sending sending sending waiting waiting');
    assert.deepEqual(queues.findStartable(lost, NOW + 60_000), { start: [], wakeAt: undefined });
    const back = queues.connect(lost, 'up');
    assert.deepEqual(startable(back), [5], 'the upload that was lost waits for a second');
    assert.deepEqual(startable(back, NOW + 1_000), [1]);
    assert.equal(queues.findStartable(queues.begin(back, 5, NOW), NOW).wakeAt, NOW + 1_000);
  });

  test('is tried again after longer and longer times, and at last left to people', () => {
    let queue = many(1);
    for (let loss = 1; loss < queues.MOST_LOSSES; loss++) {
      queue = queues.lose(start(queues.connect(queue, 'up'), NOW + loss * 60_000), 1, NOW + loss * 60_000, often);
      assert.equal(queue.uploads[0]?.notBefore, NOW + loss * 60_000 + queues.delayMs(loss - 1));
    }
    assert.equal(states(queue), 'waiting');
    queue = queues.lose(start(queues.connect(queue, 'up'), NOW + 10_000_000), 1, NOW, often);
    assert.equal(states(queue), 'failed');
    assert.equal(queue.uploads[0]?.problem, 'lost 6 times');
    const again = queues.retry(queue, 'all');
    assert.equal(states(again), 'waiting');
    assert.equal(again.uploads[0]?.losses, 0);
  });

  test('waits at most half a minute', () => {
    assert.deepEqual([0, 1, 2, 4, 5, 20].map(queues.delayMs), [1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
  });
});

suite('the limits of the service', () => {
  test('hold everything for as long as it asks', () => {
    const held = queues.hold(start(many(5)), 1, NOW + 7_000);
    assert.deepEqual(queues.findStartable(held, NOW), { start: [], wakeAt: NOW + 7_000 });
    assert.deepEqual(startable(held, NOW + 7_000), [1]);
    assert.equal(queues.hold(held, 2, NOW + 1_000).heldUntil, NOW + 7_000, 'the longest wait holds');
  });

  test('let a folder of 300 files pass, and leave room for pages when there are more', () => {
    let queue = many(450);
    let now = NOW;
    const startedAt: number[] = [];
    while (queue.uploads.some(queues.isUnfinished)) {
      const { start: next, wakeAt } = queues.findStartable(queue, now);
      if (next.length === 0) {
        assert.ok(wakeAt !== undefined && wakeAt > now);
        now = wakeAt;
      }
      for (const { id, path } of next) {
        queue = queues.finish(queues.begin(queue, id, now), id, path);
        startedAt.push(now);
      }
    }
    assert.equal(startedAt[299], NOW);
    assert.equal(startedAt[399], NOW);
    assert.equal(startedAt[400], NOW + 60_000);
  });

  test('wait for a sign-in when the session has ended', () => {
    const ended = queues.signOut(start(many(2)), 1);
    assert.equal(ended.connection, 'signed-out');
    assert.equal(states(ended), 'waiting sending');
    assert.deepEqual(startable(ended), []);
    assert.deepEqual(startable(queues.connect(ended, 'up')), [1]);
  });
});

suite('a path that is taken', () => {
  const taken = () => [1, 2, 3].reduce((queue, id) => queues.conflict(queue, id, MAY), start(many(6)));

  test('asks, for one file or for all', () => {
    const queue = taken();
    assert.equal(states(queue), 'conflict conflict conflict sending waiting waiting');
    const one = queues.choose(queue, [2], 'rename', false);
    assert.equal(states(one), 'conflict waiting conflict sending waiting waiting');
    assert.equal(one.uploads[1]?.choice, 'rename');
    const all = queues.choose(one, 'all', 'skip', true);
    assert.equal(states(all), 'skipped waiting skipped sending waiting waiting');
  });

  test('is decided for the rest of the batch, but not for files that are added later', () => {
    const chosen = queues.choose(taken(), 'all', 'overwrite', true);
    const later = queues.conflict(chosen, 4, MAY);
    assert.deepEqual([later.uploads[3]?.state, later.uploads[3]?.choice], ['waiting', 'overwrite']);
    const other = queues.add(chosen, 2, [newUpload('docs/x.txt')]);
    const asked = queues.conflict(queues.begin(other, 7, NOW), 7, MAY);
    assert.equal(asked.uploads[6]?.state, 'conflict');
  });

  test('is asked about again when more is known, or when overwriting is not allowed', () => {
    const chosen = queues.choose(taken(), 'all', 'overwrite', true);
    assert.equal(queues.conflict(chosen, 4, { ...MAY, problem: 'unsure' }).uploads[3]?.state, 'conflict');
    const forbidden = queues.conflict(chosen, 4, { mayOverwrite: false });
    assert.equal(forbidden.uploads[3]?.state, 'conflict');
    assert.equal(queues.choose(forbidden, 'all', 'overwrite', true).uploads[3]?.state, 'conflict');
    assert.equal(queues.choose(forbidden, 'all', 'rename', true).uploads[3]?.state, 'waiting');
  });

  test('keeps the other choices when overwriting is refused, and fails for other reasons', () => {
    const chosen = start(queues.choose(taken(), [1], 'overwrite', false));
    const refused = queues.refuse(chosen, 1, 403, "operation 'delete' is disabled");
    assert.deepEqual(refused.uploads[0]?.state, 'conflict');
    assert.equal(refused.uploads[0]?.problem, "operation 'delete' is disabled");
    assert.equal(queues.refuse(chosen, 1, 422, 'too large').uploads[0]?.state, 'failed');
  });
});

suite('the summary', () => {
  test('counts files and bytes of what is stored or still to be stored', () => {
    let queue = start(many(6, 100));
    queue = queues.finish(queue, 1, 'docs/1.txt');
    queue = queues.progress(queue, 2, 50);
    queue = queues.refuse(queue, 3, 422, 'no');
    queue = queues.choose(queues.conflict(queue, 4, MAY), 'all', 'skip', false);
    const { percent, ...counts } = queues.summarize(queue);
    assert.deepEqual(counts, {
      files: 5,
      stored: 1,
      failed: 1,
      skipped: 1,
      conflicts: 0,
      paused: 0,
      unfinished: 3,
      bytes: 400,
      sentBytes: 150,
    });
    assert.equal(percent, 37);
  });

  test('is at 100 percent only when nothing is left, also for empty files', () => {
    let queue = start(many(2, 0));
    assert.equal(queues.summarize(queue).percent, 0);
    queue = queues.finish(queue, 1, 'docs/1.txt');
    assert.equal(queues.summarize(queue).percent, 50);
    assert.equal(queues.summarize(queues.finish(queue, 2, 'docs/2.txt')).percent, 100);
    const sent = queues.progress(start(many(1, 1_000)), 1, 1_000);
    assert.equal(queues.summarize(sent).percent, 99);
    assert.equal(queues.sentPercent(sent.uploads[0] ?? assert.fail()), 100);
  });

  test('is read from what needs people to what is done', () => {
    let queue = queues.finish(start(many(6)), 1, 'docs/1.txt');
    queue = queues.conflict(queues.refuse(queue, 3, 422, 'no'), 4, MAY);
    const sorted = queues.sortForReading(queues.pause(queue, [5]).uploads);
    assert.deepEqual(
      sorted.map(({ id, state }) => `${id} ${state}`),
      ['4 conflict', '3 failed', '2 sending', '6 waiting', '5 paused', '1 stored'],
    );
  });

  test('makes room for new uploads only when all others have ended', () => {
    const busy = queues.finish(start(many(2)), 1, 'docs/1.txt');
    assert.equal(queues.clearStored(busy), busy);
    assert.equal(states(queues.clearStored(queues.refuse(busy, 2, 422, 'no'))), 'failed');
  });

  test('clears what is finished and keeps the rest', () => {
    const queue = queues.refuse(queues.finish(start(many(3)), 1, 'docs/1.txt'), 2, 422, 'no');
    assert.equal(states(queues.clearFinished(queue)), 'sending');
  });
});
