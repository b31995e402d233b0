import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import {
  docx,
  failure,
  openDocument,
  openReader,
  pdf,
  pptx,
  type Read,
  wordParagraph,
  xlsx,
} from '../../test/fixtures/documents.ts';

const read = openReader({ after });

async function readText(...given: Parameters<Read>): Promise<string> {
  const { text, credits } = await read(...given);
  assert.equal(credits, 0);
  return text;
}

suite('office documents', () => {
  test('PDF: returns the pages in their order', async () => {
    const content = await pdf(document => {
      document.text('Invoice 4711').text('Grüße an alle');
      document.addPage().text('The second page');
    });
    assert.equal(await readText('a.pdf', content), 'Invoice 4711\nGrüße an alle\n\nThe second page');
  });

  test('Word: returns paragraphs and tables', async () => {
    const cells = ['a', 'b & c'.replace('&', '&amp;')].map(text => `<w:tc>${wordParagraph(text)}</w:tc>`).join('');
    const table = `<w:tbl><w:tr>${cells}</w:tr></w:tbl>`;
    const text = await readText('a.docx', docx(`${wordParagraph('Hello Word')}${table}${wordParagraph('The end')}`));
    assert.deepEqual(text.split(/\s*[|\n]+\s*/), ['Hello Word', 'a', 'b & c', 'The end']);
  });

  test('Excel: returns all sheets, and dates as dates', async () => {
    const content = await xlsx({
      Fruit: [
        [{ value: 'name' }, { value: 'count' }, { value: 'since' }],
        [{ value: 'apples\nand pears' }, { value: 3.5 }, { value: new Date('2026-01-05'), format: 'yyyy-mm-dd' }],
      ],
      Other: [[null, { value: true }]],
    });
    assert.equal(
      await readText('a.xlsx', content),
      'Fruit\nname\tcount\tsince\napples and pears\t3.5\t2026-01-05\n\nOther\n\ttrue',
    );
  });

  test('PowerPoint: returns slide after slide', async () => {
    const text = await readText('a.pptx', pptx(['A title', 'One point'], ['Another slide']));
    assert.deepEqual(text.split(/\n+/), ['A title', 'One point', 'Another slide']);
  });

  test('OpenDocument: returns texts, spreadsheets and presentations', async () => {
    const paragraph = (text: string) => `<text:p>${text}</text:p>`;
    const odt = openDocument('text', `<office:text>${paragraph('One')}${paragraph('Two')}</office:text>`);
    assert.equal(await readText('a.odt', odt), 'One\nTwo');
    const cell = (text: string) => `<table:table-cell>${paragraph(text)}</table:table-cell>`;
    const table = `<table:table table:name="S"><table:table-row>${cell('a')}${cell('3')}</table:table-row></table:table>`;
    const ods = openDocument('spreadsheet', `<office:spreadsheet>${table}</office:spreadsheet>`);
    assert.equal(await readText('a.ods', ods), 'a\t3');
    const box = `<draw:frame><draw:text-box>${paragraph('A slide')}</draw:text-box></draw:frame>`;
    const page = `<draw:page draw:name="1">${box}</draw:page>`;
    const odp = openDocument('presentation', `<office:presentation>${page}</office:presentation>`);
    assert.match(await readText('a.odp', odp), /A slide/);
  });

  test('RTF: returns the text', async () => {
    const content = '{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}Hello {\\b RTF}\\par gr\\u252?n\\par}';
    assert.equal(await readText('a.rtf', content), 'Hello RTF\ngrün');
  });

  test('are recognised by their content, whatever their name and declared type', async () => {
    const content = docx(wordParagraph('Hello Word'));
    const declared = 'image/png';
    for (const name of ['a.pdf', 'a', 'a.xlsx'])
      assert.equal(await readText(name, content, { declared }), 'Hello Word');
  });
});

suite('markup and text', () => {
  const cases: [name: string, filename: string, content: string | Uint8Array, text: string][] = [
    ['nothing', 'a.txt', '', ''],
    ['UTF-8', 'a.txt', '\ufeffGrüße\r\n', 'Grüße\r\n'],
    ['UTF-16', 'a.txt', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['Windows-1252', 'a.txt', Buffer.from('Gr\xfc\xdfe \x80', 'latin1'), 'Grüße €'],
    ['Markdown', 'a.md', '# Title\n\n<b>bold</b>', '# Title\n\n<b>bold</b>'],
    ['Markdown that begins as HTML', 'a.md', '<p align="center">Hi</p>\n\n# A', '<p align="center">Hi</p>\n\n# A'],
    ['CSV', 'a.csv', 'a;b\n1;2\n', 'a;b\n1;2\n'],
    ['JSON', 'a.json', '{"a": [1]}', '{"a": [1]}'],
    ['XML', 'a.xml', '<?xml version="1.0"?><a>1</a>', '<?xml version="1.0"?><a>1</a>'],
    ['a log with colours', 'a.log', '\x1b[31mred\x1b[0m', '\x1b[31mred\x1b[0m'],
    ['without an ending', 'README', 'Read me', 'Read me'],
    [
      'HTML',
      'page',
      '<!doctype html><title>T</title><script>evil()</script><h1>Head</h1><p>Text <a href="https://example.org/x">link</a></p>',
      '# Head\n\nText [link](https://example.org/x)',
    ],
    ['a piece of HTML', 'a.html', 'Text with <b>bold</b>', 'Text with **bold**'],
    [
      'SVG',
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Plan</title><style>.a{}</style><text>One <tspan>two</tspan></text><text><tspan x="1">three</tspan><tspan x="1" dy="2">four</tspan></text></svg>',
      'Plan\nOne two\nthree\nfour',
    ],
  ];
  for (const [name, filename, content, text] of cases) {
    test(name, async () => assert.equal(await readText(filename, content), text));
  }
});

suite('files without text are rejected', () => {
  const random = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256));
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')]);
  const cases: [filename: string, content: Uint8Array | string, type: string][] = [
    ['a.bin', random, 'application/octet-stream'],
    ['a.docx', random, 'application/octet-stream'],
    ['a.doc', old, 'application/msword'],
    ['a.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0')), 'application/zip'],
    ['a.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(64, '\0'), 'latin1'), 'image/heic'],
  ];
  for (const [filename, content, type] of cases) {
    test(`${filename} of ${type}`, async () => {
      await assert.rejects(
        read(filename, content),
        failure(`The file '${filename}' can not be read as text (${type})`),
      );
    });
  }

  test('a PDF of an empty page', async () => {
    const content = await pdf(document => document.rect(10, 10, 50, 50).stroke());
    await assert.rejects(read('a.pdf', content), failure("The file 'a.pdf' can not be read: it has no text"));
  });

  test('documents with a password', async () => {
    const locked = failure("The file 'a' can not be read: it is protected with a password");
    const content = await pdf(document => document.text('secret'), { userPassword: 'open sesame', pdfVersion: '1.7' });
    await assert.rejects(read('a', content), locked);
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]);
    await assert.rejects(read('a', ole), locked);
  });
});
