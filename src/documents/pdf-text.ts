/** PDFs: their text, or the pictures of their pages where they have none. */
import type { DocumentText } from './document-thread.ts';
import { parseDocument, plainText } from './office-text.ts';

export async function readPdf(content: Uint8Array): Promise<DocumentText> {
  const pdf = await parseDocument(content, { fileType: 'pdf' });
  const text = await plainText(pdf);
  if (text !== '') return { text };
  return { text, picturePages: pdf.metadata.pages ?? pdf.content.length };
}
