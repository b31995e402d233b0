import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triggerWords } from './trigger-words.ts';

test('has words for triggers of a later version', () => {
  assert.deepEqual(triggerWords('trigger.mail'), { label: 'mail', icon: 'zap' });
});
