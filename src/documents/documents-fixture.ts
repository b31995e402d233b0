/** Creates a reader and documents for tests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import PDFDocument from 'pdfkit';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { StepError } from '../nodes/step.ts';
import { createThreadPool } from '../platform/threads/thread-pool.ts';
import { svgToPng } from '../tools/pictures/svg-to-png.ts';
import { zip } from '../tools/zip/zip-archive.ts';
import { type DocumentReaderOptions, type ReadOptions, type ReadText, ThreadedReader } from './reader.ts';

export type Read = (filename: string, content: Uint8Array | string, more?: ReadChanges) => Promise<ReadText>;

interface ReadChanges extends Partial<ReadOptions> {
  declared?: string;
}

export function openReader(
  t: TestContext | { after(action: () => unknown): void },
  options: Partial<DocumentReaderOptions> = {},
): Read {
  const threads = createThreadPool({ atOnce: 2 });
  t.after(() => threads.close());
  const reader = new ThreadedReader({ threads, models: { transcription: () => undefined }, ...options });
  return (filename, content, { declared = 'application/octet-stream', ...changes } = {}) => {
    // The reader gets its own copy of the bytes, which it may transfer.
    const own = Buffer.from(new Uint8Array(Buffer.from(content)).buffer);
    const attachment = { filename, content_type: declared };
    return reader.read(
      { attachment, content: own },
      {
        owner: 'ann',
        signal: new AbortController().signal,
        pay: async (_estimate, act) => (await act()).result,
        ...changes,
      },
    );
  };
}

/** Checks that an error has this message and is not retryable. */
export function failure(message: string | RegExp): (error: unknown) => true {
  return error => {
    assert.ok(error instanceof StepError, String(error));
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    assert.equal(error.retryable, false);
    return true;
  };
}

/** Creates a zip archive. The keys are paths. */
export function archive(parts: Record<string, string | Uint8Array>): Buffer {
  return Buffer.from(
    zip(Object.entries(parts).map(([path, content]) => ({ path, content: new Uint8Array(Buffer.from(content)) }))),
  );
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const CONTENT_TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`;
const MAIN = 'application/vnd.openxmlformats-officedocument';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const SLIDE =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const OPEN = ['office', 'text', 'table', 'draw']
  .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`)
  .join(' ');

/** `body` is the content of `w:body`. */
export function docx(body: string): Buffer {
  const part = `<Override PartName="/word/document.xml" ContentType="${MAIN}.wordprocessingml.document.main+xml"/>`;
  return archive({
    '[Content_Types].xml': `${CONTENT_TYPES}${part}</Types>`,
    'word/document.xml': `${XML}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
  });
}

export function wordParagraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function pptx(...slides: string[][]): Buffer {
  const part = `<Override PartName="/ppt/presentation.xml" ContentType="${MAIN}.presentationml.presentation.main+xml"/>`;
  const slideParts = slides.map((lines, index) => {
    const text = lines.map(line => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');
    const shape = `<p:cSld><p:spTree><p:sp><p:txBody>${text}</p:txBody></p:sp></p:spTree></p:cSld>`;
    return [`ppt/slides/slide${index + 1}.xml`, `${XML}<p:sld ${SLIDE}>${shape}</p:sld>`];
  });
  return archive({
    '[Content_Types].xml': `${CONTENT_TYPES}${part}</Types>`,
    'ppt/presentation.xml': `${XML}<p:presentation ${SLIDE}/>`,
    ...Object.fromEntries(slideParts),
  });
}

/** `body` is the content of `office:body`. */
export function openDocument(type: 'text' | 'spreadsheet' | 'presentation', body: string): Buffer {
  return archive({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `${XML}<office:document-content ${OPEN}><office:body>${body}</office:body></office:document-content>`,
  });
}

export async function xlsx(sheets: Record<string, SheetData>): Promise<Buffer> {
  const written = writeXlsxFile(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data })));
  return Buffer.from(await written.toBuffer());
}

export async function pdf(
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument(options);
  const pieces: Buffer[] = [];
  document.on('data', piece => pieces.push(piece));
  draw(document);
  document.end();
  await once(document, 'end');
  return Buffer.concat(pieces);
}

/** Draws the text in black on white. */
export function pictureWithText(text: string, { width = 900, height = 160 } = {}): Buffer {
  const background = '<rect width="100%" height="100%" fill="white"/>';
  const line = `<text x="30" y="${height / 2}" font-size="56">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${background}${line}</svg>`;
  return Buffer.from(svgToPng(svg, { hasText: true }).png);
}

export interface GreyPage {
  width: number;
  height: number;
  /** One byte for each pixel. */
  pixels: Uint8Array;
}

/** Creates an uncompressed TIFF in little-endian byte order. */
export function tiff(pages: readonly GreyPage[]): Buffer {
  const parts = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let at = 8;
  let pointer = { buffer: parts[0] ?? Buffer.alloc(0), offset: 4 };
  for (const { width, height, pixels } of pages) {
    const tags = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ];
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    for (const [index, [tag = 0, value = 0]] of tags.entries()) {
      const entry = 2 + index * 12;
      directory.writeUInt16LE(tag, entry);
      directory.writeUInt16LE(4, entry + 2);
      directory.writeUInt32LE(1, entry + 4);
      directory.writeUInt32LE(value, entry + 8);
    }
    parts.push(Buffer.from(pixels), directory);
    pointer.buffer.writeUInt32LE(at + pixels.length, pointer.offset);
    pointer = { buffer: directory, offset: directory.length - 4 };
    at += pixels.length + directory.length;
  }
  return Buffer.concat(parts);
}
