import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostSlots } from './host-slots.ts';

test('a host gets its slots and no more, and other hosts are not affected', () => {
  const slots = createHostSlots<string>(2);
  assert.deepEqual(
    ['a', 'b', 'c'].map(lane => slots.tryAcquire('slow.example', lane, lane)),
    [true, true, false],
  );
  assert.equal(slots.tryAcquire('other.example', 'd', 'd'), true);
});

test('holders of slots continue with the lanes that found none, each once and in order', () => {
  const slots = createHostSlots<string>(1);
  assert.ok(slots.tryAcquire('host', 'a', 'a'));
  for (const lane of ['b', 'c', 'b']) assert.equal(slots.tryAcquire('host', lane, lane), false);
  assert.deepEqual([slots.next('host'), slots.next('host')], ['b', 'c']);
  assert.equal(slots.tryAcquire('host', 'd', 'd'), false, 'the slot is still in use');
  assert.equal(slots.next('host'), 'd');
  assert.equal(slots.next('host'), undefined);
  assert.ok(slots.tryAcquire('host', 'e', 'e'), 'the slot was released');
});

test('waiting lanes are dropped when the last slot is released', () => {
  const slots = createHostSlots<string>(1);
  assert.ok(slots.tryAcquire('host', 'a', 'a'));
  assert.equal(slots.tryAcquire('host', 'b', 'b'), false);
  slots.release('host');
  assert.ok(slots.tryAcquire('host', 'c', 'c'));
  assert.equal(slots.next('host'), undefined);
});
