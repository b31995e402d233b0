/** How `upload` derives the type of a file from its content, its declared type and its name. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel, type StoredFile, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { field, file, form, sendForm } from './raw-forms.ts';

const service = await testService();
const owner = await service.person();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const PDF = '%PDF-1.7\n1 0 obj\nendobj\n';

suite('types', () => {
  const OCTETS = 'application/octet-stream';
  // One for each rule: `content-type.test.ts` and `markup.test.ts` beside the rules have all of them.
  const stored: [content: string | Buffer, declared: string, name: string, type: string][] = [
    ['a,b', 'Text/CSV', 'a.txt', 'text/csv'],
    ['a,b', OCTETS, 'a.csv', 'text/csv'],
    [PNG, 'text/plain', 'a.txt', 'image/png'],
    [PDF, 'text/plain', 'a', 'application/pdf'],
    [`\ufeff<!-- ${'x'.repeat(5000)} -->${SVG}`, 'text/plain', 'a.txt', 'image/svg+xml'],
    // A file extension alone does not make an image.
    ['hello', OCTETS, 'x.png', OCTETS],
  ];
  for (const [content, declared, name, type] of stored) {
    test(`${JSON.stringify(String(content).slice(0, 12))} declared as ${declared} with the name ${name} are ${type}`, async () => {
      const panel = await makePanel(service, owner);
      const file = { content: Uint8Array.from(Buffer.from(content)), name, type: declared };
      assert.equal((await panel.upload({ path: 'docs/' }, file)).content_type, type);
    });
  }

  const refused: [content: string | Buffer, declared: string, detail: string][] = [
    [SVG, 'image/png', 'the file content is image/svg+xml, not image/png'],
    ['hello', 'application/pdf', 'the file content is not application/pdf'],
    ['', 'image/png', 'the file content is not image/png'],
  ];
  for (const [content, declared, detail] of refused) {
    test(`${JSON.stringify(String(content).slice(0, 12))} are refused as ${declared}`, async () => {
      const panel = await makePanel(service, owner);
      await panel.refuseUpload(
        422,
        detail,
        { path: 'docs/a' },
        { content: Uint8Array.from(Buffer.from(content)), type: declared },
      );
      assert.deepEqual(await checkPanelUsage(panel), nothing);
    });
  }

  test('follow from the name that the file gets, wherever the path comes in the form', async () => {
    const panel = await makePanel(service, owner);
    const [path, sent] = [field('path', 'docs/a.csv'), file('a,b', 'a.zip', `\r\ncontent-type: ${OCTETS}`)];
    for (const body of [form(path, sent), form(sent, field('overwrite', '1'), path)]) {
      assert.equal((succeeded(await sendForm(panel, body)) as StoredFile).content_type, 'text/csv');
    }
  });

  test('are text for a part without a type, unless the content says otherwise', async () => {
    const panel = await makePanel(service, owner);
    const readType = async (content: string | Uint8Array, name: string) =>
      (succeeded(await sendForm(panel, form(field('path', 'docs/'), file(content, name)))) as StoredFile).content_type;
    assert.equal(await readType(PNG, 'a.txt'), 'image/png');
    assert.equal(await readType('a,b', 'a.csv'), 'text/plain');
    assert.equal(await readType('hello', 'b.png'), 'text/plain');
  });
});
