/** Extracts the pictures on some pages of a PDF, in their order. */

import type { OfficeAttachment } from 'officeparser';
import type { ThreadContext } from '../platform/threads/thread-pool.ts';
import { documentLimits } from './document-limits.ts';
import { parseDocument } from './office-text.ts';

export interface PdfPicturesInput {
  content: Uint8Array;
  /** The first page has the number 1. */
  firstPage: number;
  lastPage: number;
}

export default async function readPictures(
  { content, firstPage, lastPage }: PdfPicturesInput,
  context: ThreadContext,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const attachments = await readAttachments(content, `${firstPage}-${lastPage}`);
  return (
    attachments
      // The list also has the files that are attached to the PDF, under other names.
      .filter(({ name }) => name.startsWith('pdf_image_p'))
      .map(({ data }) => Uint8Array.fromBase64(data))
      .filter(png => countPixels(png) >= documentLimits.recognition.smallestPixels)
      .map(png => context.transfer(png))
  );
}

/** How often the pages are read when a picture is missing: a damaged picture is missing each time. */
const TRIES = 4;

/**
 * The library waits half a second for each picture to be decoded, and leaves out what takes longer with a warning. On a
 * busy machine that happens to good pictures, and their text would be lost.
 */
async function readAttachments(content: Uint8Array, pageRange: string): Promise<OfficeAttachment[]> {
  for (let tried = 1; ; tried++) {
    const { attachments, warnings = [] } = await parseDocument(content.slice(), {
      fileType: 'pdf',
      extractAttachments: true,
      pdfParserConfig: { pageRange },
    });
    const isComplete = !warnings.some(({ code }) => code === 'IMAGE_EXTRACTION_FAILED');
    if (isComplete || tried === TRIES) return attachments;
  }
}

/** Reads the header of a PNG, the format to which the library converts all images. */
function countPixels({ buffer, byteLength }: Uint8Array<ArrayBuffer>): number {
  const header = new DataView(buffer);
  return byteLength < 24 ? 0 : header.getUint32(16) * header.getUint32(20);
}
