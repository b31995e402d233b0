/** Text from the bytes of a document. Throws BadInput, whose message goes on after `can not be read:`, or NotText. */
import type { ThreadSide } from '../platform/threads/threads.ts';
import { BadInput } from '../tools/contract/bad-input.ts';
import { toolLimits } from '../tools/contract/tool-limits.ts';
import { decodeText } from '../tools/text/text-decoding.ts';
import type { DocumentFormat } from './document-kind.ts';

export interface DocumentInput {
  content: Uint8Array<ArrayBuffer>;
  format: DocumentFormat;
}

export interface DocumentText {
  text: string;
  /** Of an e-mail. */
  attachments?: EmailAttachment[];
  /** Of a PDF that has none of its text as text. */
  picturePages?: number;
}

export interface EmailAttachment {
  filename: string;
  contentType: string;
  content: Uint8Array<ArrayBuffer>;
}

export default async function readDocument(input: DocumentInput, side: ThreadSide): Promise<DocumentText> {
  const read = await textOf(input, side);
  if (read.text.length <= toolLimits.resultCharacters) return read;
  throw new BadInput(`its text has more than ${toolLimits.resultCharacters.toLocaleString('en')} characters`);
}

/** Libraries are loaded by those files that need them. */
async function textOf({ content, format }: DocumentInput, side: ThreadSide): Promise<DocumentText> {
  switch (format) {
    case 'text':
      return { text: decodeText(content) };
    case 'html':
      return { text: (await import('./markup-text.ts')).htmlText(content) };
    case 'svg':
      return { text: (await import('./markup-text.ts')).svgText(content) };
    case 'email':
      return (await import('./email-text.ts')).readEmail(content, side);
    case 'ole':
      return (await import('./office-text.ts')).refuseOle(content);
    case 'zip':
      return { text: await (await import('./office-text.ts')).archiveText(content) };
    case 'rtf':
      return { text: await (await import('./office-text.ts')).officeText(content, 'rtf') };
    case 'pdf':
      return (await import('./pdf-text.ts')).readPdf(content);
  }
}
