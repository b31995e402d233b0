/** The pictures on some pages of a PDF, in their order. */
import type { ThreadSide } from '../platform/threads/threads.ts';
import { documentLimits } from './document-limits.ts';
import { parseDocument } from './office-text.ts';

export interface PdfPicturesInput {
  content: Uint8Array;
  /** 1 is the first. */
  firstPage: number;
  lastPage: number;
}

export default async function readPictures(
  { content, firstPage, lastPage }: PdfPicturesInput,
  side: ThreadSide,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pageRange = `${firstPage}-${lastPage}`;
  const { attachments } = await parseDocument(content, {
    fileType: 'pdf',
    extractAttachments: true,
    pdfParserConfig: { pageRange },
  });
  return (
    attachments
      // Files that are attached to the PDF are among them, under names of their own.
      .filter(({ name }) => name.startsWith('pdf_image_p'))
      .map(({ data }) => Uint8Array.fromBase64(data))
      .filter(png => pixelsOf(png) >= documentLimits.recognition.smallestPixels)
      .map(png => side.transfer(png))
  );
}

/** By the header of a PNG, which the library makes of all images. */
function pixelsOf({ buffer, byteLength }: Uint8Array<ArrayBuffer>): number {
  const header = new DataView(buffer);
  return byteLength < 24 ? 0 : header.getUint32(16) * header.getUint32(20);
}
