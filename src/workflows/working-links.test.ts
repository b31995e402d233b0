import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { valueWithoutWorkingLinks, withoutLinksInPins, withoutWorkingLinks } from './working-links.ts';

const id = '0197d1aa-0000-7000-8000-00000000000a';
const secret = 'x'.repeat(43);
const attachment = `https://heddle.example.org/file?id=${id}&secret=${secret}`;
const stored = `https://heddle.example.org/api/v3/booster/storage/file/${id}/1763430000-v-${secret}`;

describe('links to files', () => {
  test('lose their secrets, however a text writes them', () => {
    const written = [attachment, stored].flatMap(link => [
      link,
      link.replaceAll('&', '&amp;'),
      link.replaceAll('&', '&#38;'),
      link.replaceAll('&', '\\u0026'),
      encodeURIComponent(link),
    ]);
    for (const link of written) {
      assert.equal(withoutWorkingLinks(`<a href="${link}">`), `<a href="${link.replace(secret, '')}">`);
    }
  });

  test('lose them in every value of a JSON value, which else stays the same', () => {
    const value = { files: [{ file_url: attachment, size: 1 }], note: `${stored}?w=100` };
    assert.deepEqual(valueWithoutWorkingLinks(value), {
      files: [{ file_url: attachment.replace(secret, ''), size: 1 }],
      note: `${stored.replace(secret, '')}?w=100`,
    });
    const other = { a: [1, null] };
    assert.equal(valueWithoutWorkingLinks(other), other);
    assert.equal(valueWithoutWorkingLinks(undefined), undefined);
  });

  test('lose them in the pins of a draft, and stay where somebody wrote them into a step', () => {
    const draft = (file_url: string) => ({
      nodes: [{ id: 'a', params: { url: attachment } }],
      editor: { notes: [], pins: { a: { output: { file_url } } } },
    });
    assert.deepEqual(withoutLinksInPins(draft(attachment)), draft(attachment.replace(secret, '')));
    for (const other of [draft(''), { editor: {} }, { editor: null }, null, undefined]) {
      assert.equal(withoutLinksInPins(other), other);
    }
  });

  test('of public files, and of others, stay as they are', () => {
    for (const text of [stored.replace('1763430000', '0'), `https://example.org/file?id=4&secret=${secret}`, '']) {
      assert.equal(withoutWorkingLinks(text), text);
    }
  });
});
