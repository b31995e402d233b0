import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf, stepOf } from '../../test/run.ts';
import { resultLine } from './result-line.ts';

function line(fields: Partial<Parameters<typeof stepOf>[0]>): string {
  const [step] = stateOf([stepOf({ node_id: 'a', ...fields })]).steps.values();
  assert.ok(step);
  return resultLine(step);
}

test('a result is told by its value', () => {
  const results: [unknown, string][] = [
    ['Hello Ada!', 'Hello Ada!'],
    [148.5, '148.5'],
    [false, 'false'],
    [null, ''],
    [{}, ''],
    [[], 'empty list'],
    [['a', { b: 1 }], '2: a, {…}'],
    [{ net: 148, number: 'R-1' }, 'net: 148 · number: R-1'],
    [{ rows: [1, 2, 3], file: { filename: 'a.pdf' }, more: 1 }, 'rows: [3] · file: a.pdf · …'],
  ];
  for (const [value, text] of results) assert.equal(line({ output_json: JSON.stringify(value) }), text);
});

test('what is cut, long or no JSON is shown as far as it goes', () => {
  assert.equal(line({ output_json: '[1, 2, 3, ' }), '1, 2, 3 …');
  assert.equal(line({ output_json: `"${'word '.repeat(100)}` }).length, 80);
  assert.equal(line({ output_json: '', text: 'sent\n to Ann' }), 'sent to Ann');
});

test('a choice is told by its output, a failure by its error, a pause by what it waits for', () => {
  assert.equal(line({ handle: 'true', output_json: '{"result":true}' }), 'true');
  assert.equal(line({ status: 'failed', error: 'No such\naddress' }), 'No such address');
  assert.equal(line({ status: 'waiting', text: 'Ben is asked' }), 'Ben is asked');
  assert.equal(line({ status: 'running', output_json: '1' }), '');
  assert.equal(line({ node_type: 'loop', handle: 'done', output_json: '{"count":2}' }), '');
});
