import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MessageRow, slackOutcome, slackQuestion, teamsQuestion } from './chat-message.ts';

function row(changes: Partial<MessageRow> = {}): MessageRow {
  return {
    ...{ title: 'Pay?', message: 'He waits', workflow_name: 'Expenses', expires_at: new Date(0), form_schema: null },
    ...{ allow_reject: true, status: 'pending', decided_by: null },
    ...changes,
  };
}

const url = 'https://heddle.example.org/approvals/1';
const long = '<€&😀'.repeat(10_000);

/** Every text of a block, with the name under which it stands. */
function texts(value: unknown, name = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'plain_text') return [[name, String(Object(value).text)]];
  return Object.entries(value).flatMap(([key, each]) => texts(each, /^\d+$/.test(key) ? name : key));
}

test('a message stays within the limits that Slack documents, whatever its texts are', () => {
  const shown = { row: row({ title: long, message: long, workflow_name: long }), url };
  for (const message of [slackQuestion(shown, 'id'), slackOutcome(shown.row)]) {
    assert.ok(message.text.length < 4000);
    assert.ok(message.blocks.length <= 50);
    for (const [name, text] of texts(message.blocks)) {
      assert.ok(text.length <= 3000 && text.isWellFormed(), name);
      assert.ok(text.length > 0, name);
    }
    assert.ok((texts(message.blocks[0])[0]?.[1].length ?? 0) <= 150);
    assert.doesNotMatch(message.text, /<|>|&(?!(amp|lt|gt);)/);
  }
});

test('empty texts are left out, because Slack refuses them', () => {
  const { blocks } = slackQuestion({ row: row({ title: '', message: ' \n' }), url });
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['header', 'context', 'actions'],
  );
});

test('a form is not approved in a chat, and what can not be rejected has one button', () => {
  const buttons = (changes: Partial<MessageRow>) => JSON.stringify(slackQuestion({ row: row(changes), url }, 'id'));
  const form_schema = { type: 'object', properties: { amount: { type: 'number' } } };
  assert.match(buttons({}), /heddle_approve.*heddle_reject.*heddle_open/);
  assert.doesNotMatch(buttons({ form_schema }), /heddle_approve/);
  assert.doesNotMatch(buttons({ allow_reject: false }), /heddle_reject/);
});

test('a card of Teams has the same texts, and one button that opens the approval', () => {
  const card = JSON.stringify(teamsQuestion({ row: row(), url }));
  assert.match(card, /Pay\?.*He waits.*Expenses.*Action\.OpenUrl/);
  assert.ok(JSON.stringify(teamsQuestion({ row: row({ title: long, message: long }), url })).length < 28_000);
});
