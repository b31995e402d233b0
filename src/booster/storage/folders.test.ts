import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../errors.ts';
import type { FileStorage, FolderSettings } from '../panel-schemas.ts';
import {
  allows,
  type FileOperation,
  folderSettings,
  maxFileBytes,
  requireAcceptedFile,
  requireRight,
} from './folders.ts';

const MEGABYTE = 2 ** 20;
const MOST = 100 * MEGABYTE;

function storage(folders: FileStorage['folders']): FileStorage {
  return { enabled: true, limit_mb: 0, folders };
}

function refused(status: number, detail: string, ask: () => unknown): void {
  assert.throws(ask, error => {
    assert.ok(error instanceof ApiError, String(error));
    assert.deepEqual([error.status, error.message], [status, detail]);
    return true;
  });
}

suite('settings', () => {
  test('of a folder replace those of * and are not merged with them', () => {
    const { '*': others, docs } = { '*': { upload: 'none', max_files: 3 }, docs: { read: 'none' } } as const;
    const both = storage({ '*': others, docs });
    assert.deepEqual(folderSettings(both, 'docs'), docs);
    assert.deepEqual(folderSettings(both, 'other'), others);
    assert.deepEqual(folderSettings(storage({ docs }), 'other'), {});
  });

  test('are never inherited properties of objects', () => {
    for (const folder of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      assert.deepEqual(folderSettings(storage({}), folder), {});
      assert.deepEqual(folderSettings(storage({ '*': { max_files: 1 } }), folder), { max_files: 1 });
    }
  });

  test('disable an operation for everyone with none, and allow it to the API with every other level', () => {
    const operations: FileOperation[] = ['upload', 'read', 'list', 'update', 'delete'];
    for (const operation of operations) {
      assert.equal(allows({}, operation), true);
      for (const level of ['owner', 'users', 'public'] as const)
        assert.equal(allows({ [operation]: level }, operation), true);
      const none: FolderSettings = { [operation]: 'none' };
      for (const other of operations) assert.equal(allows(none, other), other !== operation);
      const detail = `operation '${operation}' is disabled for folder 'docs'`;
      refused(403, detail, () => requireRight(storage({ docs: none }), 'docs', operation));
      refused(403, detail, () => requireRight(storage({ '*': none }), 'docs', operation));
      requireRight(storage({ docs: none }), 'docs2', operation);
    }
  });
});

test('the smaller of both limits determines the largest file, and 0 means no limit', () => {
  const limit = (max_file_mb: number | undefined) =>
    maxFileBytes(storage({ docs: max_file_mb === undefined ? {} : { max_file_mb } }), 'docs', { fileBytes: MOST });
  assert.deepEqual([undefined, 0, 1, 100, 101].map(limit), [MOST, MOST, MEGABYTE, MOST, MOST]);
});

suite('accepted files', () => {
  const fits = (types: string[], name: string, contentType: string, sizeBytes = 1) =>
    requireAcceptedFile(
      storage({ docs: { types, max_file_mb: 1 } }),
      `docs/${name}`,
      { contentType, sizeBytes },
      { fileBytes: MOST },
    );

  const accepted: [types: string[], name: string, type: string][] = [
    [['image/*'], 'a', 'image/png'],
    [['image/*'], 'a', 'image/svg+xml'],
    [['application/pdf', 'image/*'], 'a', 'application/pdf'],
    [['Application/PDF'], 'a', 'application/pdf'],
    [['text/plain'], 'a', 'text/plain; charset=utf-8'],
    [['text/plain'], 'a', 'Text/Plain ;charset=utf-8'],
    [['.csv'], 'a.csv', 'text/csv'],
    [['.csv'], 'A.CSV', 'application/octet-stream'],
    [['.CSV'], 'a.csv', 'text/plain'],
    [['.csv'], 'a.b.csv', 'application/vnd.ms-excel'],
    [['.png'], 'a.png', 'image/png'],
    [['.heddle'], 'a.heddle', 'image/png'],
  ];
  for (const [types, name, type] of accepted) {
    test(`${types} accepts ${name}, ${type}`, () => fits(types, name, type));
  }

  const other: [types: string[], name: string, type: string, told?: string][] = [
    [[], 'a', 'image/png'],
    [['image/*'], 'a.png', 'imagex/png'],
    [['image/*'], 'a.png', 'application/octet-stream'],
    [['image/png'], 'a', 'image/png2'],
    [['text/plain'], 'a', 'text/html; charset=text/plain', 'text/html'],
    [['.csv'], 'csv', 'text/csv'],
    [['.csv'], 'a.csv.exe', 'text/csv'],
    [['.csv'], 'acsv', 'text/csv'],
    [['.csv'], 'a.csv', 'text/html'],
    [['.csv'], 'a.csv', 'image/svg+xml'],
    [['.png'], 'a.png', 'image/gif'],
    [['.txt'], 'a.txt', 'application/xml'],
  ];
  for (const [types, name, type, told = type] of other) {
    test(`[${types}] does not accept ${name}, ${type}`, () => {
      refused(422, `folder 'docs' does not accept ${told} files`, () => fits(types, name, type));
    });
  }

  test('are checked by size before type', () => {
    fits(['text/plain'], 'a', 'text/plain', MEGABYTE);
    refused(422, 'the file is larger than 1 MB', () => fits(['text/plain'], 'a', 'text/plain', MEGABYTE + 1));
    refused(422, 'the file is larger than 1 MB', () => fits([], 'a', 'text/plain', MEGABYTE + 1));
  });

  test('of steps may have what the folder says', () => {
    const limits = { fileBytes: MOST, folderFileBytes: 3 * MOST };
    const most = (max_file_mb?: number) =>
      maxFileBytes(storage({ docs: max_file_mb === undefined ? {} : { max_file_mb } }), 'docs', limits);
    assert.deepEqual([most(), most(1), most(200), most(1000)], [MOST, MEGABYTE, 200 * MEGABYTE, 3 * MOST]);
  });

  test('have any type up to the general limit when there are no settings', () => {
    const none = storage({});
    requireAcceptedFile(none, 'docs/a', { contentType: 'a/b', sizeBytes: MOST }, { fileBytes: MOST });
    refused(422, 'the file is larger than 100 MB', () =>
      requireAcceptedFile(none, 'docs/a', { contentType: 'a/b', sizeBytes: MOST + 1 }, { fileBytes: MOST }),
    );
  });
});
