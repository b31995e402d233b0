import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachToolUses, type HiddenEntry } from './tool-uses.ts';

const entry = (position: number, more: Partial<HiddenEntry>): HiddenEntry => ({
  position,
  role: 'assistant',
  content: '',
  calls: [],
  results: [],
  ...more,
});
const call = (id: string) => ({ id, name: 'hash', input_json: '{}' });
const result = (callId: string, text: string, failed = false) => ({ callId, text, failed });

test('each answer has the calls between its question and itself, with their results', () => {
  const hidden = [
    entry(1, { content: 'A moment', calls: [call('a'), call('b')] }),
    entry(2, { role: 'tool', results: [result('b', 'no', true), result('a', 'yes')] }),
    entry(5, { calls: [call('a')] }),
    entry(6, { role: 'tool', results: [result('a', 'again')] }),
  ];
  const shown = [0, 3, 4, 7].map(position => ({ position }));
  const { messages, unfinished } = attachToolUses(shown, hidden);
  const use = (call_id: string, said: string, output: string, failed = false) => ({
    call_id,
    said,
    name: 'hash',
    input_json: '{}',
    output,
    failed,
  });
  assert.deepEqual(messages, [
    { position: 0, tools: [] },
    { position: 3, tools: [use('1 a', 'A moment', 'yes'), use('1 b', '', 'no', true)] },
    { position: 4, tools: [] },
    { position: 7, tools: [use('5 a', '', 'again')] },
  ]);
  assert.deepEqual(unfinished, []);
});

test('calls after the last message belong to the answer that is being made', () => {
  const { messages, unfinished } = attachToolUses([{ position: 0 }], [entry(1, { calls: [call('a')] })]);
  assert.deepEqual(messages, [{ position: 0, tools: [] }]);
  assert.deepEqual(
    unfinished.map(({ output, failed }) => [output, failed]),
    [[null, false]],
  );
});
