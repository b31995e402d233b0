import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRunSlots, type RunSlots } from './run-slots.ts';

const { signal } = new AbortController();

function open({ atOnce = 4, inMemory = 100 } = {}): RunSlots & { left: () => number } {
  let left = 0;
  const places = createRunSlots({ atOnce, inMemory, onLeave: () => left++ });
  return { ...places, left: () => left };
}

/** Runs of a user that have asked for a place. */
function add(places: RunSlots, userId: string, count: number) {
  return Array.from({ length: count }, () => {
    const place = places.add(userId);
    const entering = place.enter(signal);
    return { ...place, entering, isWaiting: entering !== undefined };
  });
}

function roomOf(places: RunSlots, userId: string): number {
  const { users, room } = places.claimCapacity();
  return users.find(user => user.userId === userId)?.room ?? room;
}

suite('places', () => {
  test('are for runs that compute: who waits leaves, and comes back when there is one', async () => {
    const places = open();
    const [first, second, third, fourth] = add(places, 'ann', 4);
    assert.deepEqual(
      [first, second, third, fourth].map(each => each?.isWaiting),
      [false, false, false, true],
      'one place is left for others',
    );
    first?.leave();
    await fourth?.entering;
    assert.equal(places.left(), 1);
    const entering = first?.enter(signal);
    assert.ok(entering);
    second?.leave();
    await entering;
  });

  test('are given to who holds fewest', async () => {
    const places = open();
    const anns = add(places, 'ann', 5);
    const [bob] = add(places, 'bob', 1);
    const [cleo] = add(places, 'cleo', 1);
    assert.deepEqual([bob?.isWaiting, cleo?.isWaiting], [false, true]);
    anns[0]?.close();
    await cleo?.entering;
    assert.equal(places.claimCapacity().users.find(({ userId }) => userId === 'ann')?.active, 4);
  });

  test('a run that is gone from memory counts no more', () => {
    const places = open();
    for (const place of add(places, 'ann', 3)) place.close();
    assert.deepEqual(places.claimCapacity(), { count: 4, room: 3, users: [] });
  });
});

suite('what may be claimed', () => {
  test('is as much as there are places, less of those who have some', () => {
    const places = open({ atOnce: 8 });
    add(places, 'ann', 2);
    assert.equal(places.claimCapacity().count, 6);
    assert.deepEqual([roomOf(places, 'ann'), roomOf(places, 'bob')], [4, 6]);
  });

  test('is something for a newcomer even when all places are wanted', () => {
    const places = open({ atOnce: 4 });
    add(places, 'ann', 20);
    add(places, 'bob', 20);
    assert.deepEqual([roomOf(places, 'ann'), roomOf(places, 'bob'), roomOf(places, 'cleo')], [0, 0, 1]);
    assert.equal(places.claimCapacity().count, 1);
  });

  test('ends when as many wait for a place as there are', () => {
    const places = open({ atOnce: 2 });
    add(places, 'ann', 5);
    add(places, 'bob', 5);
    places.add('cleo', { isClaimed: true });
    assert.equal(places.claimCapacity().count, 1);
    const place = places.add('dora', { isClaimed: true });
    assert.equal(places.claimCapacity().count, 0);
    place.close();
    assert.equal(places.claimCapacity().count, 1);
  });

  test('leaves in memory as much as any one user has', () => {
    const places = open({ atOnce: 50, inMemory: 100 });
    for (let runs = 0; runs < 50; runs++) {
      assert.ok(places.hasRoom('ann'));
      places.add('ann').leave();
    }
    assert.equal(places.hasRoom('ann'), false);
    assert.equal(roomOf(places, 'ann'), 0);
    assert.equal(places.takeOverCapacity().room, 25);
    for (let runs = 0; runs < 25; runs++) places.add('bob').leave();
    assert.deepEqual([places.hasRoom('bob'), places.hasRoom('cleo')], [false, true]);
  });
});
