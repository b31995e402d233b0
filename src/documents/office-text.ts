/** Reads the text of office documents: Microsoft Office, OpenDocument, EPUB, RTF and PDF. */
import { type OfficeIssue, type OfficeParserAST, type OfficeParserConfig, parseOffice } from 'officeparser';
import { BadInput } from '../tools/contract/bad-input.ts';
import { readSheets } from '../tools/spreadsheet/spreadsheet-read-thread.ts';
import { unzip } from '../tools/zip/zip-archive.ts';
import type { DocumentText } from './document-kind.ts';
import { documentLimits } from './document-limits.ts';

/** Thrown in a thread when the file is of a kind that holds no text. The message is its content type. */
class NotText extends Error {
  override readonly name = 'NotText';
}

type OfficeFormat = 'docx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'odg' | 'epub' | 'rtf' | 'pdf';

export async function archiveText(content: Uint8Array): Promise<string> {
  const format = await archiveFormat(content);
  if (format === undefined) throw new NotText('application/zip');
  return format === 'xlsx' ? spreadsheetText(content) : officeText(content, format);
}

export async function officeText(content: Uint8Array, fileType: OfficeFormat): Promise<string> {
  return plainText(await parseDocument(content, { fileType }));
}

/** Returns the text of a PDF. When it has none, `picturePages` tells how many pages may show text as pictures. */
export async function readPdf(content: Uint8Array): Promise<DocumentText> {
  const pdf = await parseDocument(content, { fileType: 'pdf' });
  const text = await plainText(pdf);
  if (text !== '') return { text };
  return { text, picturePages: pdf.metadata.pages ?? pdf.content.length };
}

export async function parseDocument(content: Uint8Array, config: OfficeParserConfig): Promise<OfficeParserAST> {
  const document = await parseWithin(content, config);
  if (document.warnings?.some(isIncomplete)) throw tooMuch();
  return document;
}

async function parseWithin(content: Uint8Array, config: OfficeParserConfig): Promise<OfficeParserAST> {
  const { unpackedBytes, unpackedParts, tableCells } = documentLimits;
  const decompressionLimits = {
    maxUncompressedBytes: unpackedBytes,
    maxZipEntries: unpackedParts,
    maxTableCells: tableCells,
  };
  try {
    return await parseOffice(content, {
      decompressionLimits,
      ...config,
      // The parser already runs in a thread, and its own process would outlive the thread.
      pdfParserConfig: { separateProcess: false, ...config.pdfParserConfig },
    });
  } catch (error) {
    throw toBadInput(error);
  }
}

async function plainText(document: OfficeParserAST): Promise<string> {
  const { value } = await document.to('text');
  return value.trim();
}

/** Rejects old office documents, which nothing here can read, and new ones with a password. */
export function refuseOle(content: Uint8Array): never {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const has = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) throw new BadInput('it is protected with a password');
  const old = OLD_FORMATS.find(([stream]) => has(stream));
  throw new NotText(old?.[1] ?? 'application/x-ole-storage');
}

const OLD_FORMATS: [stream: string, contentType: string][] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['__substg1.0_', 'application/vnd.ms-outlook'],
];

const BY_MIMETYPE: [mimetype: RegExp, format: OfficeFormat][] = [
  [/^application\/vnd\.oasis\.opendocument\.text/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation/, 'odp'],
  [/^application\/vnd\.oasis\.opendocument\.graphics/, 'odg'],
  [/^application\/epub\+zip/, 'epub'],
];

const BY_FOLDER: [folder: string, format: OfficeFormat | 'xlsx'][] = [
  ['word/', 'docx'],
  ['ppt/', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
];

/** Finds the format by what the archive declares, or by the folder of its main part. */
async function archiveFormat(content: Uint8Array): Promise<OfficeFormat | 'xlsx' | undefined> {
  const paths = new Set<string>();
  const [mimetype] = await unzip(content, { entries: 1, bytes: 1000 }, path => {
    paths.add(path);
    return path === 'mimetype';
  });
  const declaredType = new TextDecoder().decode(mimetype?.content);
  if (mimetype) return BY_MIMETYPE.find(([pattern]) => pattern.test(declaredType))?.[1];
  if (!paths.has('[Content_Types].xml')) return undefined;
  return BY_FOLDER.find(([folder]) => paths.values().some(path => path.startsWith(folder)))?.[1];
}

/** Writes tabs between cells, and the sheets below each other under their names. */
async function spreadsheetText(content: Uint8Array): Promise<string> {
  const sheets = await readSheets(content);
  const texts = sheets.map(({ name, lines }) => {
    const rows = lines.filter(line => line.some(cell => cell !== null));
    const text = rows.map(line => line.map(cellText).join('\t').trimEnd()).join('\n');
    return sheets.length === 1 ? text : `${name}\n${text}`;
  });
  return texts.join('\n\n').trim();
}

/** Returns the text of a cell on one line. */
function cellText(cell: unknown): string {
  return cell === null ? '' : String(cell).replaceAll(/\s+/g, ' ');
}

/** At some limits the library omits the rest without failing. The limit of operators affects only layout, not text. */
function isIncomplete({ code, details }: OfficeIssue): boolean {
  if (code === 'PDF_CONTENT_LIMIT_EXCEEDED') return details?.limit !== 'maxOperators';
  return code === 'TABLE_CELL_LIMIT_EXCEEDED' || code === 'REPEATED_CONTENT_LIMIT_EXCEEDED';
}

/** Blames the file for whatever the library throws. */
function toBadInput(error: unknown): BadInput {
  const code = readIssueCode(error);
  if (/^(PASSWORD_|DOCUMENT_DECRYPTION)/.test(code)) {
    return new BadInput('it is protected with a password', { cause: error });
  }
  if (/LIMIT_EXCEEDED|DEPTH_EXCEEDED|TOO_LARGE/.test(code)) {
    return tooMuch(error);
  }
  return new BadInput('it is damaged', { cause: error });
}

function tooMuch(cause?: unknown): BadInput {
  return new BadInput('it holds too much, or is nested too deeply', { cause });
}

function readIssueCode(error: unknown): string {
  if (!(error instanceof Error && 'officeIssue' in error)) return '';
  const { officeIssue } = error;
  return typeof officeIssue === 'object' && officeIssue && 'code' in officeIssue ? String(officeIssue.code) : '';
}
