import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { contentDisposition, parseRange } from './file-reply.ts';

suite('Content-Disposition', () => {
  const names: [filename: string, rest: string][] = [
    ['a.txt', 'filename="a.txt"'],
    ['a "b".txt', `filename="a \\"b\\".txt"; filename*=UTF-8''a%20%22b%22.txt`],
    ['a\\b', `filename="a\\\\b"; filename*=UTF-8''a%5Cb`],
    ["a'(b)*!.txt", `filename="a'(b)*!.txt"; filename*=UTF-8''a%27%28b%29%2A!.txt`],
    ['灯泡', `filename="__"; filename*=UTF-8''%E7%81%AF%E6%B3%A1`],
    ['a\r\nset-cookie: b', `filename="a__set-cookie: b"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b`],
  ];
  for (const [filename, rest] of names) {
    test(filename, () => {
      assert.equal(contentDisposition('attachment', filename), `attachment; ${rest}`);
      assert.equal(contentDisposition('inline', filename), `inline; ${rest}`);
    });
  }

  test('the header is printable ASCII from which a client reads the exact name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), filename => {
        const header = contentDisposition('attachment', filename);
        assert.match(header, /^[\x20-\x7e]*$/);
        const [, encoded] = /filename\*=UTF-8''([!#$&+.^_`|~\w%-]*)$/.exec(header) ?? [];
        const [, quoted] = /^attachment; filename="((?:[^"\\]|\\.)*)"/.exec(header) ?? [];
        assert.ok(quoted !== undefined);
        const named = encoded === undefined ? quoted.replace(/\\(.)/g, '$1') : decodeURIComponent(encoded);
        assert.equal(named, filename.toWellFormed());
      }),
    );
  });
});

suite('ranges', () => {
  test('a parsed range lies within the file', () => {
    const number = fc.oneof(fc.constant(''), fc.nat({ max: 30 }).map(String), fc.bigInt({ min: 0n }).map(String));
    fc.assert(
      fc.property(number, number, fc.nat({ max: 20 }), (first, last, sizeBytes) => {
        const range = parseRange(`bytes=${first}-${last}`, sizeBytes);
        if (typeof range !== 'object') return;
        assert.ok(0 <= range.start && range.start <= range.end && range.end < sizeBytes);
        if (first !== '') assert.equal(range.start, Number(first));
      }),
    );
  });

  test('long headers are parsed quickly', () => {
    for (const header of [
      `bytes=${' '.repeat(16_000)}x`,
      `bytes=${'1'.repeat(16_000)}-`,
      `bytes=${'0-0,'.repeat(4000)}`,
    ]) {
      assert.notEqual(typeof parseRange(header, 10), 'object');
    }
  });
});
