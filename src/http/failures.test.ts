import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validationError } from '../errors.ts';
import { toHeaders, toServerError } from './failures.ts';

const FULL = 'the disk of the service is full';
const NOT_WRITABLE = 'the service can not write to its storage';
const UNREACHABLE = 'the service can not reach its database or storage';

for (const [code, syscall, status, message] of [
  ['ENOSPC', 'write', 503, FULL],
  ['EDQUOT', 'fsync', 503, FULL],
  ['53100', undefined, 503, FULL],
  ['EROFS', 'open', 503, NOT_WRITABLE],
  ['EACCES', 'mkdir', 503, NOT_WRITABLE],
  ['EIO', 'rename', 503, NOT_WRITABLE],
  ['ECONNREFUSED', 'connect', 503, UNREACHABLE],
  ['EACCES', 'connect', 500, 'internal error'],
  ['EISDIR', 'open', 500, 'internal error'],
] as const) {
  test(`${code} of ${syscall ?? 'the database'} is answered with ${status} and "${message}"`, () => {
    const error = Object.assign(new Error('as the system puts it'), { code, ...(syscall && { syscall }) });
    const answer = toServerError(error);
    assert.deepEqual([answer.status, answer.message], [status, message]);
  });
}

test('the header of a field is encoded, and left out when it would be cut', () => {
  const headersOf = (name: string) => toHeaders(validationError(['data', name], 'is required'));
  assert.deepEqual(headersOf('a b%\n'), {
    'x-error-code': 'validation_error',
    'x-error-field': '/data/a%20b%25%0A',
  });
  assert.equal(headersOf('\ud800')['x-error-field'], '/data/%EF%BF%BD');
  assert.deepEqual(headersOf('x'.repeat(1_000)), { 'x-error-code': 'validation_error' });
});
