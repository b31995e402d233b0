import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toServerError } from './failures.ts';

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
