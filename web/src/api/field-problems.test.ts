import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { problemAt, readFieldProblem } from './field-problems.ts';
import { ApiError } from './transport/client.ts';

const refusal = (field: string | undefined, message: string) => new ApiError(422, message, 'validation_error', field);

suite('what the service says about a field', () => {
  test('stands at the field, without its name', () => {
    const error = refusal('/fields/a.b~1c~0', 'validation error: fields.a.b/c~: is required');
    assert.deepEqual(readFieldProblem(error), { names: ['fields', 'a.b/c~'], message: 'is required' });
    assert.equal(problemAt(error, 'fields', 'a.b/c~'), 'is required');
    assert.equal(problemAt(error, 'fields'), 'is required');
    assert.equal(problemAt(error, 'fields', 'a'), undefined);
    assert.equal(problemAt(error, 'hosts'), undefined);
  });

  test('is a whole sentence when the service says one', () => {
    const taken = "A credential named 'shop' exists already";
    assert.equal(problemAt(refusal('/name', taken), 'name'), taken);
  });

  test('is nothing when it is about no field', () => {
    assert.equal(readFieldProblem(refusal(undefined, 'not now')), undefined);
    assert.equal(problemAt(new Error('lost'), 'name'), undefined);
    assert.equal(problemAt(undefined, 'name'), undefined);
  });
});
