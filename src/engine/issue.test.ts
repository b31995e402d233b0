import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Issues, withoutParam } from './issue.ts';

test('errors come before warnings, with what they are about', () => {
  const issues = new Issues();
  const edge = { source: 'a', target: 'b', source_handle: null };
  issues.warning('odd', 'a');
  issues.edgeWarning('odd way', edge);
  issues.error('wrong', 'a', 'url');
  issues.edgeError('wrong way', edge);
  const rest = { node_id: null, edge: null, param: null };
  assert.deepEqual(issues.list(), [
    { ...rest, severity: 'error', message: 'wrong', node_id: 'a', param: 'url' },
    { ...rest, severity: 'error', message: 'wrong way', edge },
    { ...rest, severity: 'warning', message: 'odd', node_id: 'a' },
    { ...rest, severity: 'warning', message: 'odd way', edge },
  ]);
  assert.deepEqual(issues.list().map(withoutParam)[0], {
    severity: 'error',
    message: 'wrong',
    node_id: 'a',
    edge: null,
  });
});

test('beyond five hundred, errors and warnings are counted', () => {
  const issues = new Issues();
  for (let index = 0; index < 500; index++) issues.error('wrong');
  for (let index = 0; index < 503; index++) issues.warning('odd');
  assert.equal(issues.list().length, 1001);
  assert.equal(issues.list().at(-1)?.message, 'There are 3 more warnings');
  issues.error('wrong');
  issues.error('wrong');
  assert.equal(issues.list()[500]?.message, 'There are 2 more errors');
});

test('an id that is longer than any valid one is not repeated', () => {
  const issues = new Issues();
  issues.error('wrong', 'a'.repeat(256));
  issues.error('wrong', 'a'.repeat(257));
  assert.deepEqual(
    issues.list().map(({ node_id }) => node_id?.length ?? null),
    [256, null],
  );
});
