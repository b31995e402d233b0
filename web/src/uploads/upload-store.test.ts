import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Attempt, Outcome } from './transfer.ts';
import type { NewUpload } from './upload-queue.ts';
import { createUploadStore, type Reachability } from './upload-store.ts';

const PANEL = 'panel';
const stored = ({ upload }: Attempt): Outcome => ({ kind: 'stored', path: upload.path });

/** A store whose attempts end when the test says so. Time stands still unless the test moves it. */
function openStore(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const pending: { attempt: Attempt; end: (outcome: Outcome) => void }[] = [];
  const reachability: Reachability[] = [];
  let signedOut = 0;
  const store = createUploadStore({
    transfer: attempt =>
      new Promise((end, reject) => {
        pending.push({ attempt, end });
        attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason));
      }),
    openPanel: async () => ({ isDirect: false, mayOverwrite: () => true }),
    probe: async () => reachability.shift() ?? 'up',
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  /** Lets everything happen that needs no time, then a moment in which the tray is drawn. */
  const settle = async (ms = 100) => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const states = () =>
    store
      .read()
      .queue.uploads.map(({ state }) => state)
      .join(' ');
  const next = () => pending.shift() ?? assert.fail('nothing is sent');
  return { store, pending, reachability, settle, states, next, signedOut: () => signedOut };
}

const files = (count: number): NewUpload[] =>
  Array.from({ length: count }, (_, index) => ({
    panelId: PANEL,
    path: `docs/${index + 1}.txt`,
    file: new File(['1234'], 'a.txt'),
  }));

suite('the store of uploads', () => {
  test('keeps four files on their way until all are stored', async t => {
    const { store, pending, settle, states, next } = openStore(t);
    store.add(files(6));
    await settle();
    assert.equal(pending.length, 4);
    for (let file = 0; file < 6; file++) {
      const { attempt, end } = next();
      attempt.onSent(2);
      end(stored(attempt));
      await settle();
      assert.ok(pending.length <= 4);
    }
    assert.equal(states(), 'stored stored stored stored stored stored');
    assert.equal(store.read().summary.percent, 100);
  });

  test('ends the request of an upload that is paused or cancelled, and sends it again when resumed', async t => {
    const { store, pending, settle, states, next } = openStore(t);
    store.add(files(2));
    await settle();
    const first = next();
    store.pause([1]);
    assert.ok(first.attempt.signal.aborted);
    await settle();
    assert.equal(states(), 'paused sending');
    const second = next();
    store.cancel([2]);
    assert.ok(second.attempt.signal.aborted);
    store.resume('all');
    await settle();
    assert.equal(states(), 'sending');
    const again = next();
    assert.equal(again.attempt.memory, first.attempt.memory, 'it knows of the first try');
    again.end(stored(again.attempt));
    await settle();
    assert.equal(states(), 'stored');
    assert.equal(pending.length, 0);
  });

  test('asks for the service while it is away, and continues by itself', async t => {
    const { store, pending, reachability, settle, states, next } = openStore(t);
    reachability.push('down', 'down', 'up');
    store.add(files(5));
    await settle();
    for (let file = 0; file < 4; file++) next().end({ kind: 'lost' });
    await settle();
    assert.equal(states(), 'waiting waiting waiting waiting waiting');
    assert.equal(store.read().queue.connection, 'down');
    assert.equal(pending.length, 0);
    await settle(250);
    await settle(500);
    await settle();
    assert.equal(store.read().queue.connection, 'up');
    await settle(1_000);
    assert.equal(pending.length, 4);
  });

  test('waits for a sign-in, and forgets the uploads of somebody else', async t => {
    const { store, pending, settle, states, next, signedOut } = openStore(t);
    store.signIn('ann');
    store.add(files(1));
    await settle();
    next().end({ kind: 'signed-out' });
    await settle();
    assert.equal(signedOut(), 1);
    assert.equal(states(), 'waiting');
    store.signIn('ann');
    await settle();
    assert.equal(states(), 'sending');
    assert.equal(pending.length, 1);
    store.signIn('ben');
    assert.equal(states(), '');
    assert.ok(next().attempt.signal.aborted);
  });

  test('holds everything for as long as the service asks', async t => {
    const { store, pending, settle, next } = openStore(t);
    store.add(files(1));
    await settle();
    next().end({ kind: 'limited', waitMs: 5_000 });
    await settle();
    assert.ok(store.read().isHeld);
    await settle(4_000);
    assert.equal(pending.length, 0);
    await settle(1_000);
    assert.equal(pending.length, 1);
  });

  test('lets the speed fall when nothing moves', async t => {
    const { store, settle, next } = openStore(t);
    store.add(files(1));
    await settle();
    const { attempt } = next();
    attempt.onSent(1);
    await settle(3_500);
    attempt.onSent(3);
    await settle(100);
    assert.ok((store.read().bytesPerSecond ?? 0) > 0);
    for (let second = 0; second < 24; second++) await settle(1_000);
    assert.equal(store.read().bytesPerSecond, undefined);
  });

  test('tells who listens which files were stored, once for many', async t => {
    const { store, settle, next } = openStore(t);
    const heard: (readonly string[])[] = [];
    store.onStored('other', () => assert.fail('another panel'));
    const stop = store.onStored(PANEL, paths => heard.push(paths));
    store.add(files(2));
    await settle();
    for (let file = 0; file < 2; file++) {
      const { attempt, end } = next();
      end(stored(attempt));
    }
    await settle();
    await settle(1_000);
    assert.deepEqual(heard, [['docs/1.txt', 'docs/2.txt']]);
    stop();
  });
});
