/**
 * Recognises the text in an image with Tesseract, offline.
 *
 * Tesseract starts its own thread inside this one. That thread always ends together with this one: after a timeout, an
 * abort or a stop of the process. Its memory, about 20 bytes per pixel, is not counted, so images that come here must
 * have a bounded size.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM } from 'tesseract.js';
import { BadInput } from '../tools/contract/bad-input.ts';

/** Takes a PNG, a BMP or a TIFF, of which it reads the first page. */
export default async function recognise(image: Uint8Array): Promise<string> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageFolder(),
    // Otherwise Tesseract would look for language data elsewhere, and store a copy of it.
    cacheMethod: 'none',
    // Without a handler, errors are thrown where nothing can catch them.
    errorHandler: () => {},
  });
  try {
    const { data } = await worker.recognize(Buffer.from(image)).catch(throwDamaged);
    return data.text.trim();
  } finally {
    await worker.terminate();
  }
}

/** The default data of the package also contain an old engine, which is unused, and are four times as large. */
function languageFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
}

function throwDamaged(error: unknown): never {
  throw new BadInput('the image is damaged, or packed in a way that is not supported', { cause: error });
}
