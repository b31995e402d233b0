import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bendY, chooseBend } from './routing.ts';

const ends = { sourceX: 0, sourceY: 0, targetX: 200, targetY: 400 };

it('an edge turns in the middle where nothing is in the way', () => {
  assert.equal(chooseBend(ends, []), 'middle');
  assert.equal(chooseBend({ ...ends, targetX: 0 }, [{ x: -10, y: 100, width: 20, height: 20 }]), 'middle');
});

it('an edge turns before a step below its beginning, and after a step above its end', () => {
  assert.equal(chooseBend(ends, [{ x: -50, y: 120, width: 100, height: 50 }]), 'early');
  assert.equal(chooseBend(ends, [{ x: 150, y: 300, width: 100, height: 50 }]), 'late');
  assert.equal(chooseBend(ends, [{ x: 50, y: 180, width: 100, height: 50 }]), 'early');
});

it('bends are near the steps', () => {
  assert.deepEqual(
    (['early', 'middle', 'late'] as const).map(bend => bendY(bend, ends)),
    [24, 200, 376],
  );
});
