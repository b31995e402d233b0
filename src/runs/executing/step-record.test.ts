import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultConfig } from '../../../test/fixtures/config.ts';
import { Frame } from '../../engine/settlement.ts';
import { UNDEFINED_BELOW } from '../../templates/template.ts';
import { KEPT_HEAD_CHARACTERS, StepRecord } from './step-record.ts';

const limits = { ...defaultConfig.runs, shownCharacters: 10_000, shownInLoopCharacters: 1_000 };
const section = { members: [], open: new Int32Array(0), active: new Uint8Array(0) };
const outside = new Frame(section, 0, 0, 1, undefined);

function newRecord({ frame = outside, type = 'transform' } = {}): StepRecord {
  return new StepRecord({ node: 1, frame }, { id: 'call', type }, 3, 1_000);
}

function ended(output: unknown, more?: Parameters<typeof newRecord>[0]): StepRecord {
  const record = newRecord(more);
  record.receive({ output });
  record.end('success');
  return record;
}

suite('the credits of a step', () => {
  test('are the larger of what its result says and what its attempts have paid', () => {
    const record = newRecord();
    record.addPayment(0.1);
    record.addPayment(0.2);
    assert.ok(Math.abs(record.credits - 0.3) < 1e-9, 'an attempt that failed has paid as well');
    record.receive({ output: 1, credits: 5 });
    assert.equal(record.credits, 5);
    record.notePaid(7);
    record.notePaid(6);
    assert.equal(record.credits, 7);
  });

  test('are those of the result where the sums differ by their rounding alone', () => {
    const record = newRecord();
    for (const credits of [0.1, 0.2]) record.addPayment(credits);
    record.receive({ output: 1, credits: 0.3 });
    assert.equal(record.credits, 0.3);
  });
});

suite('a step that leaves memory', () => {
  for (const [what, output] of [
    ['a short text', 'short'],
    ['a long text', 'x'.repeat(20_000)],
    ['a list', ['a', 1]],
    ['null', null],
  ] as const) {
    test(`is shown as before with ${what}`, () => {
      const record = ended(output);
      record.outputCharacters = JSON.stringify(output).length;
      const before = record.toStep(limits);
      record.evict(limits);
      assert.deepEqual([record.isEvicted, record.output], [true, undefined]);
      const { output_json, output_truncated, ...rest } = record.toStep(limits);
      const { output_json: json, output_truncated: truncated, ...others } = before;
      assert.deepEqual([rest, output_truncated], [others, truncated]);
      assert.deepEqual(record.isHeadEvicted, json.length > KEPT_HEAD_CHARACTERS);
      assert.equal(output_json, record.isHeadEvicted ? '' : json);
      record.restoreOutput(output);
      assert.deepEqual(record.toStep(limits), before);
    });
  }

  test('keeps a beginning of exactly so many characters, and loses it at its end when it is longer', () => {
    const [kept, left] = [ended('x'.repeat(KEPT_HEAD_CHARACTERS - 2)), ended('x'.repeat(KEPT_HEAD_CHARACTERS - 1))];
    for (const record of [kept, left]) record.evict(limits);
    assert.deepEqual([kept.isHeadEvicted, left.isHeadEvicted], [false, true]);
    const restored = newRecord();
    const head = { text: 'x'.repeat(KEPT_HEAD_CHARACTERS + 1), cut: true };
    restored.restoreEvicted({ head, text: 'x', characters: 9_999, key: null });
    assert.equal(restored.isHeadEvicted, false);
    restored.evictHead();
    kept.evictHead();
    assert.deepEqual([kept.isHeadEvicted, restored.isHeadEvicted, restored.outputCharacters], [false, true, 9_999]);
  });
});

test('less is shown of a step in a loop', () => {
  const [shown, inLoop] = [
    ended('x'.repeat(5_000)),
    ended('x'.repeat(5_000), { frame: new Frame(section, 1, 4, 9, outside) }),
  ].map(record => record.toStep(limits));
  assert.deepEqual([shown?.output_json.length, shown?.output_truncated, shown?.iteration], [5_002, false, []]);
  assert.deepEqual([inLoop?.output_json.length, inLoop?.output_truncated, inLoop?.iteration], [1_000, true, [4]]);
});

suite('templates see of a step', () => {
  test('its output and its text, which is the output when that is a string', () => {
    const { output, text, success, status, error, file_ids } = ended('hello').templateView();
    assert.deepEqual([output, text, success, status, error, file_ids], ['hello', 'hello', true, 'success', '', []]);
    assert.equal(ended({ a: 1 }).templateView().text, '');
    assert.equal(ended(null).templateView().output, null);
  });

  test('no output when there is none', () => {
    const record = newRecord();
    record.error = 'refused';
    record.end('failed');
    const view = record.templateView();
    assert.ok(!('output' in view) && UNDEFINED_BELOW in view);
    assert.deepEqual([view.success, view.status, view.error], [false, 'failed', 'refused']);
  });
});

test('tries are told when there was more than one, and a pinned result is marked', () => {
  const record = ended(1);
  record.tries = [{ started_at: 1, finished_at: 2, error: '' }];
  assert.deepEqual(
    Object.keys(record.summary()).filter(key => key === 'tries' || key === 'pinned'),
    [],
  );
  record.tries.push({ started_at: 3, finished_at: 4, error: '' });
  record.isPinned = true;
  const { tries, pinned } = record.summary();
  assert.deepEqual([tries, pinned], [record.tries, true]);
});
