import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TimeSlice } from '../platform/time-slice.ts';
import { REDACTED, Redactor } from './redactor.ts';

const VALUE = 'p/ss"w&rd <ä€> 1';

function redactorOf(...values: string[]): Redactor {
  const redactor = new Redactor();
  redactor.add(values);
  return redactor;
}

suite('a value', () => {
  const redactor = redactorOf(VALUE);
  const forms: Record<string, string> = {
    literally: VALUE,
    'in JSON': JSON.stringify(VALUE),
    'in JSON within JSON': JSON.stringify(JSON.stringify({ value: VALUE })),
    'in ASCII JSON': '"p/ss\\"w&rd <\\u00e4\\u20ac> 1"',
    'in JSON with escaped slashes': JSON.stringify(VALUE).replaceAll('/', '\\/'),
    'in a URL': encodeURIComponent(VALUE),
    'in a URL in lower case': encodeURIComponent(VALUE).replace(/%../g, code => code.toLowerCase()),
    'in a form': new URLSearchParams({ value: VALUE }).toString(),
    'in HTML': '<p>p/ss&quot;w&amp;rd &lt;ä€&gt; 1</p>',
    'in hexadecimal': Buffer.from(VALUE).toString('hex'),
    'in base64': Buffer.from(VALUE).toString('base64'),
    'in base64url': Buffer.from(VALUE).toString('base64url'),
    'at the second position of base64': Buffer.from(`u${VALUE}u`).toString('base64'),
    'at the third position of base64': Buffer.from(`us${VALUE}us`).toString('base64url'),
  };
  for (const [where, text] of Object.entries(forms)) {
    test(`is replaced ${where}`, () => {
      const clean = redactor.redact(`before ${text} after`);
      assert.match(clean, /^before .*\[secret\].* after$/);
      assert.equal(clean.length < text.length + 30, true);
      assert.match(Buffer.from(redactor.redactBytes(Buffer.from(text))).toString(), /\[secret\]/);
    });
  }
});

test('values are replaced in keys and texts at any depth, and everything else stays', () => {
  const redactor = redactorOf('s3cret-value');
  const value = { a: [1, null, true, { 's3cret-value': 'the s3cret-value!' }], b: 'other' };
  assert.deepEqual(redactor.redact(value), { a: [1, null, true, { [REDACTED]: 'the [secret]!' }], b: 'other' });
  assert.deepEqual(redactor.redact({ ['__proto__']: 's3cret-value' }), { ['__proto__']: REDACTED });
});

test('what has no value in it stays the same object', () => {
  const value = { a: ['text', { b: 1 }] };
  assert.equal(new Redactor().redact(value), value);
  assert.equal(redactorOf('s3cret-value').redact(value), value);
  const bytes = Buffer.from('text');
  assert.equal(redactorOf('s3cret-value').redactBytes(bytes), bytes);
});

test('bytes that are no text stay as they are around a value', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('s3cret-ä-value'), Buffer.from([0xc3])]);
  const clean = redactorOf('s3cret-ä-value').redactBytes(bytes);
  const expected = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from(REDACTED), Buffer.from([0xc3])]);
  assert.deepEqual(Buffer.from(clean), expected);
});

test('a value is found at the end of a slice of a large content', async () => {
  const redactor = redactorOf('s3cret-value');
  const slice = new TimeSlice('ann');
  const content = Buffer.alloc(3 * 2 ** 20, 'x');
  assert.equal(await redactor.redactLargeBytes(content, slice), content);
  content.write('s3cret-value', 2 ** 20 - 5);
  const clean = await redactor.redactLargeBytes(content, slice);
  assert.equal(clean.length, content.length - 's3cret-value'.length + REDACTED.length);
  assert.equal(clean.toString('utf8', 2 ** 20 - 6, 2 ** 20 + 4), `x${REDACTED}x`);
});

test('values of fewer than eight characters are not looked for', () => {
  assert.equal(redactorOf('1234567').redact('1234567'), '1234567');
});

test('a value that is part of another does not hide it', () => {
  assert.equal(redactorOf('12345678', '12345678-abcdefgh').redact('12345678-abcdefgh'), REDACTED);
});

test('a value that was replaced by a newer one stays known', () => {
  const redactor = redactorOf('first-value');
  redactor.add(['second-value']);
  assert.equal(redactor.redact('first-value second-value'), `${REDACTED} ${REDACTED}`);
});
