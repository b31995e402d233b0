import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { JsonLimitExceeded, JsonScanner, type ScanLimits } from './scan.ts';

const NO_LIMITS = { depth: 1_000, values: 1e6, keys: 1e6 };

/** Returns the text that remains, and the long strings that were removed from it. */
function scan(chunks: readonly Buffer[], { limits = NO_LIMITS as ScanLimits, longStringBytes = 1e9 } = {}) {
  const text: Buffer[] = [];
  const long: string[] = [];
  let current: Buffer[] = [];
  const scanner = new JsonScanner({
    limits,
    longStringBytes,
    onText: bytes => void text.push(bytes),
    onLongString: bytes => void current.push(bytes),
    endLongString() {
      long.push(Buffer.concat(current).toString());
      current = [];
      return `long ${long.length - 1}`;
    },
  });
  for (const chunk of chunks) scanner.push(chunk);
  return { text: Buffer.concat(text).toString(), long, values: scanner.values };
}

function cut(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    if (at >= bytes.length) break;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  chunks.push(bytes.subarray(at));
  return chunks;
}

const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 100 });
/** Strings with characters that could confuse a scanner. */
const strings = fc.array(fc.constantFrom('\\', '"', 'a', '{', ',', ':', ']', 'ä', '\u{1f600}', '\n'), {
  maxLength: 12,
});
const values = fc
  .jsonValue({ maxDepth: 4 })
  .chain(value => fc.record({ value: fc.constant(value), text: strings.map(parts => parts.join('')) }));

suite('the text', () => {
  test('comes out unchanged, however it is cut into chunks', () => {
    fc.assert(
      fc.property(values, cuts, (value, lengths) => {
        const text = JSON.stringify(value);
        assert.equal(scan(cut(text, lengths)).text, text);
      }),
    );
  });

  test('has a placeholder for each long string, whose bytes are passed on', () => {
    fc.assert(
      fc.property(values, cuts, fc.integer({ min: 0, max: 8 }), (value, lengths, longStringBytes) => {
        const text = JSON.stringify(value);
        const scanned = scan(cut(text, lengths), { longStringBytes });
        assert.ok(scanned.long.every(each => Buffer.byteLength(each) > longStringBytes));
        const restored = scanned.text.replaceAll(/"long (\d+)"/g, (_, index) => `"${scanned.long[Number(index)]}"`);
        assert.equal(restored, text);
        const left = [...scanned.text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, string = '']) => string);
        for (const string of left) {
          if (!/^long \d+$/.test(string)) assert.ok(Buffer.byteLength(string) <= longStringBytes, string);
        }
      }),
    );
  });

  test('need not be JSON', () => {
    for (const text of [']]]}', '{"a', '"\\', ':::', ',', '', '"a"b"c"']) scan([Buffer.from(text)]);
  });
});

suite('limits', () => {
  const refused = (limit: string) => (error: unknown) => error instanceof JsonLimitExceeded && error.limit === limit;

  test('apply to the depth', () => {
    const limits = { ...NO_LIMITS, depth: 3 };
    scan([Buffer.from('[[[1]],{"a":[2]}]')], { limits });
    assert.throws(() => scan([Buffer.from('[[[[')], { limits }), refused('depth'));
  });

  test('apply to the number of values', () => {
    const limits = { ...NO_LIMITS, values: 5 };
    assert.equal(scan([Buffer.from('[1,2,{"a":3}]')], { limits }).values, 4);
    assert.throws(() => scan([Buffer.from('[[],[],[],')], { limits }), refused('values'));
    scan([Buffer.from('"[,,,,,,,,,"')], { limits });
  });

  test('apply to the keys of one object, not of several together', () => {
    const limits = { ...NO_LIMITS, keys: 2 };
    scan([Buffer.from('[{"a":1,"b":2},{"a":{"c":3},"d":4}]')], { limits });
    assert.throws(() => scan([Buffer.from('{"a":{"x":1},"b":2,"c":3}')], { limits }), refused('keys'));
    assert.throws(() => scan(cut('{"a":1,"b":2,"c":3}', [3, 3, 3, 3]), { limits }), refused('keys'));
  });
});
