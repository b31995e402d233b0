/** Reads the text of a document in a thread. Throws NotText, or BadInput with a message to follow `can not be read:`. */
import type { ThreadContext } from '../platform/threads/thread-pool.ts';
import { BadInput } from '../tools/contract/bad-input.ts';
import { toolLimits } from '../tools/contract/tool-limits.ts';
import { decodeText } from '../tools/text/text-decoding.ts';
import type { DocumentFormat, DocumentText } from './document-kind.ts';

export interface DocumentInput {
  content: Uint8Array<ArrayBuffer>;
  format: DocumentFormat;
}

export default async function readDocument(input: DocumentInput, context: ThreadContext): Promise<DocumentText> {
  const read = await readText(input, context);
  if (read.text.length <= toolLimits.resultCharacters) return read;
  throw new BadInput(`its text has more than ${toolLimits.resultCharacters.toLocaleString('en')} characters`);
}

/** Loads libraries only when a file needs them. */
async function readText({ content, format }: DocumentInput, context: ThreadContext): Promise<DocumentText> {
  switch (format) {
    case 'text':
      return { text: decodeText(content) };
    case 'html':
      return { text: (await import('./markup-text.ts')).htmlText(content) };
    case 'svg':
      return { text: (await import('./markup-text.ts')).svgText(content) };
    case 'email':
      return (await import('./email-text.ts')).readEmail(content, context);
    case 'ole':
      return (await import('./office-text.ts')).refuseOle(content);
    case 'zip':
      return { text: await (await import('./office-text.ts')).archiveText(content) };
    case 'rtf':
      return { text: await (await import('./office-text.ts')).officeText(content, 'rtf') };
    case 'pdf':
      return (await import('./office-text.ts')).readPdf(content);
  }
}
