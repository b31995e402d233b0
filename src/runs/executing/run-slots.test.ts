import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RunSlots } from './run-slots.ts';

const { signal } = new AbortController();

function open({ atOnce = 4, inMemory = 100 } = {}): RunSlots & { left: () => number } {
  let left = 0;
  const slots = new RunSlots({ atOnce, inMemory, onLeave: () => left++ });
  return Object.assign(slots, { left: () => left });
}

/** Adds runs of a user that have asked for a slot. */
function add(slots: RunSlots, userId: string, count: number) {
  return Array.from({ length: count }, () => {
    const slot = slots.add(userId);
    const entering = slot.enter(signal);
    return { ...slot, entering, isWaiting: entering !== undefined };
  });
}

function roomFor(slots: RunSlots, userId: string): number {
  const { users, room } = slots.claimCapacity();
  return users.find(user => user.userId === userId)?.room ?? room;
}

suite('run slots', () => {
  test('a run that waits gives its slot back and gets one again when one is free', async () => {
    const slots = open();
    const [first, second, third, fourth] = add(slots, 'ann', 4);
    assert.deepEqual(
      [first, second, third, fourth].map(each => each?.isWaiting),
      [false, false, false, true],
      'one slot is left for other users',
    );
    first?.leave();
    await fourth?.entering;
    assert.equal(slots.left(), 1);
    const entering = first?.enter(signal);
    assert.ok(entering);
    second?.leave();
    await entering;
  });

  test('a run that ends after it gave its slot back makes room a second time, in memory', () => {
    const slots = open();
    const [run] = add(slots, 'ann', 1);
    run?.leave();
    assert.equal(slots.left(), 1);
    run?.close();
    assert.equal(slots.left(), 2);
  });

  test('the user with the fewest slots gets the next one', async () => {
    const slots = open();
    const anns = add(slots, 'ann', 5);
    const [bob] = add(slots, 'bob', 1);
    const [cleo] = add(slots, 'cleo', 1);
    assert.deepEqual([bob?.isWaiting, cleo?.isWaiting], [false, true]);
    anns[0]?.close();
    await cleo?.entering;
    assert.equal(slots.claimCapacity().users.find(({ userId }) => userId === 'ann')?.active, 4);
  });

  test('a run that has left memory no longer counts', () => {
    const slots = open();
    for (const slot of add(slots, 'ann', 3)) slot.close();
    assert.deepEqual(slots.claimCapacity(), { count: 4, room: 3, users: [] });
  });
});

suite('the number of runs that may be claimed', () => {
  test('is the number of free slots, and less for users who have some', () => {
    const slots = open({ atOnce: 8 });
    add(slots, 'ann', 2);
    assert.equal(slots.claimCapacity().count, 6);
    assert.deepEqual([roomFor(slots, 'ann'), roomFor(slots, 'bob')], [4, 6]);
  });

  test('is at least one for a new user even when all slots are wanted', () => {
    const slots = open({ atOnce: 4 });
    add(slots, 'ann', 20);
    add(slots, 'bob', 20);
    assert.deepEqual([roomFor(slots, 'ann'), roomFor(slots, 'bob'), roomFor(slots, 'cleo')], [0, 0, 1]);
    assert.equal(slots.claimCapacity().count, 1);
  });

  test('is zero when as many claimed runs wait as there are slots', () => {
    const slots = open({ atOnce: 2 });
    add(slots, 'ann', 5);
    add(slots, 'bob', 5);
    slots.add('cleo', { isClaimed: true });
    assert.equal(slots.claimCapacity().count, 1);
    const slot = slots.add('dora', { isClaimed: true });
    assert.equal(slots.claimCapacity().count, 0);
    slot.close();
    assert.equal(slots.claimCapacity().count, 1);
  });

  test('leaves as much memory free as any one user has', () => {
    const slots = open({ atOnce: 50, inMemory: 100 });
    for (let runs = 0; runs < 50; runs++) {
      assert.ok(slots.hasRoom('ann'));
      slots.add('ann').leave();
    }
    assert.equal(slots.hasRoom('ann'), false);
    assert.equal(roomFor(slots, 'ann'), 0);
    assert.equal(slots.takeOverCapacity().room, 25);
    for (let runs = 0; runs < 25; runs++) slots.add('bob').leave();
    assert.deepEqual([slots.hasRoom('bob'), slots.hasRoom('cleo')], [false, true]);
  });
});
