import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { lastInput, rememberInput } from './last-input.ts';

test('the last input of a trigger is remembered, and none of another', () => {
  const queryClient = new QueryClient();
  rememberInput(queryClient, 'w', 'start', { name: 'Ann' });
  assert.deepEqual(lastInput(queryClient, 'w', 'start'), { name: 'Ann' });
  assert.equal(lastInput(queryClient, 'w', 'hook'), undefined);
});
