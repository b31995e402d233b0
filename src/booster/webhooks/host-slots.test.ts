import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostSlots } from './host-slots.ts';

test('one host takes so many, and others are not held up by it', () => {
  const turns = createHostSlots<string>(2);
  assert.deepEqual(
    ['a', 'b', 'c'].map(lane => turns.enter('slow.example', lane, lane)),
    [true, true, false],
  );
  assert.equal(turns.enter('other.example', 'd', 'd'), true);
});

test('what found no room is taken up by those inside, each once and in order', () => {
  const turns = createHostSlots<string>(1);
  assert.ok(turns.enter('host', 'a', 'a'));
  for (const lane of ['b', 'c', 'b']) assert.equal(turns.enter('host', lane, lane), false);
  assert.deepEqual([turns.next('host'), turns.next('host')], ['b', 'c']);
  assert.equal(turns.enter('host', 'd', 'd'), false, 'the place is still taken');
  assert.equal(turns.next('host'), 'd');
  assert.equal(turns.next('host'), undefined);
  assert.ok(turns.enter('host', 'e', 'e'), 'the place was given up');
});

test('with the last place that is given up, what waits is forgotten', () => {
  const turns = createHostSlots<string>(1);
  assert.ok(turns.enter('host', 'a', 'a'));
  assert.equal(turns.enter('host', 'b', 'b'), false);
  turns.leave('host');
  assert.ok(turns.enter('host', 'c', 'c'));
  assert.equal(turns.next('host'), undefined);
});
