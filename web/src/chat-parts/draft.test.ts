import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ConsoleMessage } from '../api/chat.ts';
import { EMPTY_DRAFT, isEmpty, judgeSent, readDraft, sendDraft, settleDraft, takeBackDraft } from './draft.ts';

const file = { file_id: 'f', filename: 'a.txt', content_type: 'text/plain', file_url: '/files/f', size: 3 };
const message = (position: number, role: ConsoleMessage['role'], content: string): ConsoleMessage => ({
  id: String(position),
  conversation_id: 'c',
  role,
  content,
  model: null,
  files: [],
  credits: 0,
  created: 0,
  position,
  tools: [],
});
const NOW = 1_000_000;
const LATER = NOW + 60_000;
const sent = sendDraft({ text: 'And?', files: [file] }, 1, NOW);
const before = [message(0, 'user', 'And?'), message(1, 'assistant', 'Yes')];

suite('a draft', () => {
  test('is read as it was kept, without what is not understood', () => {
    const draft = { text: 'Hi', files: [file], sent: { text: 'Before', files: [], after: 3, at: 5 } };
    assert.deepEqual(readDraft(JSON.parse(JSON.stringify(draft))), draft);
    assert.deepEqual(readDraft({ text: 1, files: [file, { file_id: 'g' }, null], sent: {} }), {
      text: '',
      files: [file],
      sent: null,
    });
    for (const stored of [null, 'x', 3]) assert.deepEqual(readDraft(stored), EMPTY_DRAFT);
  });

  test('is empty without text and files', () => {
    assert.equal(isEmpty({ text: ' \n', files: [] }), true);
    assert.equal(isEmpty({ text: '', files: [file] }), false);
  });

  test('comes back before what was typed meanwhile, unless it is answered', () => {
    const next = { ...sent, text: 'Next' };
    assert.deepEqual(takeBackDraft(next), { text: 'And?\n\nNext', files: [file], sent: null });
    assert.deepEqual(takeBackDraft(sent), { text: 'And?', files: [file], sent: null });
    assert.deepEqual(settleDraft(next), { text: 'Next', files: [], sent: null });
  });

  test('is over when the same text after the last message has an answer', () => {
    const messages = [...before, message(2, 'user', 'And?'), message(5, 'assistant', 'So')];
    assert.equal(judgeSent(sent, { messages, answering: null }, LATER), 'answered');
    assert.equal(judgeSent(EMPTY_DRAFT, { messages, answering: null }, LATER), 'typed');
  });

  test('waits while it is being answered, or was only just sent', () => {
    const messages = [...before, message(2, 'user', 'And?')];
    assert.equal(judgeSent(sent, { messages, answering: 'chat' }, LATER), 'pending');
    assert.equal(judgeSent(sent, { messages: before, answering: null }, NOW + 10), 'pending');
    assert.equal(judgeSent(sent, undefined, NOW + 10), 'pending');
  });

  test('is typed again when there is no answer to it', () => {
    assert.equal(judgeSent(sent, { messages: before, answering: null }, LATER), 'unanswered');
    assert.equal(judgeSent(sent, undefined, LATER), 'unanswered');
    const messages = [...before, message(2, 'user', 'And?')];
    assert.equal(judgeSent(sent, { messages, answering: null }, NOW + 10), 'unanswered');
  });
});
