import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iconOf, isResizable, previewOf, typeName } from './content-kinds.ts';

test('files are shown by their type, and markup only as its source', () => {
  const previews: [string, string][] = [
    ['image/png', 'image'],
    ['image/svg+xml', 'text'],
    ['text/html; charset=utf-8', 'text'],
    ['application/xhtml+xml', 'text'],
    ['application/ld+json', 'text'],
    ['text/csv', 'text'],
    ['application/pdf', 'pdf'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    ['application/zip', 'none'],
    ['', 'none'],
  ];
  for (const [type, preview] of previews) assert.equal(previewOf(type), preview, type);
});

test('types have short names and icons', () => {
  const names: [string, string, string][] = [
    ['image/jpeg', 'JPEG', 'image'],
    ['text/plain; charset=utf-8', 'Text', 'file-text'],
    ['application/pdf', 'PDF', 'file-text'],
    ['application/json', 'JSON', 'file-code'],
    ['application/vnd.ms-excel', 'MS-EXCEL', 'file'],
    ['application/x-tar', 'TAR', 'file'],
    ['application/octet-stream', '–', 'file'],
    ['video/mp4', 'MP4', 'video'],
  ];
  for (const [type, name, icon] of names) assert.deepEqual([typeName(type), iconOf(type)], [name, icon], type);
});

test('only pictures of which the service makes copies are asked for as copies', () => {
  assert.equal(isResizable('image/jpeg'), true);
  assert.equal(isResizable('image/svg+xml'), false);
  assert.equal(isResizable('application/pdf'), false);
});
