import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnsent } from './unsent.ts';

const [one, two] = ['0142cd94-de3a-86fc-ba3b-c29ec338a516', '0142cd94-de3a-86fc-ba3b-c29ec338a517'];
const draft = (more: object) => JSON.stringify({ text: '', files: [], sent: null, ...more });

test('what was typed for conversations that are not shown is found', () => {
  const stored: [string, string][] = [
    [`chat.ann.${one}`, draft({ text: ' Hello ' })],
    [`chat.ann.${two}`, draft({ sent: { text: 'Sent', files: [], after: -1, at: 0 } })],
    [`chat.bob.${one}`, draft({ text: 'Of somebody else' })],
    ['chat.ann.new', 'x'],
  ];
  const find = (isShown: (id: string) => boolean) => findUnsent(stored, { prefix: 'chat.ann.', isShown });
  assert.deepEqual(
    find(() => false),
    [
      { conversationId: one, text: 'Hello' },
      { conversationId: two, text: 'Sent' },
    ],
  );
  assert.deepEqual(
    find(id => id === one),
    [{ conversationId: two, text: 'Sent' }],
  );
});

test('what is empty or broken is left out', () => {
  const stored: [string, string][] = [
    [`chat.ann.${one}`, draft({ text: ' ' })],
    [`chat.ann.${two}`, '{'],
  ];
  assert.deepEqual(findUnsent(stored, { prefix: 'chat.ann.', isShown: () => false }), []);
});
