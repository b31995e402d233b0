import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLocalPath } from './local-path.ts';

test('a path of our own pages stays as it is', () => {
  for (const path of ['/', '/workflows', '/runs?status=failed&text=a%20b', '/workflows/7#step', '/a//b', '/a@b:80/c']) {
    assert.equal(toLocalPath(path), path);
  }
});

test('whatever could lead elsewhere becomes the first page', () => {
  for (const path of [
    undefined,
    null,
    '',
    'workflows',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\\b',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
  ]) {
    const local = toLocalPath(path);
    assert.equal(new URL(local, 'http://heddle.example').origin, 'http://heddle.example', String(path));
    assert.doesNotMatch(local, /^\/\/|\\/, String(path));
  }
});
