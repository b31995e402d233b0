import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findPlaces } from './places.ts';

suite('places to go to', () => {
  const orders = { id: '11111111-2222-4333-8444-555555555555', name: 'Orders' };
  const paths = (text: string, workflows = [orders]) => findPlaces(text, workflows).map(({ path }) => path);

  test('are all pages and the newest workflows without a text', () => {
    assert.deepEqual(paths(''), [
      '/workflows',
      '/runs',
      '/runs?status=failed',
      '/settings/profile',
      `/workflows/${orders.id}`,
    ]);
  });

  test('are pages by their names, and what the service found', () => {
    assert.deepEqual(paths(' KEYS '), ['/settings/profile', `/workflows/${orders.id}`]);
    assert.deepEqual(paths('nothing', []), []);
  });

  test('are runs by their ids', () => {
    assert.deepEqual(paths('AAAAAAAA-2222-4333-8444-555555555555', []), ['/runs/aaaaaaaa-2222-4333-8444-555555555555']);
  });
});
