/** Prepares images for text recognition and for models with vision. */
import { ImageRefused, loadSharp, render } from '../platform/images/render.ts';
import type { ModelFile } from '../platform/models/model.ts';
import { documentLimits } from './document-limits.ts';
import { selectTiffPage, tiffPages } from './tiff.ts';
import { type UnreadableFile, unreadable } from './unreadable-file.ts';

export interface Picture {
  filename: string;
  contentType: string;
  content: Buffer;
}

const { megapixels, longestSide, smallMegapixels, pages } = documentLimits.recognition;
const LIMIT_PIXELS = megapixels * 1_000_000;
/** Models scale larger images down themselves. */
const SEEN_SIDE = 2048;

/** Formats that sharp can not read here, but Tesseract can, in its WebAssembly. */
const ONLY_RECOGNISED = ['image/bmp', 'image/tiff'];

/** Returns undefined for what can not be shown to a model. */
export async function pictureForModel(picture: Picture): Promise<ModelFile | undefined> {
  if (ONLY_RECOGNISED.includes(picture.contentType)) return undefined;
  const box = { width: SEEN_SIDE, height: SEEN_SIDE };
  const sharp = await loadSharp();
  const content = await render(sharp, picture.content, { ...box, format: 'jpeg' }, LIMIT_PIXELS).catch(refuse(picture));
  return { filename: picture.filename, contentType: 'image/jpeg', content };
}

/** Yields one image for each page. Each is valid until the next one is requested. */
export async function* picturesForRecognition(picture: Picture): AsyncGenerator<Uint8Array> {
  const { filename, contentType, content } = picture;
  if (contentType === 'image/tiff') yield* tiffImages(filename, content);
  else if (contentType === 'image/bmp') yield checkBmp(filename, content);
  else yield await prepareImage(content).catch(refuse(picture));
}

/** Makes the image upright and grey on white, and neither too large nor too small. */
async function prepareImage(content: Buffer): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
  if (width * height > LIMIT_PIXELS) throw new ImageRefused('too-large');
  const scale = width * height < smallMegapixels * 1_000_000 ? 2 : 1;
  const box = Math.min(longestSide, scale * Math.max(width, height));
  return sharp(content, { autoOrient: true, failOn: 'error', limitInputPixels: LIMIT_PIXELS })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toColourspace('b-w')
    .resize({ width: box, height: box, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .timeout({ seconds: documentLimits.recognition.timeoutMs / 1000 })
    .toBuffer();
}

function* tiffImages(filename: string, content: Buffer): Generator<Uint8Array> {
  const found = tiffPages(content, pages + 1);
  if (found === undefined) throw damaged(filename);
  if (found.length > pages) throw unreadable(filename, `it has more than ${pages} pages`);
  for (const page of found) {
    checkPixels(filename, page.width, page.height);
    selectTiffPage(page, content);
    yield content;
  }
}

function checkBmp(filename: string, content: Buffer): Buffer {
  const HEADER_BYTES = 26;
  if (content.length < HEADER_BYTES) throw damaged(filename);
  const isOld = content.readUInt32LE(14) === 12;
  const width = isOld ? content.readUInt16LE(18) : content.readInt32LE(18);
  // A negative height means that the rows are stored from top to bottom.
  const height = isOld ? content.readUInt16LE(20) : Math.abs(content.readInt32LE(22));
  checkPixels(filename, width, height);
  return content;
}

/** Checks an image that goes to text recognition at its original size. */
function checkPixels(filename: string, width: number, height: number): void {
  const limitPixels = longestSide * longestSide;
  if (!(width > 0 && height > 0)) throw damaged(filename);
  if (width * height > limitPixels) throw tooLarge(filename, limitPixels);
}

function refuse({ filename }: Picture): (error: unknown) => never {
  return error => {
    if (error instanceof ImageRefused && error.reason === 'too-large') throw tooLarge(filename, LIMIT_PIXELS);
    throw damaged(filename, error);
  };
}

function damaged(filename: string, cause?: unknown): UnreadableFile {
  return unreadable(filename, 'the image is damaged, or packed in a way that is not supported', { cause });
}

function tooLarge(filename: string, limitPixels: number): UnreadableFile {
  return unreadable(filename, `the image has more than ${Math.floor(limitPixels / 1_000_000)} megapixels`);
}
