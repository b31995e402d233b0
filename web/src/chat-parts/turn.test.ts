import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ConsoleChatEvent, ToolUse } from '../api/chat.ts';
import { failTurn, foldChatEvents, isOpen, startTurn } from './turn.ts';

const event = (type: ConsoleChatEvent['type'], more: Partial<ConsoleChatEvent> = {}): ConsoleChatEvent => ({
  type,
  conversation_id: 'c',
  text: '',
  tool: null,
  message: null,
  ...more,
});
const tool = (call_id: string, more: Partial<ToolUse> = {}): ToolUse => ({
  call_id,
  said: '',
  name: 'hash',
  input_json: '{}',
  output: null,
  failed: false,
  ...more,
});
const turn = startTurn({ text: 'Hi', files: [] }, -1);
const message: ConsoleChatEvent['message'] = {
  id: 'm',
  conversation_id: 'c',
  role: 'assistant',
  content: 'Right',
  model: 'small',
  files: [],
  credits: 2,
  created: 1,
};

suite('a turn of a chat', () => {
  test('collects the pieces of the answer until it is there', () => {
    const during = foldChatEvents(turn, [event('chat_start'), event('text', { text: 'Ri' })]);
    assert.deepEqual([during.phase, during.text, isOpen(during)], ['answering', 'Ri', true]);
    const done = foldChatEvents(during, [event('text', { text: 'ght' }), event('chat_end', { message })]);
    assert.deepEqual([done.phase, done.text, done.message, isOpen(done)], ['answered', 'Right', message, false]);
  });

  test('forgets what the model said before it was asked again', () => {
    const { text } = foldChatEvents(turn, [
      event('text', { text: 'Wrong' }),
      event('text_restart'),
      event('text', { text: 'Right' }),
    ]);
    assert.equal(text, 'Right');
  });

  test('keeps what was said before a tool with that tool, also when the model is asked again afterwards', () => {
    const { tools, text } = foldChatEvents(turn, [
      event('text', { text: 'A moment' }),
      event('tool_start', { tool: tool('1') }),
      event('tool_start', { tool: tool('2') }),
      event('tool_end', { tool: tool('2', { output: 'no', failed: true }) }),
      event('text', { text: 'Wrong' }),
      event('text_restart'),
    ]);
    assert.equal(text, '');
    assert.deepEqual(tools, [tool('1', { said: 'A moment' }), tool('2', { output: 'no', failed: true })]);
  });

  test('ends the open one of two calls with the same id', () => {
    const { tools } = foldChatEvents(turn, [
      event('tool_start', { tool: tool('1') }),
      event('tool_end', { tool: tool('1', { output: 'a' }) }),
      event('tool_start', { tool: tool('1') }),
      event('tool_end', { tool: tool('1', { output: 'b' }) }),
    ]);
    assert.deepEqual(
      tools.map(({ output }) => output),
      ['a', 'b'],
    );
  });

  test('keeps what was said when it fails, to show it as void', () => {
    const failed = failTurn(foldChatEvents(turn, [event('text', { text: 'So ' })]), 'The model failed');
    assert.deepEqual(
      [failed.phase, failed.text, failed.problem, isOpen(failed)],
      ['failed', 'So ', 'The model failed', false],
    );
  });
});
