import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatClock } from '../../look/duration.ts';
import { type SavingState, startSaving } from './saving.ts';
import { describeSaving } from './saving-words.ts';

const content = { name: 'W', description: '', definition: { nodes: [], edges: [] } };
const at = new Date(2026, 10, 16, 14, 2).getTime();
const saved = startSaving({ revisionId: 'r1', updated: 1, content }, at, true);

function words(change: Partial<SavingState>, isKept = true) {
  return describeSaving({ ...saved, ...change }, { now: at, isKept });
}

test('the header says when it was saved, or why it is not', () => {
  assert.equal(words({}).text, `Saved ${formatClock(at, at)}`);
  assert.equal(words({ phase: 'saving' }).text, 'Saving');
  assert.equal(words({ phase: 'reading' }).text, `Saved ${formatClock(at, at)}`);
  assert.equal(words({ phase: 'reading', content: { ...content, name: 'X' } }).text, 'Saving');
  assert.equal(words({ phase: 'read-only' }).text, 'Read only');
  const away = words({ phase: 'retrying', reason: 'Heddle can not be reached' });
  assert.deepEqual(away, {
    tone: 'failed',
    text: 'Not saved: Heddle can not be reached',
    detail: 'It is tried again until it succeeds. Your changes are kept in this browser.',
    canRetry: true,
  });
  assert.deepEqual(words({ phase: 'saving', failures: 1, reason: 'Heddle can not be reached' }), away);
  const conflict = { key: 'k', place: { kind: 'workflow' as const }, field: 'name', mine: 'a', theirs: 'b' };
  assert.equal(words({ phase: 'conflict', conflicts: [conflict] }).text, 'Not saved: 1 choice to make');
});

test('what can not be saved, because it is no JSON yet, is not said to be saved', () => {
  const { tone, text, detail } = describeSaving(saved, { now: at, isKept: true, unfinished: ['call', 'end'] });
  assert.deepEqual([tone, text], ['failed', 'Not saved: unfinished JSON']);
  assert.match(detail ?? '', /in call, end/);
});

test('it warns when the browser keeps nothing', () => {
  const { detail } = words({ phase: 'refused', reason: 'Forbidden' }, false);
  assert.match(detail ?? '', /can not keep your changes/);
});
