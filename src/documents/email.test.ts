import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { docx, failure, openReader, wordParagraph } from '../../test/fixtures/documents.ts';

const read = openReader({ after });

interface Part {
  type: string;
  content: string | Uint8Array;
  filename?: string;
}

function mail(parts: readonly Part[], headers = ''): string {
  const bodies = parts.map(({ type, content, filename }) => {
    const disposition = filename === undefined ? '' : `\r\nContent-Disposition: attachment; filename="${filename}"`;
    const encoded = Buffer.from(content).toString('base64');
    return `--x\r\nContent-Type: ${type}${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`;
  });
  return `${headers}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${bodies.join('')}--x--\r\n`;
}

const HEADERS =
  'From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>\r\nTo: ann@example.org, Bob <bob@example.org>\r\n' +
  'Subject: Your order\r\nDate: Mon, 05 Jan 2026 10:00:00 +0100\r\n';
const SHOWN =
  'Subject: Your order\nFrom: Jörg <joerg@example.org>\nTo: ann@example.org, Bob <bob@example.org>\nDate: 2026-01-05T09:00:00.000Z';

suite('e-mails', () => {
  test('become their headers and their text', async () => {
    const { text } = await read('a.eml', `${HEADERS}\r\nHello Ann,\r\nit is ready.\r\n`);
    assert.equal(text.replaceAll('\r', ''), `${SHOWN}\n\nHello Ann,\nit is ready.`);
  });

  test('with only HTML become the text of the HTML', async () => {
    const headers = `${HEADERS}Content-Type: text/html; charset=utf-8\r\n`;
    const { text } = await read('mail', `${headers}\r\n<h1>Hello</h1><p>it is <b>ready</b></p>`, {
      declared: 'message/rfc822',
    });
    assert.equal(text, `${SHOWN}\n\n# Hello\n\nit is **ready**`);
  });

  test('are followed by their attachments, one level deep', async () => {
    const inner = mail([{ type: 'text/plain', content: 'deep', filename: 'deep.txt' }], 'Subject: Inner\r\n');
    const { text } = await read(
      'a.eml',
      mail(
        [
          { type: 'text/plain', content: 'See the files.' },
          { type: 'application/octet-stream', content: docx(wordParagraph('Hello Word')), filename: 'a.docx' },
          { type: 'application/octet-stream', content: Uint8Array.from([1, 0, 2, 0]), filename: 'a.bin' },
          { type: 'audio/wav', content: 'RIFF\0\0\0\0WAVEfmt ', filename: 'a.wav' },
          { type: 'message/rfc822', content: inner, filename: 'inner.eml' },
        ],
        HEADERS,
      ),
    );
    assert.equal(
      text,
      [
        `${SHOWN}\nAttachments: a.docx, a.bin, a.wav, inner.eml\n\nSee the files.`,
        '--- a.docx ---\nHello Word',
        "--- a.bin ---\n(The file 'a.bin' can not be read as text (application/octet-stream))",
        '--- a.wav ---\n(Audio can not be read: no transcription model is configured)',
        '--- inner.eml ---\nSubject: Inner\nAttachments: deep.txt',
      ].join('\n\n'),
    );
  });

  test('are not recognised by their name alone', async () => {
    assert.equal((await read('a.eml', 'Just a text: no headers')).text, 'Just a text: no headers');
  });

  test('that are nested too deeply fail', async () => {
    const opening = Array.from({ length: 300 }, (_, index) => {
      const boundary = index === 0 ? '' : `--b${index - 1}\r\n`;
      return `${boundary}Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n`;
    });
    const damaged = failure("The file 'a.eml' can not be read: it is damaged");
    await assert.rejects(read('a.eml', `${HEADERS}${opening.join('')}`), damaged);
  });
});
