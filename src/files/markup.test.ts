import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HEAD_BYTES, recogniseContentType } from './content-type.ts';

const SVG = 'image/svg+xml';
const HTML = 'text/html';
const XHTML = 'application/xhtml+xml';
const XML = 'application/xml';

const ATTACK = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const ENTITIES = '<!ENTITY a "]>"> <!-- ]> " --> <?x ]> \' ?> <!ENTITY b \'">\'>';
const LONG_COMMENT = `<!-- ${'x'.repeat(HEAD_BYTES)} -->`;

/** Prefixes the text with a byte-order mark. */
function utf16(text: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'little' ? bytes : bytes.swap16();
}

const samples: [text: string, type: string | undefined][] = [
  [ATTACK, SVG],
  ['<svg>', SVG],
  ['<svg/onload=alert(1)>', SVG],
  ['<svg\nonload=alert(1) ', SVG],
  [` \t\r\n\f${ATTACK}`, SVG],
  [`\ufeff${ATTACK}`, SVG],
  [`\ufeff \n${DECLARATION}${ATTACK}`, SVG],
  [`${DECLARATION}\n${ATTACK}`, SVG],
  [`<!-- a --><!-- b -- c --><?d e="f>"?><?xml-stylesheet href="x"?>${ATTACK}`, SVG],
  [`<!-- ${'<html>'.repeat(10_000)} -->${ATTACK}`, SVG],
  ['<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', SVG],
  ['<s:svg xmlns:s="http://www.w3.org/2000/&#115;vg"/>', SVG],
  ['<größe:svg xmlns:größe="http://www.w3.org/2000/svg"/>', SVG],
  [`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${ATTACK}`, SVG],
  [`${DECLARATION}<!DOCTYPE svg [${ENTITIES}]>${ATTACK}`, SVG],
  [`<!DOCTYPE x[${ENTITIES}] >${ATTACK}`, SVG],
  [`<!DOCTYPE svg [${ENTITIES}]><g>`, SVG],
  [`<!DOCTYPE s:svg [${'<!ENTITY a "b">'.repeat(10_000)}`, SVG],
  [`${DECLARATION}<!DOCTYPE html>${ATTACK}`, SVG],

  ['<!DOCTYPE html>', HTML],
  ['<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\nHello', HTML],
  ['<!DOCTYPE html><x-page>', HTML],
  ['<!DOCTYPE html><svg><script>', HTML],
  ['<html>', HTML],
  ['\n\n<HTML lang=en>', HTML],
  ['<html lang=en xmlns="http://www.w3.org/1999/xhtml">', HTML],
  ['<script>alert(1)</script>', HTML],
  ['<ScRiPt/x>', HTML],
  ['<h1 align="center">Title</h1>', HTML],
  ['<details>\n<summary>More</summary>\n\n# Markdown', HTML],
  ['<img src=x onerror=alert(1)>', HTML],
  ['<iframe\tsrc=x>', HTML],
  ['<p>', HTML],
  ['<SVG onload=alert(1)>', HTML],
  ['<!-- a --><body>', HTML],
  ['<?php echo 1 ?><html>', HTML],

  [`${DECLARATION}<html xmlns="http://www.w3.org/1999/xhtml">`, XHTML],
  [`${DECLARATION}<!DOCTYPE html><html>`, XHTML],
  ['<html lang="en" xmlns="http://www.w3.org/1999/xhtml">', XHTML],
  ["<!DOCTYPE html><html xmlns = 'http://www.w3.org/1999/xhtml'>", XHTML],
  ['<h:html xmlns:h="http://www.w3.org/1999/xhtml">', XHTML],

  [`${DECLARATION}<feed>`, XML],
  [`${DECLARATION}<table>`, XML],
  [`${DECLARATION}<HTML>`, XML],
  [`${DECLARATION}nothing`, XML],
  ['<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="evil.xsl"?><a/>', XML],
  ['<?xml-stylesheet type="text/xsl" href="evil.xsl"?><data/>', XML],
  ['<foo xmlns="urn:x">', XML],
  ['<f:foo a="1"\n xmlns:f="urn:x">', XML],

  // The end of the prolog is not visible, or depends on the parser.
  [LONG_COMMENT + ATTACK, HTML],
  [`${DECLARATION}${LONG_COMMENT}${ATTACK}`, XML],
  [`${DECLARATION}<!DOCTYPE html [`, XML],
  [`<?x ${'y'.repeat(HEAD_BYTES)}?>${ATTACK}`, HTML],
  [`<!DOCTYPE x [${ENTITIES.repeat(2000)}]>${ATTACK}`, HTML],
  [`${`<!-- ${'x'.repeat(HEAD_BYTES)}`.slice(0, HEAD_BYTES - 6)}--><svg onload=alert(1)>`, HTML],
  [`${`<!-- ${'x'.repeat(HEAD_BYTES)}`.slice(0, HEAD_BYTES - 14)}--><!DOCTYPE svg>`, HTML],
  ['<!-- never ended', HTML],
  ['<!-- all of it -->', HTML],
  ['<!DOCTYPE x', HTML],
  [`<!--><script>alert(1)</script>-->${ATTACK}`, HTML],
  [`<!---><script>alert(1)</script>-->${ATTACK}`, HTML],
  [`<!-- --!><script>alert(1)</script>-->${ATTACK}`, HTML],
];

suite('markup', () => {
  for (const [text, type] of samples) {
    const name = JSON.stringify(text.length < 100 ? text : `${text.slice(0, 50)}…${text.slice(-40)}`);
    test(`${name}: ${type}`, () => assert.equal(recogniseContentType(Buffer.from(text)), type));
  }

  for (const order of ['little', 'big'] as const) {
    test(`in UTF-16, ${order} end first`, () => {
      const short = samples.filter(([text]) => text.length < 1000);
      assert.ok(short.length > 50);
      for (const [text, type] of short) {
        assert.equal(recogniseContentType(utf16(text.replace(/^\ufeff/, ''), order)), type, text);
      }
      assert.equal(recogniseContentType(utf16(LONG_COMMENT + ATTACK, order)), HTML);
      assert.equal(recogniseContentType(utf16(ATTACK, order).subarray(0, -1)), SVG);
    });
  }
});

suite('text that is not markup', () => {
  const texts = [
    '',
    ' \n',
    '\ufeff',
    'a < b',
    'a <html>',
    '< html>',
    '<',
    '<>',
    '<3 love',
    '<-',
    '<- back',
    '<=',
    '<<EOF',
    '<ada@example.com>',
    '<https://example.com>',
    '<unknown> said that',
    '<x-page><script>',
    '<htmlx>',
    '<svgx onload="a">',
    '<svg',
    '<html',
    '<svg2>',
    '<b:a>',
    '<foo title="xmlns">',
    '<foo xmlns=unquoted>',
    '</html>',
    '<!',
    '<!ELEMENT a (b)>',
    '<!DOCTYPEsvg>',
    '<![CDATA[<svg>]]>',
    '<?',
    '<?> is an operator',
    '<?php\necho "<html>";',
    '<?= 1',
    '<!-- markdownlint-disable -->\n# Title\n\n<details>',
    '<!DOCTYPE x>\ntext',
    '{"html": "<html>"}',
    `${' '.repeat(HEAD_BYTES)}${ATTACK}`,
  ];
  for (const text of texts) {
    test(JSON.stringify(text.slice(0, 60)), () => assert.equal(recogniseContentType(Buffer.from(text)), undefined));
  }

  test('contains a zero byte, or is UTF-16 without a byte-order mark', () => {
    for (const text of [`\0${ATTACK}`, `<html>\0`, `\ufeff<svg \0>`, `<!-- \0 --><html>`]) {
      assert.equal(recogniseContentType(Buffer.from(text)), undefined);
    }
    assert.equal(recogniseContentType(Buffer.from(ATTACK, 'utf16le')), undefined);
    assert.equal(recogniseContentType(Buffer.from(ATTACK, 'utf16le').swap16()), undefined);
    assert.equal(
      recogniseContentType(Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(ATTACK)])),
      undefined,
    );
  });
});

suite('any prolog', () => {
  const space = fc.constantFrom('', ' ', '\n', '\r\n\t', '\f');
  const inside = fc.stringMatching(/^[ a-z<>[\]"'&]{0,20}$/);
  const quoted = fc.stringMatching(/^[ a-z>[\]&-]{0,10}$/);
  const comment = inside.map(text => `<!-- ${text} -->`);
  const instruction = inside.map(text => `<?target ${text}?>`);
  const entity = quoted.map(text => `<!ENTITY e "${text}'">`);
  const subset = fc.array(fc.oneof(comment, instruction, entity)).map(parts => ` [${parts.join('\n')}]`);
  const doctype = fc
    .tuple(fc.constantFrom('', ' SYSTEM "a>b"', " PUBLIC 'c[' '>'"), fc.oneof(fc.constant(''), subset))
    .map(([id, internal]) => `<!DOCTYPE any${id}${internal}>`);
  const piece = fc.tuple(fc.oneof(comment, instruction, doctype), space).map(parts => parts.join(''));
  const prolog = fc.tuple(space, fc.array(piece, { maxLength: 10 })).map(([first, pieces]) => first + pieces.join(''));
  const roots: [root: string, type: string][] = [
    [ATTACK, SVG],
    ['<html>', HTML],
    ['<h:html>', XHTML],
    ['<foo xmlns="x">', XML],
  ];

  test('is skipped up to the first element', () => {
    fc.assert(
      fc.property(prolog, fc.constantFrom(...roots), fc.boolean(), (before, [root, type], isWide) => {
        const text = before + root;
        assert.equal(recogniseContentType(isWide ? utf16(text, 'big') : Buffer.from(text)), type);
      }),
      { numRuns: 500 },
    );
  });

  test('is never taken for an image when it is cut off, and never missed', () => {
    fc.assert(
      fc.property(prolog, fc.nat(), (before, cut) => {
        const text = before.slice(0, cut % (before.length + 1));
        const type = recogniseContentType(Buffer.from(text));
        const begins = text.trimStart();
        if (/^<(!--|\?target)/.test(begins)) assert.equal(type, HTML);
        else assert.ok(type === undefined || type === HTML);
      }),
      { numRuns: 500 },
    );
  });
});
