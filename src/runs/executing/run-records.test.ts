import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultConfig } from '../../../test/fixtures/config.ts';
import { SHOWN_TEXT_CHARACTERS, stepKey, toKnownStep, toSavedResult, toShownStep } from './run-records.ts';

const limits = defaultConfig.runs;
const TEXT_CHARACTERS = 2_000;
const startedAt = new Date(1_000);
const waiting = { runId: 'r', nodeId: 'ask', nodeType: 'human.approval', iteration: [0, 2], position: 7, startedAt };

/** A saved step that gave this output, of which as much was read as a page needs to show its text. */
function shownOf(output: unknown, text = ''): { text: string; output_json: string; output_truncated: boolean } {
  const given = { status: 'success' as const, handle: null, output, text, fileIds: [] };
  const { step, output: json } = toSavedResult({ ...waiting, iteration: [] }, given);
  const stored = text === '' ? JSON.stringify({ ...JSON.parse(step), text: null }) : step;
  return toShownStep({ step: stored, output: json?.slice(0, SHOWN_TEXT_CHARACTERS) ?? null }, limits);
}

test('a step has one key in each item of its loops', () => {
  assert.equal(stepKey({ nodeId: 'ask', iteration: [] }), 'ask');
  assert.equal(stepKey({ nodeId: 'ask', iteration: [0, 12] }), 'ask-0.12');
});

suite('the result for a step that waits', () => {
  test('has what was decided', () => {
    const tries = [
      { started_at: 1, finished_at: 2, error: 'no' },
      { started_at: 3, finished_at: 4, error: '' },
    ];
    const end = { status: 'success' as const, handle: 'approved', output: { a: 1 }, text: 'Yes', fileIds: ['f'] };
    const saved = toSavedResult({ ...waiting, tries }, end);
    const { finished_at, ...step } = JSON.parse(saved.step);
    assert.ok(finished_at >= startedAt.getTime());
    assert.deepEqual(step, {
      node_id: 'ask',
      node_type: 'human.approval',
      status: 'success',
      started_at: 1_000,
      handle: 'approved',
      text: 'Yes',
      error: '',
      file_ids: ['f'],
      conversation_id: null,
      iteration: [0, 2],
      tries,
      credits: 0,
    });
    const { output, outputCharacters, outputKey, nodeId, iteration, position } = saved;
    assert.deepEqual([output, outputCharacters, outputKey], ['{"a":1}', 7, null]);
    assert.deepEqual([nodeId, iteration, position], ['ask', [0, 2], 7]);
  });

  test('has no output when it failed, or when the output is that of another run, and no tries when there was one', () => {
    const tries = [{ started_at: 1, finished_at: 2, error: '' }];
    const failed = toSavedResult({ ...waiting, tries }, { status: 'failed', error: 'too late' });
    assert.deepEqual([failed.output, failed.outputCharacters], [null, 0]);
    assert.partialDeepStrictEqual(JSON.parse(failed.step), {
      status: 'failed',
      error: 'too late',
      handle: null,
      text: null,
    });
    assert.equal('tries' in JSON.parse(failed.step), false);
    const called = toSavedResult(waiting, { status: 'success', resultOf: 'run' });
    assert.equal(called.output, null);
    assert.partialDeepStrictEqual(JSON.parse(called.step), {
      status: 'success',
      handle: null,
      text: null,
      file_ids: [],
    });
  });

  test('has so many characters of text, and not one more', () => {
    const end = {
      status: 'success' as const,
      handle: null,
      output: null,
      text: 'x'.repeat(TEXT_CHARACTERS + 1),
      fileIds: [],
    };
    assert.equal(JSON.parse(toSavedResult(waiting, end).step).text, 'x'.repeat(TEXT_CHARACTERS));
  });
});

suite('the text that is shown of a step', () => {
  test('is its own, or else its output when that is a string', () => {
    assert.equal(shownOf('the output', 'its own').text, 'its own');
    assert.equal(shownOf('the output').text, 'the output');
    for (const output of [{ a: 'b' }, ['a'], 5, true, null]) assert.equal(shownOf(output).text, '');
  });

  test('is the beginning of a long string, however its characters are escaped', () => {
    for (const [first, each] of [
      ['', '\u0001'],
      ['a', '\u0001'],
      ['abcde', '\u0001'],
      ['a', '\n'],
      ['a', '"'],
      ['', '\\'],
      ['', 'ä'],
    ] as const) {
      const output = first + each.repeat(3 * TEXT_CHARACTERS);
      const { text } = shownOf(output);
      assert.equal(text, output.slice(0, TEXT_CHARACTERS), JSON.stringify(first + each));
    }
  });

  test('stays when the output is no longer known as a whole', () => {
    const output = `a${'\u0001'.repeat(3 * TEXT_CHARACTERS)}`;
    const given = { status: 'success' as const, handle: null, output, text: '', fileIds: [] };
    const saved = toSavedResult(waiting, given);
    const step = JSON.stringify({ ...JSON.parse(saved.step), text: null });
    const row = { step, output: saved.output?.slice(0, SHOWN_TEXT_CHARACTERS) ?? null };
    const known = toKnownStep({ ...row, characters: saved.outputCharacters, key: null, isWhole: false }, limits);
    assert.deepEqual(
      [known.output, known.ownText, known.evicted?.text],
      [undefined, undefined, output.slice(0, TEXT_CHARACTERS)],
    );
    const whole = toKnownStep({ step, output: saved.output, characters: 0, key: null, isWhole: true }, limits);
    assert.deepEqual([whole.output, whole.evicted], [output, undefined]);
  });
});
