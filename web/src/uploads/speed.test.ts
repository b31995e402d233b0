import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addSent, bytesPerSecond, NO_SPEED } from './speed.ts';

suite('the speed of uploads', () => {
  test('is not told before three seconds have passed', () => {
    const speed = addSent(addSent(NO_SPEED, 0, 100), 500, 100);
    assert.equal(bytesPerSecond(speed, 2_900), undefined);
    assert.equal(bytesPerSecond(NO_SPEED, 900), undefined);
  });

  test('is that of the last twenty seconds', () => {
    let speed = NO_SPEED;
    for (let second = 0; second <= 30; second++) speed = addSent(speed, second * 1_000, second < 12 ? 10_000 : 100);
    assert.equal(Math.round(bytesPerSecond(speed, 31_000) ?? 0), 95);
    assert.equal(bytesPerSecond(speed, 60_000), undefined);
  });

  test('does not take a pause after a burst for the speed of everything', () => {
    const burst = addSent(addSent(NO_SPEED, 0, 100_000), 1_000, 10);
    assert.equal(bytesPerSecond(burst, 1_500), undefined);
  });

  test('counts no byte again that a repeated upload had sent before', () => {
    assert.deepEqual(addSent(NO_SPEED, 0, -5), NO_SPEED);
  });
});
