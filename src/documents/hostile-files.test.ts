import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import {
  archive,
  docx,
  failure,
  openDocument,
  openReader,
  pdf,
  pictureWithText,
  pptx,
  wordParagraph,
  xlsx,
} from '../../test/fixtures/documents.ts';
import { StepError } from '../nodes/step.ts';
import { createThreadPool, type ThreadPool } from '../platform/threads/thread-pool.ts';

const read = openReader({ after });
/** Gives up early with the same error. */
const hasty = openReader({ after }, { threads: hastyThreads() });

function hastyThreads(): ThreadPool {
  const threads = createThreadPool({ atOnce: 2 });
  after(() => threads.close());
  return {
    run: (module, input, options) => threads.run(module, input, { ...options, timeoutMs: 1000 }),
    close: () => threads.close(),
  };
}

/** The same in every test run. */
function noise(bytes: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

const intact: Record<string, Buffer> = {
  'a.pdf': await pdf(document => document.text('Hello')),
  'a.docx': docx(wordParagraph('Hello')),
  'a.xlsx': await xlsx({ S: [[{ value: 'Hello' }]] }),
  'a.pptx': pptx(['Hello']),
  'a.odt': openDocument('text', '<office:text><text:p>Hello</text:p></office:text>'),
  'a.rtf': Buffer.from('{\\rtf1 Hello {\\b world}\\par}'),
  'a.eml': Buffer.from('Subject: Hello\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello\r\n--x--'),
  'a.html': Buffer.from('<!doctype html><p>Hello <b>world</b></p>'),
  'a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>Hello</text></svg>'),
  'a.png': pictureWithText('Hello'),
};

/** Expects a text or a StepError about the file. Anything else is a bug. */
async function staysCalm(filename: string, content: Buffer, reader = read): Promise<void> {
  try {
    assert.equal(typeof (await reader(filename, content)).text, 'string');
  } catch (error) {
    assert.ok(error instanceof StepError, `${filename}: ${error}`);
    assert.match(error.message, /The file 'a\.[a-z]+' can not be read/);
  }
}

suite('damaged files', () => {
  for (const [filename, content] of Object.entries(intact)) {
    // The rest of a damaged image may still be readable, and text recognition is slow.
    const parts = filename === 'a.png' ? [0.5] : [0.2, 0.5, 0.9, 0.99];
    test(`${filename}, truncated`, async () => {
      for (const part of parts) await staysCalm(filename, content.subarray(0, Math.floor(content.length * part)));
    });

    test(`${filename}, with garbage inside and after its head`, async () => {
      const middle = Math.floor(content.length / 2);
      const spoilt = Buffer.from(content);
      noise(Math.min(40, middle), 1).copy(spoilt, middle);
      await staysCalm(filename, spoilt);
      await staysCalm(filename, Buffer.concat([content.subarray(0, 8), noise(3000, 2)]));
    });
  }

  test('office documents without their parts, or with parts that are not XML', async () => {
    const types = '[Content_Types].xml';
    const archives: Record<string, string | Uint8Array>[] = [
      { [types]: '', 'word/document.xml': '' },
      { [types]: '<Types/>', 'word/other.xml': '<a/>' },
      { [types]: '<Types/>', 'word/document.xml': '<a><b></a>' },
      { [types]: '<Types/>', 'xl/workbook.xml': '<workbook/>' },
      { [types]: '<Types/>', 'xl/workbook.xml': 'no xml' },
      { [types]: '<Types/>', 'ppt/presentation.xml': noise(100, 3) },
      { mimetype: 'application/vnd.oasis.opendocument.text' },
      { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': noise(100, 4) },
      { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<a/>' },
    ];
    for (const parts of archives) await staysCalm('a.docx', archive(parts));
  });

  test('do not affect the reader', async () => {
    assert.equal((await read('a.docx', docx(wordParagraph('Hello')))).text, 'Hello');
  });
});

suite('bombs', () => {
  const spaces = Buffer.alloc(101 * 2 ** 20, ' ');
  const sheet = archive({ '[Content_Types].xml': '', 'xl/workbook.xml': '<a/>', 'xl/a.xml': spaces });

  test('in zip archives are rejected before they are unpacked', async () => {
    const body = `<office:text><text:p>${spaces}</text:p></office:text>`;
    const tooMuch = failure("The file 'a.odt' can not be read: it holds too much, or is nested too deeply");
    await assert.rejects(read('a.odt', openDocument('text', body)), tooMuch);
    const holds = failure("The file 'a.xlsx' can not be read: the archive holds more than 100 MB unpacked");
    await assert.rejects(read('a.xlsx', sheet), holds);
  });

  test('in nested zip archives are not unpacked', async () => {
    await assert.rejects(read('a.zip', archive({ sheet })), /can not be read as text \(application\/zip\)/);
    assert.equal((await read('a.docx', docx(wordParagraph('Hello')))).text, 'Hello');
  });

  test('of XML entities are not expanded', async () => {
    const levels = Array.from({ length: 12 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);
    const document = `<!DOCTYPE d [<!ENTITY e0 "ha">${levels.join('')}]><d>&e12;</d>`;
    await staysCalm('a.docx', archive({ '[Content_Types].xml': '<Types/>', 'word/document.xml': document }));
    await staysCalm('a.svg', Buffer.from(document.replaceAll(/\bd\b/g, 'svg').replace('&e12;', '<text>&e12;</text>')));
  });

  test('of repeated cells are not expanded', async () => {
    const many = 'table:number-columns-repeated="1000000" table:number-rows-repeated="1000000"';
    const row = `<table:table-row ${many}><table:table-cell ${many}><text:p>x</text:p></table:table-cell></table:table-row>`;
    const content = openDocument(
      'spreadsheet',
      `<office:spreadsheet><table:table>${row}</table:table></office:spreadsheet>`,
    );
    const tooMuch = failure("The file 'a.ods' can not be read: it holds too much, or is nested too deeply");
    await assert.rejects(read('a.ods', content), tooMuch);
  });

  test('of elements, levels and groups are rejected', async () => {
    await staysCalm('a.docx', docx('<w:p>'.repeat(50_000)));
    await staysCalm('a.docx', docx('<w:p/>'.repeat(3_000_000)));
    await staysCalm('a.rtf', Buffer.from(`{\\rtf1 ${'{\\b '.repeat(200_000)}`));
    const divisions = Buffer.from(`<!doctype html>${'<div>'.repeat(200_000)}`);
    const nested = failure("The file 'a.html' can not be read: the page is nested too deeply");
    await assert.rejects(read('a.html', divisions), nested);
    // The parser repeats unclosed formatting in each paragraph.
    const unclosed = Array.from({ length: 400 }, (_, index) => `<font size=${index}>`).join('');
    const repeated = `<div>${unclosed}</div>${'<p>x</p>'.repeat(1000)}`;
    const many = failure("The file 'a.html' can not be read: the page has more than 300,000 elements");
    await assert.rejects(read('a.html', `<!doctype html>${repeated}`), many);
  });

  test('of compressed pages in a PDF are rejected', async () => {
    const draws = Buffer.from('BT /F1 12 Tf (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n'.repeat(2_000_000));
    const stream = deflateSync(draws, { level: 9 });
    const content = Buffer.concat([
      Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
          '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents 4 0 R>>endobj\n' +
          `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`,
      ),
      stream,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    ]);
    await staysCalm('a.pdf', content, hasty);
  });

  test('of too many characters are rejected, and not cut', async () => {
    const paragraph = wordParagraph('all work and no play makes a dull text. '.repeat(2500));
    const tooLong = failure("The file 'a.docx' can not be read: its text has more than 10,000,000 characters");
    await assert.rejects(read('a.docx', docx(paragraph.repeat(110))), tooLong);
    const characters = failure("The file 'a.txt' can not be read: its text has more than 10,000,000 characters");
    await assert.rejects(read('a.txt', 'x'.repeat(10_000_001)), characters);
    assert.equal((await read('a.txt', 'x'.repeat(10_000_000))).text.length, 10_000_000);
  });

  test('of too many bytes are rejected', async () => {
    await assert.rejects(read('a.txt', Buffer.alloc(51 * 2 ** 20)), failure("The file 'a.txt' is larger than 50 MB"));
  });
});
