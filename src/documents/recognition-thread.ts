/**
 * Recognises the text in an image with Tesseract, offline.
 *
 * Tesseract starts its own thread inside this one. That thread always ends together with this one: after a timeout, an
 * abort or a stop of the process. Its memory, about 20 bytes per pixel, is not counted, but bounded by
 * `recognition-worker.ts`.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, OEM } from 'tesseract.js';
import { BadInput } from '../tools/contract/bad-input.ts';

const WORKER = fileURLToPath(new URL('./recognition-worker.ts', import.meta.url));

/** Takes a PNG, a BMP or a TIFF, of which it reads the first page. */
export default async function recognise(image: Uint8Array): Promise<string> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageFolder(),
    // Otherwise Tesseract would look for language data elsewhere, and store a copy of it.
    cacheMethod: 'none',
    workerPath: WORKER,
    // Without a handler, errors are thrown where nothing can catch them.
    errorHandler: () => {},
  });
  try {
    const { data } = await worker.recognize(toReadable(image)).catch(throwDamaged);
    return data.text.trim();
  } finally {
    await worker.terminate();
  }
}

/**
 * Tesseract copies a BMP in a way that takes a minute and a gigabyte for 10 MB. So a BMP is unpacked here, with the
 * library that it uses itself, and passed on as a grey map, which it reads at once.
 */
function toReadable(image: Uint8Array): Buffer {
  const content = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (content.toString('latin1', 0, 2) !== 'BM') return content;
  try {
    return toGreyMap(openBmpLibrary().decode(content));
  } catch (error) {
    throwDamaged(error);
  }
}

interface Bitmap {
  width: number;
  height: number;
  /** Four bytes for each pixel: alpha, blue, green, red. */
  data: Uint8Array;
}

function openBmpLibrary(): { decode(content: Buffer): Bitmap } {
  const { resolve } = createRequire(import.meta.url);
  return createRequire(resolve('tesseract.js'))('bmp-js');
}

/** The format is a header and one byte for each pixel. */
function toGreyMap({ width, height, data }: Bitmap): Buffer {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const grey = Buffer.alloc(header.length + width * height);
  header.copy(grey);
  for (let pixel = 0, target = header.length; target < grey.length; pixel += 4, target++) {
    const [blue = 0, green = 0, red = 0] = [data[pixel + 1], data[pixel + 2], data[pixel + 3]];
    grey[target] = (299 * red + 587 * green + 114 * blue) / 1000;
  }
  return grey;
}

/** The default data of the package also contain an old engine, which is unused, and are four times as large. */
function languageFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
}

function throwDamaged(error: unknown): never {
  throw new BadInput('the image is damaged, or packed in a way that is not supported', { cause: error });
}
