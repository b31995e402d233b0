/** Every way to upload a file applies the rules for paths, with the same error messages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CHARACTERS, DOTS, EMPTY, FOLDER, NO_FOLDER, SPACE } from '../fixtures/booster-paths.ts';
import { type Reply, testService } from '../support/service.ts';
import { makePanel, refused } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);

const INVALID = 'validation error';

/** Uploads to this path as multipart, as base64 and directly. */
async function uploadEachWay(path: string): Promise<Reply[]> {
  return [
    await panel.send({ path }),
    await panel.call('upload-b64', { path, data: '' }),
    await panel.call('upload/init', { path, content_type: 'text/plain', size: 0 }),
  ];
}

suite('these paths are refused:', () => {
  // One for each rule: `paths.test.ts` beside the rules has all of them.
  const paths: [path: string, detail: string][] = [
    ['', NO_FOLDER],
    ['../x', FOLDER],
    ['docs//x', EMPTY],
    ['docs/../x', DOTS],
    ['docs/x ', SPACE],
    ['docs/%2e%2e/x', CHARACTERS],
    ['1/2/3/4/5/6/7/8/9', INVALID],
    [`docs/${'x'.repeat(508)}`, INVALID],
    // The form and the schema have limits of their own.
    [`docs/${'x'.repeat(50_000)}`, INVALID],
  ];
  for (const [path, detail] of paths) {
    test(JSON.stringify(path.slice(0, 40)), async () => {
      for (const answer of await uploadEachWay(path)) refused(answer, 422, detail);
      assert.deepEqual(await checkPanelUsage(panel), nothing);
    });
  }

  test('paths with NUL characters or lone surrogates', async () => {
    for (const path of ['docs/a\0', '\0/a', 'docs/\ud800', 'docs/\udc00x']) {
      await panel.refuse(422, INVALID, 'upload-b64', { path, data: '' });
      await panel.refuse(422, INVALID, 'upload/init', { path, content_type: 'text/plain', size: 0 });
      const named = { path: 'docs/', filename: path.slice(5), content_type: 'text/plain', size: 0 };
      if (path !== '\0/a') await panel.refuse(422, INVALID, 'upload/init', named);
    }
    assert.deepEqual(await checkPanelUsage(panel), nothing);
  });

  test('a path with a line break and a tab, in JSON and in a form', async () => {
    const path = 'docs/a\r\nb\tc';
    for (const answer of await uploadEachWay(path)) refused(answer, 422, CHARACTERS);
    assert.deepEqual(await checkPanelUsage(panel), nothing);
  });
});

suite('valid paths', () => {
  const paths = [
    '1/2/3/4/5/6/7/8',
    'docs/灯泡.jpeg',
    'docs/e\u0301', // A decomposed é, which differs from the composed one that follows.
    'docs/\u00e9',
    'docs/A',
    'docs/a',
    '_-/...',
    '__proto__/a',
    'constructor/toString',
    `docs/${'x'.repeat(507)}`,
    `docs/${'😀'.repeat(507)}`,
  ];

  test('name different files, each found by its path and in the usage of its folder', async () => {
    const own = await makePanel(service, owner);
    for (const [index, path] of paths.entries()) {
      const stored = await own.ask('upload-b64', { path, data: Buffer.alloc(index + 1).toString('base64') });
      assert.deepEqual([stored.path, stored.name, stored.folder], [path, path.split('/').at(-1), path.split('/')[0]]);
    }
    for (const [index, path] of paths.entries()) {
      assert.equal((await own.ask('get', { path })).size, index + 1);
      await own.refuse(409, `a file '${path}' already exists`, 'upload-b64', { path, data: '' });
      await own.refuseUpload(409, `a file '${path}' already exists`, { path });
      const announced = { path, content_type: 'text/plain', size: 0 };
      await own.refuse(409, `a file '${path}' already exists`, 'upload/init', announced);
    }
    const { folders, files } = await own.ask<{ folders: Record<string, number>; files: number }>('usage');
    assert.deepEqual(Object.keys(folders).sort(), ['1', '_-', '__proto__', 'constructor', 'docs']);
    assert.equal(files, paths.length);
    await checkPanelUsage(own);
  });

  test('may be as long as allowed, even if they do not compress', async () => {
    const own = await makePanel(service, owner);
    let code = 1;
    const letters = (count: number) => {
      // Each character takes four bytes in UTF-8 and differs from the one before.
      const step = () => {
        code = (code * 7919 + 12_345) % 40_000;
        return String.fromCodePoint(0x20000 + code);
      };
      return Array.from({ length: count }, step).join('');
    };
    const paths = [
      `d/${letters(510)}`,
      `d/${letters(508)}/x`,
      `d/${letters(254)}/${letters(253)}/x`,
      `d/${[83, 83, 83, 83, 83, 83, 5].map(letters).join('/')}`,
    ];
    for (const path of paths) {
      assert.ok([...path].length <= 512 && [...path].length > 500);
      assert.equal((await own.upload({ path })).path, path);
      assert.equal((await own.ask('get', { path })).path, path);
    }
    assert.equal((await checkPanelUsage(own)).files, paths.length);
  });
});
