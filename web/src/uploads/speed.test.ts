import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addSent, bytesPerSecond, NO_SPEED } from './speed.ts';

suite('the speed of uploads', () => {
  test('is not told before a second has passed', () => {
    const speed = addSent(addSent(NO_SPEED, 0, 100), 500, 100);
    assert.equal(bytesPerSecond(speed, 900), undefined);
    assert.equal(bytesPerSecond(NO_SPEED, 900), undefined);
  });

  test('is that of the last eight seconds', () => {
    let speed = NO_SPEED;
    for (let second = 0; second <= 10; second++) speed = addSent(speed, second * 1_000, second < 5 ? 10_000 : 100);
    assert.equal(bytesPerSecond(speed, 12_000), 100 * (5 / 7));
    assert.equal(bytesPerSecond(speed, 30_000), undefined);
  });

  test('counts no byte again that a repeated upload had sent before', () => {
    assert.deepEqual(addSent(NO_SPEED, 0, -5), NO_SPEED);
  });
});
