/** The pure parts of forms: texts as values, checks, tokens, HTML and the look of the pages. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toAnswers } from './answers.ts';
import checkAnswers from './check-thread.ts';
import { toForm } from './form.ts';
import { toInitialTexts } from './form-page.ts';
import { html } from './html.ts';
import { createTokenSigner } from './tokens.ts';

function formWith(properties: Record<string, unknown>, required: string[] = []) {
  return toForm({ title: 'x', form_schema: { type: 'object', properties, required } });
}

describe('the text of a field becomes a value:', () => {
  const cases: [schema: object, text: string | undefined, value: unknown, problem?: string][] = [
    [{ type: 'string' }, ' a ', 'a'],
    [{ type: 'string', format: 'textarea' }, ' a\r\nb ', ' a\nb '],
    [{ type: 'string' }, '  ', undefined],
    [{ type: 'number' }, '-1.5e3', -1500],
    [{ type: 'number' }, '.5', 0.5],
    [{ type: 'number' }, '0x10', undefined, 'Please enter a number.'],
    [{ type: 'number' }, '1e999', undefined, 'Please enter a number.'],
    [{ type: 'integer' }, '7', 7],
    [{ type: 'integer' }, '7.5', undefined, 'Please enter a whole number.'],
    [{ type: 'integer' }, '9007199254740993', undefined, 'Please enter a whole number.'],
    [{ type: 'integer', enum: [1, 2] }, '2', 2],
    [{ type: 'integer', enum: [1, 2] }, '3', undefined, 'Please choose one of the options.'],
    [{ type: 'boolean' }, undefined, false],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean', const: true }, undefined, undefined, 'Please tick this box.'],
    [{ type: 'string', format: 'date' }, '2028-02-29', '2028-02-29'],
    [{ type: 'string', format: 'date' }, '2027-02-29', undefined, 'Please enter a date, such as 2026-05-31.'],
    [{ type: 'string', format: 'time' }, '24:00', undefined, 'Please enter a time, such as 14:30.'],
    [
      { type: 'string', format: 'uri' },
      'javascript:alert(1)',
      undefined,
      'Please enter an address that begins with https:// or http://.',
    ],
  ];
  for (const [schema, text, value, problem] of cases) {
    test(`${JSON.stringify(schema)} ${text}`, () => {
      const answers = toAnswers(formWith({ a: schema }), new Map(text === undefined ? [] : [['a', text]]));
      assert.deepEqual(answers.values, value === undefined ? {} : { a: value });
      assert.deepEqual([...answers.problems.values()], problem === undefined ? [] : [problem]);
    });
  }
});

test('a required field needs a text', () => {
  const form = formWith({ a: { type: 'string' }, b: { type: 'string', enum: ['x'] } }, ['a', 'b']);
  assert.deepEqual(Object.fromEntries(toAnswers(form, new Map([['a', ' ']])).problems), {
    a: 'Please fill in this field.',
    b: 'Please choose one of the options.',
  });
});

test('a schema finds all problems, by field', () => {
  const schema = {
    properties: { a: { minLength: 3, pattern: '^x' }, 'b/~': { maximum: 1 }, c: { const: 'c' } },
    required: ['d'],
    minProperties: 9,
  };
  const { problems } = checkAnswers({
    schema: JSON.stringify(schema),
    values: JSON.stringify({ a: 'y', 'b/~': 2, c: 'd' }),
  });
  assert.deepEqual(
    problems.toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    [
      [undefined, 'This answer is not allowed.'],
      ['a', 'Please enter at least 3 characters.'],
      ['a', 'This does not have the expected form.'],
      ['b/~', 'This must be at most 1.'],
      ['c', 'This answer is not allowed.'],
      ['d', 'Please fill in this field.'],
    ],
  );
});

test('the address of a page fills in fields, and nothing else', () => {
  const form = formWith({ a: { type: 'string', default: 'one' }, b: { type: 'integer', default: 2 } });
  const texts = toInitialTexts(form, { a: ['two', 'three'], other: 'x' });
  assert.deepEqual(Object.fromEntries(texts), { a: 'two', b: '2' });
});

test('a token is valid for its form, its kind and its signer, and only unchanged', () => {
  const key = Buffer.alloc(32, 1);
  const signer = createTokenSigner(key, 'form');
  const text = signer.sign('page', { value: 'abc', issuedAtMs: 1_700_000_000_000 });
  assert.deepEqual(signer.read('page', text), { value: 'abc', issuedAtMs: 1_700_000_000_000 });
  assert.equal(signer.read('result', text), undefined);
  assert.equal(createTokenSigner(key, 'other').read('page', text), undefined);
  assert.equal(createTokenSigner(Buffer.alloc(32, 2), 'form').read('page', text), undefined);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('', '.', 'A', 'z', '0'), (index, piece) => {
      const changed = text.slice(0, index) + piece + text.slice(index + 1);
      // The last character of base64 has bits without a meaning.
      fc.pre(changed !== text && index < text.length - 1);
      assert.equal(signer.read('page', changed), undefined);
    }),
  );
});

test('texts can not become HTML', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      assert.doesNotMatch(String(html`${text}`), /[<>"']/);
    }),
  );
  assert.equal(String(html`<p>${[html`<b>${'<'}</b>`, html`x`]}${false}${undefined}</p>`), '<p><b>&lt;</b>x</p>');
});

test('the pages have the colours of the console', async () => {
  const root = path.join(import.meta.dirname, '..', '..', '..');
  const theme = await readFile(path.join(root, 'web/src/look/theme.css'), 'utf8');
  const own = await readFile(path.join(import.meta.dirname, 'page.css'), 'utf8');
  const tokens = (text = '') => {
    const pairs = [...text.matchAll(/(--[\w-]+): (#\w+);/g)];
    return new Map(pairs.map(([, name = '', color = '']) => [name, color]));
  };
  const [light, dark] = theme.split('[data-mantine-color-scheme="dark"]').map(tokens);
  const [, ownLight, ownDark] = own.split(':root {').map(part => tokens(part.split('}')[0]));
  assert(light && dark && ownLight && ownDark && ownLight.size > 5);
  for (const [expected, ownTheme] of [
    [light, ownLight],
    [dark, ownDark],
  ] as const) {
    for (const [name, color] of ownTheme) if (name !== '--on-accent') assert.equal(color, expected.get(name), name);
  }
});
