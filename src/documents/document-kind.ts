/**
 * Finds out how a file can be read. Its content decides. Its name decides only between kinds of text, which look alike.
 * The declared content type matters only for e-mails, which look like text, and for error messages.
 */
import { HEAD_BYTES, recogniseContentType } from '../files/content-type.ts';
import { guessContentType } from '../files/names.ts';

type DocumentKind =
  | { kind: 'document'; format: DocumentFormat }
  | { kind: 'image'; contentType: string }
  | { kind: 'audio'; contentType: string }
  | { kind: 'unreadable'; contentType: string };

/** The formats that a thread converts to text. */
export type DocumentFormat = 'pdf' | 'zip' | 'ole' | 'rtf' | 'html' | 'svg' | 'email' | 'text';

export function documentKind(content: Buffer, filename: string, declared: string): DocumentKind {
  const recognised = recogniseContentType(content.subarray(0, HEAD_BYTES));
  if (recognised !== undefined) return recognisedKind(recognised, content, filename, declared);
  const signature = SIGNATURES.find(({ begins }) => content.toString('latin1', 0, begins.length) === begins);
  if (signature) return { kind: 'document', format: signature.format };
  if (isEmail(content, filename, declared)) return { kind: 'document', format: 'email' };
  if (!isText(content)) return { kind: 'unreadable', contentType: declared };
  return { kind: 'document', format: guessContentType(filename) === 'text/html' ? 'html' : 'text' };
}

const SIGNATURES: { begins: string; format: DocumentFormat }[] = [
  { begins: 'PK\x03\x04', format: 'zip' },
  { begins: 'PK\x05\x06', format: 'zip' },
  { begins: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', format: 'ole' },
  { begins: '{\\rtf', format: 'rtf' },
];

const FORMATS = new Map<string, DocumentFormat>([
  ['application/pdf', 'pdf'],
  ['application/xhtml+xml', 'html'],
  ['application/xml', 'text'],
  ['image/svg+xml', 'svg'],
  ['text/html', 'html'],
]);

const IMAGES = new Set(['image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp']);

/** Includes videos, whose sound is transcribed: the head of such a file does not show whether it has pictures. */
const AUDIO = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'video/mp4',
  'video/webm',
]);

function recognisedKind(type: string, content: Buffer, filename: string, declared: string): DocumentKind {
  const format = FORMATS.get(type);
  if (IMAGES.has(type)) return { kind: 'image', contentType: type };
  if (AUDIO.has(type)) return { kind: 'audio', contentType: type };
  if (format === undefined) return { kind: 'unreadable', contentType: type };
  // A source file that begins with an example of HTML is what its name says, and not HTML.
  const isOtherText =
    format === 'html' && /^(text\/(?!html)|application\/(json|yaml))/.test(guessContentType(filename));
  if (isEmail(content, filename, declared)) return { kind: 'document', format: 'email' };
  return { kind: 'document', format: isOtherText ? 'text' : format };
}

/** Requires the name or type of an e-mail, and among the first lines a header that only e-mails have. */
function isEmail(content: Buffer, filename: string, declared: string): boolean {
  const isNamedAsEmail = guessContentType(filename) === 'message/rfc822' || declared.startsWith('message/rfc822');
  const head = content.toString('latin1', 0, HEAD_BYTES).trimStart();
  return (
    isNamedAsEmail &&
    /^(From |[!-9;-~]+:)/.test(head) &&
    /^(from|to|subject|date|received|return-path|message-id|mime-version|content-type):/im.test(head)
  );
}

/** Accepts UTF-16 with a byte order mark, and otherwise a head without control characters except white space. */
function isText(content: Buffer): boolean {
  const head = content.subarray(0, HEAD_BYTES);
  const mark = head.toString('latin1', 0, 2);
  return mark === '\xff\xfe' || mark === '\xfe\xff' || head.every(byte => byte >= 0x20 || SPACES.includes(byte));
}

/** White space, and control characters of logs (terminal colors) and old texts (form feeds, end of file). */
const SPACES = [0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b];

export interface DocumentText {
  text: string;
  /** The attachments of an e-mail. */
  attachments?: EmailAttachment[];
  /** The number of pages of a PDF that has no text, but perhaps pictures of it. */
  picturePages?: number;
}

export interface EmailAttachment {
  filename: string;
  contentType: string;
  content: Uint8Array<ArrayBuffer>;
}
