import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import { parseFileId, parseFreeFile, parseInlineFile } from './inline.ts';

suite('files in JSON', () => {
  const files: [value: unknown, filename: string | undefined, contentType: string | undefined, base64: string][] = [
    [{ filename: 'a', mime_type: 'b/c', data: 'QQ==' }, 'a', 'b/c', 'QQ=='],
    [{ name: 'a', content_type: 'b/c', data: '' }, 'a', 'b/c', ''],
    [{ filename: 'a', name: 'z', mime_type: 'b/c', content_type: 'y/z', data: 'x' }, 'a', 'b/c', 'x'],
    [{ filename: null, name: 'a', data: 'x' }, 'a', undefined, 'x'],
    [{ data: 'x' }, undefined, undefined, 'x'],
    [{ data: 'data:text/csv;base64,QQ==' }, undefined, 'text/csv', 'QQ=='],
    [{ data: 'data:text/plain;charset=utf-8;base64,QQ==' }, undefined, 'text/plain;charset=utf-8', 'QQ=='],
    [{ data: 'data:;base64,QQ==' }, undefined, undefined, 'QQ=='],
    [{ data: 'DATA:text/csv;BASE64,' }, undefined, 'text/csv', ''],
    [{ mime_type: 'b/c', data: 'data:text/csv;base64,QQ==' }, undefined, 'b/c', 'QQ=='],
    [{ mime_type: '', data: 'data:text/csv;base64,QQ==' }, undefined, 'text/csv', 'QQ=='],
    [{ data: 'data:text/plain,hello' }, undefined, undefined, 'data:text/plain,hello'],
  ];
  for (const [value, filename, contentType, base64] of files) {
    test(JSON.stringify(value), () => assert.deepEqual(parseInlineFile(value), { filename, contentType, base64 }));
  }

  const others = [null, 'x', 7, [], [{ data: 'x' }], {}, { data: 7 }, { data: null }, { data: ['x'] }];
  for (const value of [...others, { filename: 7, data: 'x' }, { mime_type: {}, data: 'x' }]) {
    test(`is not a file: ${JSON.stringify(value)}`, () => assert.equal(parseInlineFile(value), undefined));
  }

  test('a data URL with a head of a megabyte takes no time', () => {
    const data = `data:${';'.repeat(2 ** 20)}base64,QQ==`;
    assert.equal(parseInlineFile({ data })?.base64, data);
  });
});

suite('files in free JSON', () => {
  const files: [value: unknown, filename: string | undefined, contentType: string | undefined, base64: string][] = [
    [{ filename: 'a', mime_type: 'b/c', data: 'QQ==' }, 'a', 'b/c', 'QQ=='],
    [{ name: 'a', content_type: 'b/c', data: '???', size: 'any' }, 'a', 'b/c', '???'],
    [{ name: 'a', data: 'data:b/c;base64,QQ==' }, 'a', 'b/c', 'QQ=='],
    [{ name: 'Ada', data: 'test' }, 'Ada', undefined, 'test'],
    [{ name: '', data: '' }, '', undefined, ''],
    ['data:b/c;base64,QQ==', undefined, 'b/c', 'QQ=='],
    ['DATA:b/c;charset=utf-8;Base64,', undefined, 'b/c;charset=utf-8', ''],
  ];
  for (const [value, filename, contentType, base64] of files) {
    test(JSON.stringify(value), () =>
      assert.deepEqual(parseFreeFile(value, NO_LONG_TEXTS), { filename, contentType, base64 }),
    );
  }

  const others = [
    { mime_type: 'b/c', data: 'QQ==' },
    { name: 'a', mime_type: 'b/c' },
    { name: 'a', data: 'QQ==', id: 1 },
    { name: 7, data: 'QQ==' },
    { name: 'a', data: ['QQ=='] },
    { file_id: '018f0000-0000-7000-8000-000000000000' },
    [{ name: 'a', data: 'QQ==' }],
    'QQ==',
    ' data:b/c;base64,QQ==',
    'data:b/c,QQ==',
    'data:',
    '',
    null,
    7,
  ];
  for (const value of others) {
    test(`is not a file: ${JSON.stringify(value)}`, () => assert.equal(parseFreeFile(value, NO_LONG_TEXTS), undefined));
  }
});

suite('ids of files', () => {
  const id = '018f0000-0000-7000-8000-00000000000a';
  test('are read from an id, from {file_id} and from an attachment', () => {
    assert.equal(parseFileId(id), id);
    assert.equal(parseFileId(id.toUpperCase()), id);
    assert.equal(parseFileId({ file_id: id }), id);
    assert.equal(parseFileId({ file_id: id, filename: 'a', content_type: 'b', file_url: 'c', size: 1 }), id);
  });

  for (const value of [null, undefined, 7, 'x', '', `${id} `, `urn:uuid:${id}`, [id], {}, { file_id: 7 }, { id }]) {
    test(`are not read from ${JSON.stringify(value)}`, () => assert.equal(parseFileId(value), undefined));
  }
});
