import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { REDACTED } from './ranges.ts';
import { Redactor } from './redactor.ts';

const VALUE = "p/ss\"w&rd <ä€😀> '1'\\\n%41+Z";

function redactorOf(...values: string[]): Redactor {
  const redactor = new Redactor();
  redactor.add(values);
  return redactor;
}

const slice = () => new TimeSlice('ann');

function redact<Value>(redactor: Redactor, value: Value): Promise<Value> {
  return redactor.redact(value, slice());
}

function toReferences(text: string, write: (code: number) => string): string {
  return text.replace(/[^a-z0-9]/giu, character => `&${write(character.codePointAt(0) ?? 0)};`);
}

suite('a value', () => {
  const redactor = redactorOf(VALUE);
  const html = VALUE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const goJson = JSON.stringify(VALUE).replace(/[&<>]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`);
  const asciiJson = JSON.stringify(VALUE).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const forms: Record<string, string> = {
    literally: VALUE,
    'in upper case': VALUE.toUpperCase(),
    'in lower case': VALUE.toLowerCase(),
    'in JSON': JSON.stringify(VALUE),
    'in JSON within JSON': JSON.stringify(JSON.stringify({ value: VALUE })),
    'in JSON within JSON within JSON': JSON.stringify(JSON.stringify(JSON.stringify({ value: VALUE }))),
    'in ASCII JSON': asciiJson,
    'in ASCII JSON with capital digits': asciiJson.replace(/\\u..../g, code => `\\u${code.slice(2).toUpperCase()}`),
    'in JSON that can stand in HTML': goJson,
    'in JSON that can stand in HTML within JSON': JSON.stringify(goJson),
    'in JSON with escaped slashes': JSON.stringify(VALUE).replaceAll('/', '\\/'),
    'in a URL': encodeURIComponent(VALUE),
    'in a URL in lower case': encodeURIComponent(VALUE).replace(/%../g, code => code.toLowerCase()),
    'in a URL in which little is escaped': encodeURI(VALUE),
    'in a URL within a URL': encodeURIComponent(encodeURIComponent(VALUE)),
    'in a form': new URLSearchParams({ value: VALUE }).toString(),
    'in JSON in a URL': encodeURIComponent(JSON.stringify(VALUE)),
    'in HTML': `<p>${html.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</p>`,
    'in HTML of Go': html.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
    'in HTML of Python': html.replaceAll('"', '&quot;').replaceAll("'", '&#x27;'),
    'in HTML of PHP': html.replaceAll('"', '&quot;').replaceAll("'", '&#039;'),
    'in HTML without escaped quotes': html,
    'in HTML of numbers': toReferences(VALUE, code => `#${code}`),
    'in HTML of capital hexadecimal numbers': toReferences(VALUE, code => `#X${code.toString(16).toUpperCase()}`),
    'in HTML within HTML': html.replaceAll('"', '&quot;').replaceAll('&', '&amp;'),
    'in HTML within JSON': JSON.stringify(html.replaceAll('"', '&quot;')).replaceAll('&', '\\u0026'),
    'in hexadecimal': Buffer.from(VALUE).toString('hex'),
    'in capital hexadecimal': Buffer.from(VALUE).toString('hex').toUpperCase(),
    'in base64': Buffer.from(VALUE).toString('base64'),
    'in base64 in a URL': encodeURIComponent(Buffer.from(VALUE).toString('base64')),
    'in base64url': Buffer.from(VALUE).toString('base64url'),
    'at the second position of base64': Buffer.from(`u${VALUE}u`).toString('base64'),
    'at the third position of base64': Buffer.from(`us${VALUE}us`).toString('base64url'),
  };
  for (const [where, text] of Object.entries(forms)) {
    test(`is replaced ${where}`, async () => {
      const clean = await redact(redactor, `before ${text} after`);
      assert.match(clean, /^before .*\[secret\].* after$/);
      assert.equal(clean.length <= 60, true, clean);
      const bytes = await redactor.redactBytes(Buffer.from(`before ${text} after`), slice());
      assert.equal(Buffer.from(bytes).toString(), clean);
    });
  }

  const addresses = ['', '?to='].flatMap(before =>
    Object.entries({
      'as usual': encodeURIComponent(VALUE),
      'with nothing left': [...Buffer.from(VALUE)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      twice: encodeURIComponent(encodeURIComponent(VALUE)),
    }).map(([how, text]): [string, string] => [`${how} after '${before}'`, `https://host.example/${before}${text}`]),
  );
  for (const [how, address] of addresses) {
    test(`is replaced in an address, escaped ${how}`, () => {
      assert.equal(redactor.isInAddress(address), true);
      assert.match(redactor.redactAddress(address), /^https:\/\/host\.example\/(\?to=)?\[secret\]$/);
    });
  }
});

suite('a value that overlaps another one', () => {
  const own = ['prefix-1234A', '6789-suffix', 'Bearer A'];
  const redactor = redactorOf('A-victim-6789', ...own);
  const cases: Record<string, string> = {
    'prefix-1234A-victim-6789-suffix': '[secret]',
    'Bearer A-victim-6789 and more': '[secret] and more',
    'prefix-1234A-victim-6789': '[secret]',
    '<A-victim-6789-suffix>': '<[secret]>',
    'A-victim-6789A-victim-6789': '[secret]',
  };
  for (const [text, clean] of Object.entries(cases)) {
    test(`leaves nothing of either in ${text}`, async () => {
      assert.equal(await redact(redactor, text), clean);
      assert.deepEqual(await redact(redactor, { [text]: [text] }), { [clean]: [clean] });
      assert.equal((await redactor.redactBytes(Buffer.from(text), slice())).toString(), clean);
      assert.equal(redactor.redactAddress(`https://host.example/${text}`), `https://host.example/${clean}`);
    });
  }

  test('leaves nothing in an address of which only a part is escaped', () => {
    const escaped = 'prefix-1234%41-victim%2D6789';
    assert.equal(
      redactorOf('A-victim-6789', 'prefix-1234%41').redactAddress(`https://h/${escaped}/x`),
      'https://h/[secret]/x',
    );
  });

  test('leaves nothing where it overlaps itself', async () => {
    assert.equal(await redact(redactorOf('abc-abc-abc'), '<abc-abc-abc-abc>'), '<[secret]>');
  });

  test('does not tell whether a value that the user knows ends with its beginning', async () => {
    for (const guess of ['A', 'B']) {
      const guessing = redactorOf('A-victim-6789');
      guessing.add([`prefix-${guess}`, `9-suffix`, `8-suffix`], { isKnown: true });
      assert.equal(await redact(guessing, 'prefix-A-victim-6789-suffix'), 'prefix-[secret]-suffix');
      assert.equal(await redact(guessing, `A-victim-6789 prefix-${guess}`), '[secret] [secret]');
    }
  });
});

test('values are replaced in keys and texts at any depth, and everything else stays', async () => {
  const redactor = redactorOf('s3cret-value');
  const value = { a: [1, null, true, { 's3cret-value': 'the s3cret-value!' }], b: 'other' };
  assert.deepEqual(await redact(redactor, value), { a: [1, null, true, { [REDACTED]: 'the [secret]!' }], b: 'other' });
  assert.deepEqual(await redact(redactor, { ['__proto__']: 's3cret-value' }), { ['__proto__']: REDACTED });
});

test('what has no value in it stays the same object', async () => {
  const value = { a: ['text', Number.NaN, { b: 1 }] };
  assert.equal(await redact(new Redactor(), value), value);
  assert.equal(await redact(redactorOf('s3cret-value'), value), value);
  const bytes = Buffer.from('text');
  assert.equal(await redactorOf('s3cret-value').redactBytes(bytes, slice()), bytes);
});

test('bytes that are no text stay as they are around a value', async () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('s3cret-ä-value'), Buffer.from([0xc3])]);
  const clean = await redactorOf('s3cret-ä-value').redactBytes(bytes, slice());
  const expected = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from(REDACTED), Buffer.from([0xc3])]);
  assert.deepEqual(Buffer.from(clean), expected);
});

test('a value is found at the end of a part of a large content', async () => {
  const redactor = redactorOf('s3cret-value');
  const content = Buffer.alloc(3 * 2 ** 20, 'x');
  assert.equal(await redactor.redactBytes(content, slice()), content);
  content.write('s3cret-value', 2 ** 20 - 5);
  const expected = content.toString().replace('s3cret-value', REDACTED);
  assert.equal((await redactor.redactBytes(content, slice())).toString(), expected);
  assert.equal(await redact(redactor, content.toString()), expected);
});

test('a long value is found as a whole, in any form', async () => {
  const pem = `-----BEGIN KEY-----\n${`${'aZ0/+'.repeat(12)}\n`.repeat(20)}-----END KEY-----\n`;
  assert.equal(await redact(redactorOf(pem), `${pem.slice(0, -1)}!`), `${pem.slice(0, -1)}!`);
  for (const text of [pem, JSON.stringify(pem).slice(1, -1), Buffer.from(pem).toString('hex')]) {
    assert.equal(await redact(redactorOf(pem), `<${text}>`), `<${REDACTED}>`);
  }
});

suite('others are served while much is searched', () => {
  const list = Array.from({ length: 50_000 }, (_, index) => ({ id: index, text: `this is item ${index}` }));
  const contents: Record<string, (redactor: Redactor, of: TimeSlice) => Promise<unknown>> = {
    bytes: (redactor, of) => redactor.redactBytes(Buffer.alloc(2 ** 24, 's3cret-'), of),
    'a long text': (redactor, of) => redactor.redact('s3cret-'.repeat(2 ** 21), of),
    'many texts': (redactor, of) => redactor.redact(list, of),
  };
  for (const [what, search] of Object.entries(contents)) {
    test(what, async () => {
      let turns = 0;
      const count = setInterval(() => turns++, 0);
      await search(redactorOf('s3cret-value', 'an/other/value'), slice());
      clearInterval(count);
      assert.notEqual(turns, 0);
    });
  }
});

suite('what was made to take long does not', () => {
  const hostile: Record<string, [value: string, text: string]> = {
    'rows of backslashes': [`${'\\'.repeat(40)}x`, `${'\\'.repeat(20_000)}y x`],
    'escaped quotes': [`${'\\"'.repeat(40)}x`, `${'\\\\\\\\\\\\\\\\"'.repeat(2000)}y x`],
    'ampersands of ampersands': [`${'&amp;'.repeat(40)}x`, `${'&amp;amp;amp;'.repeat(2000)}y x`],
    'percents of percents': [`${'%25'.repeat(40)}x`, `${'%252525'.repeat(4000)}y x`],
    'one character': [`${'a'.repeat(120)}/x`, 'a'.repeat(50_000)],
  };
  for (const [what, [value, text]] of Object.entries(hostile)) {
    test(what, async () => assert.equal(await redact(redactorOf(value), text), text));
  }
});

test('values of fewer than eight characters are not looked for', async () => {
  assert.equal(await redact(redactorOf('1234567'), '1234567'), '1234567');
});

test('a value that is part of another does not hide it', async () => {
  assert.equal(await redact(redactorOf('12345678', '12345678-abcdefgh'), '12345678-abcdefgh'), REDACTED);
});

test('a value that was replaced by a newer one stays known', async () => {
  const redactor = redactorOf('first-value');
  redactor.add(['second-value']);
  assert.equal(await redact(redactor, 'first-value second-value'), `${REDACTED} ${REDACTED}`);
});
