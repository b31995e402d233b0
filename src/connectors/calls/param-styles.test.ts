import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { percentEncode, toCookieParts, toDeepParts, toHeaderText, toPathText, toQueryParts } from './param-styles.ts';

const EMPTY = '';
const TEXT = 'blue';
const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

type Style = Parameters<typeof toPathText>[0]['style'];

/** The table of styles in the specification of OpenAPI 3.1. */
const TABLE: [place: 'path' | 'query', style: Style, explode: boolean, value: unknown, written: string][] = [
  ['path', 'matrix', false, EMPTY, ';color'],
  ['path', 'matrix', false, TEXT, ';color=blue'],
  ['path', 'matrix', false, LIST, ';color=blue,black,brown'],
  ['path', 'matrix', false, OBJECT, ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, EMPTY, ';color'],
  ['path', 'matrix', true, TEXT, ';color=blue'],
  ['path', 'matrix', true, LIST, ';color=blue;color=black;color=brown'],
  ['path', 'matrix', true, OBJECT, ';R=100;G=200;B=150'],
  ['path', 'label', false, EMPTY, '.'],
  ['path', 'label', false, TEXT, '.blue'],
  ['path', 'label', false, LIST, '.blue,black,brown'],
  ['path', 'label', false, OBJECT, '.R,100,G,200,B,150'],
  ['path', 'label', true, TEXT, '.blue'],
  ['path', 'label', true, LIST, '.blue.black.brown'],
  ['path', 'label', true, OBJECT, '.R=100.G=200.B=150'],
  ['path', 'simple', false, EMPTY, ''],
  ['path', 'simple', false, TEXT, 'blue'],
  ['path', 'simple', false, LIST, 'blue,black,brown'],
  ['path', 'simple', false, OBJECT, 'R,100,G,200,B,150'],
  ['path', 'simple', true, LIST, 'blue,black,brown'],
  ['path', 'simple', true, OBJECT, 'R=100,G=200,B=150'],
  ['query', 'form', false, EMPTY, 'color='],
  ['query', 'form', false, TEXT, 'color=blue'],
  ['query', 'form', false, LIST, 'color=blue,black,brown'],
  ['query', 'form', false, OBJECT, 'color=R,100,G,200,B,150'],
  ['query', 'form', true, EMPTY, 'color='],
  ['query', 'form', true, TEXT, 'color=blue'],
  ['query', 'form', true, LIST, 'color=blue&color=black&color=brown'],
  ['query', 'form', true, OBJECT, 'R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, LIST, 'color=blue%20black%20brown'],
  ['query', 'spaceDelimited', false, OBJECT, 'color=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, LIST, 'color=blue%7Cblack%7Cbrown'],
  ['query', 'pipeDelimited', false, OBJECT, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, OBJECT, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['query', 'json', false, OBJECT, 'color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D'],
];

suite('params are written in the styles of OpenAPI', () => {
  for (const [place, style, explode, value, written] of TABLE) {
    test(`${place} ${style}${explode ? ' exploded' : ''} ${JSON.stringify(value)}`, () => {
      const param = { name: 'color', style, explode };
      assert.equal(place === 'path' ? toPathText(param, value) : toQueryParts(param, value).join('&'), written);
    });
  }

  test('in headers and cookies', () => {
    const param = { name: 'a b', style: 'simple', explode: false } as const;
    assert.equal(toHeaderText(param, LIST), 'blue,black,brown');
    assert.equal(toHeaderText({ ...param, explode: true }, OBJECT), 'R=100,G=200,B=150');
    assert.deepEqual(toCookieParts({ ...param, style: 'form' }, 'x; admin=1'), ['a%20b=x%3B%20admin%3D1']);
  });

  test('and what is nested deeper has brackets', () => {
    assert.deepEqual(toDeepParts('a', { b: { c: [1, 'd&'] }, e: null }), [
      'a%5Bb%5D%5Bc%5D%5B0%5D=1',
      'a%5Bb%5D%5Bc%5D%5B1%5D=d%26',
    ]);
  });
});

suite('whatever a param contains', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null))),
    fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
  );
  const styled = fc.record({
    name: fc.string({ minLength: 1, unit: 'binary' }),
    style: fc.constantFrom(...(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'] as const)),
    explode: fc.boolean(),
  });

  test('a query stays one, and has no other params', () => {
    fc.assert(
      fc.property(styled, value, (param, given) => {
        for (const part of toQueryParts(param, given)) {
          assert.match(part, /^[A-Za-z0-9%._~,-]*=[A-Za-z0-9%._~,-]*$/);
          const url = new URL(`https://example.org/a?${part}`);
          assert.deepEqual([url.host, url.pathname, url.hash], ['example.org', '/a', '']);
        }
      }),
    );
  });

  test('a text comes out of a form as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
        const [part = ''] = toQueryParts({ name, style: 'form', explode: true }, text);
        const [pair] = [...new URLSearchParams(part)];
        assert.deepEqual(pair, [name.toWellFormed(), text.toWellFormed()]);
      }),
    );
  });

  test('a path has no other characters', () => {
    const style = fc.constantFrom(...(['simple', 'label', 'matrix', 'json'] as const));
    fc.assert(
      fc.property(style, fc.boolean(), value, (style, explode, given) => {
        assert.match(toPathText({ name: 'p', style, explode }, given), /^[A-Za-z0-9%._~,;=-]*$/);
      }),
    );
  });

  test('encoding is reversible', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        assert.equal(decodeURIComponent(percentEncode(text)), text.toWellFormed());
      }),
    );
  });
});
