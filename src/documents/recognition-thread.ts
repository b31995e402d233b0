/**
 * Text that an image shows, by tesseract, offline.
 *
 * Tesseract starts a thread of its own inside this one, and ends with it: when the time is over, the image is given up
 * or the process stops, whatever it is in the middle of. It needs memory that nobody counts, some 20 bytes a pixel, so
 * the images that come here have a bounded size.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM } from 'tesseract.js';
import { BadInput } from '../tools/contract/bad-input.ts';

/** Of a PNG, a BMP or the first page of a TIFF. */
export default async function recognise(image: Uint8Array): Promise<string> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageFolder(),
    // Neither looks for language data elsewhere nor leaves a copy of it.
    cacheMethod: 'none',
    // Without it, an error is thrown where nobody catches it.
    errorHandler: () => {},
  });
  try {
    const { data } = await worker.recognize(Buffer.from(image)).catch(asDamaged);
    return data.text.trim();
  } finally {
    await worker.terminate();
  }
}

/** The package's own choice of data holds an old engine too, which is not used and is four times the size. */
function languageFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
}

function asDamaged(error: unknown): never {
  throw new BadInput('the image is damaged, or packed in a way that is not supported', { cause: error });
}
