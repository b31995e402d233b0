/** What people and operators are told of steps that failed, or that have no result. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { TemplateError } from '../../templates/template.ts';
import type { Step } from '../schemas.ts';
import { classifyFailure } from './failure.ts';
import { explainMissingOutput, explainMissingStep } from './missing-results.ts';
import { findFailedStep } from './run-records.ts';

const MESSAGE = 'a message that quotes a secret';

suite('the kind of a failure', () => {
  const cases: [name: string, error: unknown, failure: object][] = [
    ['a template', new TemplateError(MESSAGE), { kind: 'template' }],
    ['a fault of ours', new Error(MESSAGE), { kind: 'internal' }],
    ['a step', new StepError(MESSAGE), { kind: 'step' }],
    ['a reply', new StepError(MESSAGE, { kind: 'http_status', status: 503 }), { kind: 'http_status', status: 503 }],
    ['params', new StepError(MESSAGE, { kind: 'params' }), { kind: 'params' }],
    [
      'a refusal',
      new StepError(MESSAGE, { cause: new ApiError('no', 422, MESSAGE) }),
      { kind: 'refused', status: 422 },
    ],
  ];
  for (const [name, error, failure] of cases) test(name, () => assert.deepEqual(classifyFailure(error), failure));
});

suite('a missing result says why', () => {
  const cases: [status: Step['status'], text: string][] = [
    ['skipped', "the step 'call' was skipped, so it has no output"],
    ['failed', "the step 'call' failed, so it has no output"],
    ['success', "the step 'call' returned nothing, so it has no output"],
    ['running', "the step 'call' has not ended, so it has no output"],
  ];
  for (const [status, text] of cases) {
    test(status, () => {
      const explain = explainMissingOutput('call', status);
      assert.deepEqual([explain('output'), explain('error')], [text, undefined]);
    });
  }

  test('a step that takes no part', () => {
    assert.equal(explainMissingStep('call'), "the step 'call' takes no part in this run, so it has no result");
  });
});

suite('the step that failed a run', () => {
  const step = (node_id: string, more: Partial<Step>) =>
    ({ node_id, status: 'failed', handle: null, iteration: [], ...more }) as Step;
  const find = (...steps: Step[]) => findFailedStep(steps)?.node_id;

  test('is none of those that succeeded, or whose failure led on', () => {
    assert.equal(find(step('done', { status: 'success' }), step('caught', { handle: 'error' })), undefined);
    assert.equal(
      find(step('done', { status: 'success' }), step('caught', { handle: 'error' }), step('call', {})),
      'call',
    );
  });

  test('is the innermost one, whatever the order', () => {
    const [loop, item] = [step('loop', {}), step('call', { iteration: [0, 2] })];
    assert.deepEqual([find(loop, item), find(item, loop)], ['call', 'call']);
  });
});
