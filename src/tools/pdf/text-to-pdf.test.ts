import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { type ReadPdf, readPdf } from '../../../test/fixtures/pdf.ts';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';

/** All tests share one, because threads take longer to start than to draw. */
const bench = workbench({ after });

async function make(text: string, params: Record<string, unknown> = {}): Promise<ReadPdf> {
  const { content } = await bench.make('text_to_pdf', { text, page_numbers: false, ...params });
  return readPdf(content);
}

suite('text_to_pdf', () => {
  test('renders Markdown', async () => {
    const markdown = `# Heading &amp; more

A *word*, **another**, ***both***, \`code <x>\`, ~~gone~~ and a [link](https://example.org/?a=1), [none](javascript:x).
Second\\
line<br>third.

- one
  - nested
1. first
1. second
- [x] done

> quoted

| a | b |
|---|--:|
| left | **right** |

\`\`\`
  let x = '&amp;';
\`\`\`

<p>Some <b>HTML</b><!-- hidden --></p>

![picture](x.png)`;
    const { pages, fonts, links } = await make(markdown);
    // Each piece of one style is a line.
    assert.equal(
      pages[0]?.replaceAll(/ ?\n ?/g, '\n'),
      [
        ...[
          'Heading & more',
          'A',
          'word',
          ',',
          'another',
          ',',
          'both',
          ',',
          'code <x>',
          ',',
          'gone',
          'and a',
          'link',
          ',',
        ],
        ...['none', '. Second', 'line', 'third.', '•', 'one', '◦', 'nested', '1.', 'first', '2.', 'second', '☑ done'],
        ...['quoted', 'a', 'b', 'left', 'right', " let x = '&amp;';", 'Some HTML', '[picture]'],
      ].join('\n'),
    );
    assert.deepEqual(fonts, [
      'DejaVuSans',
      'DejaVuSans-Bold',
      'DejaVuSans-BoldOblique',
      'DejaVuSans-Oblique',
      'DejaVuSansMono',
    ]);
    assert.deepEqual(links, ['https://example.org/?a=1']);
  });

  test('renders the scripts of Europe and more', async () => {
    const text = 'Žluťoučký kůň, Ελληνικά, Кириллица, ğüş, „€“ ≤ → ∑ ☂';
    assert.deepEqual((await make(text, { format: 'plain' })).pages, [text]);
  });

  test('does not change plain text', async () => {
    const text = '# no heading\n\n  two\tspaces &amp; *stars*';
    const { pages, fonts } = await make(text, { format: 'plain' });
    assert.deepEqual(pages, ['# no heading\n  two    spaces &amp; *stars*']);
    assert.deepEqual(fonts, ['DejaVuSans']);
    assert.deepEqual((await make(text, { format: 'monospace' })).fonts, ['DejaVuSansMono']);
  });

  test('breaks lines, words and pages', async () => {
    const { pages } = await make('a'.repeat(3000), { format: 'monospace', font_size: 10, page_size: 'A5' });
    const lines = pages.flatMap(page => page.split('\n'));
    const [first = ''] = lines;
    assert.ok(lines.length > 40 && lines.every(line => line.length <= first.length), String(lines.length));
    assert.equal(lines.join(''), 'a'.repeat(3000));
    const many = await make('word '.repeat(20).concat('\n\n').repeat(60));
    assert.ok(many.pages.length > 2);
    assert.equal(many.pages.join('\n').match(/word/g)?.length, 1200);
  });

  test('repeats the header of a table on each page, and splits rows that fit on none', async () => {
    const rows = Array.from({ length: 80 }, (_, at) => `| ${at} | value |`).join('\n');
    const { pages } = await make(`| number | text |\n|---|---|\n${rows}`);
    assert.equal(pages.length, 3);
    for (const page of pages) assert.match(page, /^number\ntext\n/);
    assert.deepEqual(
      pages.flatMap(page => page.match(/^\d+$/gm)?.map(Number)),
      Array.from({ length: 80 }, (_, at) => at),
    );
    const tall = await make(`| a | b |\n|---|---|\n| ${'long '.repeat(3000)} | x |`);
    assert.ok(tall.pages.length > 3);
    assert.equal(tall.pages.join('\n').match(/long/g)?.length, 3000);
  });

  test('uses the requested size, page numbers and title', async () => {
    const { outcome } = bench;
    const params = {
      text: 'a\n\n'.repeat(80),
      page_size: 'LETTER',
      landscape: true,
      title: 'Täst',
      filename: 'my.PDF',
    };
    const { attachment, content } = await bench.make('text_to_pdf', params);
    assert.deepEqual([attachment.filename, attachment.content_type], ['my.PDF', 'application/pdf']);
    const { pages, size } = readPdf(content);
    assert.deepEqual(size, [792, 612]);
    assert.deepEqual(
      pages.map(page => page.split('\n').at(-1)),
      pages.map((_, at) => `${at + 1} / ${pages.length}`),
    );
    const { output } = await outcome('text_to_pdf', params);
    assert.ok(typeof output === 'object' && output && 'pages' in output && output.pages === pages.length);
    const title = Buffer.from('\ufeffTäst', 'utf16le').swap16().toString('latin1');
    assert.ok(content.toString('latin1').includes(title));
  });

  test('creates the same file when the step is retried', async () => {
    const [first, second] = [
      await bench.make('text_to_pdf', { text: '# a' }),
      await bench.make('text_to_pdf', { text: '# a' }),
    ];
    assert.ok(first.content.equals(second.content));
  });

  test('renders unusual texts without failing', async () => {
    for (const text of [
      '\u0000\u0007\ud800',
      '> '.repeat(40),
      '- '.repeat(60),
      `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}`,
      '[x]: y',
    ]) {
      const { pages } = await make(text);
      assert.equal(pages.length, 1, JSON.stringify(text.slice(0, 20)));
    }
  });

  test('rejects texts that are too long or nested too deeply', async () => {
    const { call } = bench;
    await assert.rejects(
      call('text_to_pdf', { text: 'a'.repeat(1_000_001) }),
      isStepError(/at most 1,000,000 characters/),
    );
    await assert.rejects(
      call('text_to_pdf', { text: `${'> '.repeat(100)}a` }),
      isStepError('The text is nested too deeply'),
    );
    const pages = { text: 'a\n'.repeat(40_000), format: 'plain', font_size: 32, page_size: 'A5' };
    await assert.rejects(call('text_to_pdf', pages), isStepError('The PDF would have more than 1000 pages'));
  });
});
