import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decodeBase64, decodedBase64Bytes } from './base64.ts';

async function decode(text: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(decodeBase64(text)));
}

suite('base64', () => {
  test('encodes any bytes, with white space anywhere', async () => {
    const space = fc.constantFrom('', '', '\n', '\r\n', ' ', '\t', '\f');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), fc.infiniteStream(space), async (bytes, spaces) => {
        const signs = [...Buffer.from(bytes).toString('base64')];
        const text = signs.map(sign => (spaces.next().value ?? '') + sign).join('');
        assert.equal(await decodedBase64Bytes(text), bytes.length);
        assert.deepEqual([...(await decode(text))], [...bytes]);
      }),
    );
  });

  test('may be longer than a slice and broken into lines of any length', async () => {
    const bytes = randomBytes(3_000_001);
    for (const width of [76, 77, 1_048_576, 1_048_577]) {
      const text = bytes.toString('base64');
      const count = Math.ceil(text.length / width);
      const lines = Array.from({ length: count }, (_, line) => text.slice(line * width, (line + 1) * width)).join(
        '\r\n',
      );
      assert.equal(await decodedBase64Bytes(lines), bytes.length);
      assert.ok((await decode(lines)).equals(bytes));
    }
  });

  test('may have padding that two slices share', async () => {
    for (const spaces of [2, 3, 4]) {
      const text = `QQ==${' '.repeat(1024 * 1024 - 4 - spaces)}`;
      assert.equal(await decodedBase64Bytes(text), 1);
      const cut = `${' '.repeat(1024 * 1024 - spaces)}QQ==`;
      assert.equal(await decodedBase64Bytes(cut), 1);
      assert.equal((await decode(cut)).toString(), 'A');
    }
  });

  const wrong = [
    'A',
    'ab',
    'abc',
    '\u0001',
    'YW Jj!',
    'QQ',
    'QQ=',
    'QQ===',
    '====',
    '=',
    'Q=Q=',
    'QQ==QQ==',
    'Q-_=',
    'QQ==\0',
    'QÄ==',
    'hello!',
    '{"a":1}',
  ];
  for (const text of [...wrong, `${'A'.repeat(1024 * 1024 - 2)}==AAAA`, `${'A'.repeat(2 ** 21)}!`, 'QUJD\u00a0']) {
    test(`is not ${JSON.stringify(text.slice(-12))}`, async () =>
      assert.equal(await decodedBase64Bytes(text), undefined));
  }

  test('lets other work continue while it is decoded', async () => {
    const text = Buffer.alloc(12 * 2 ** 20).toString('base64');
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const bytes = await decodedBase64Bytes(text);
    const afterCheck = turns;
    for await (const slice of decodeBase64(text)) assert.ok(slice.length <= 2 ** 20);
    clearInterval(count);
    assert.equal(bytes, 12 * 2 ** 20);
    assert.ok(afterCheck > 0 && turns > afterCheck);
  });
});
