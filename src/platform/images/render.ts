/** How one image becomes a smaller one: the only file that knows sharp. */
import type { Metadata, Sharp } from 'sharp';
import type { ImageFormat } from './image-format.ts';

export interface Wanted {
  width?: number;
  height?: number;
  format: ImageFormat;
}

/** The image can not be decoded, is no image, or has too many pixels. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
  readonly reason: 'unreadable' | 'too-large';

  constructor(reason: 'unreadable' | 'too-large', options?: ErrorOptions) {
    super(reason === 'too-large' ? 'The image has too many pixels' : 'The image can not be read', options);
    this.reason = reason;
  }
}

export type SharpLibrary = typeof import('sharp')['default'];

/** The library's settings are those of the whole process; setting them again changes nothing. */
export async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp');
  // Images are computed side by side, so that threads for each would only compete and take memory.
  sharp.concurrency(1);
  // It remembers operations on files; ours come as bytes and never twice.
  sharp.cache(false);
  // SVG and the like read other files and have long histories of holes. What is blocked is not even asked whether the
  // bytes are its own. Ultra HDR is left to the JPEG loader: its plain picture is what a small copy shows.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
  return sharp;
}

/**
 * Fits the image into the width and height, never enlarged, upright, in sRGB, and without anything else that the
 * original says (where it was taken, by whom, with what). Can not be interrupted.
 */
export async function render(
  sharp: SharpLibrary,
  bytes: Uint8Array,
  wanted: Wanted,
  limitPixels: number,
): Promise<Buffer> {
  const header = await readHeader(sharp, bytes);
  if (header.width * header.height > limitPixels) throw new ImageRefused('too-large');
  const image = sharp(bytes, {
    autoOrient: true,
    // 'warning' would refuse many a photo over a marker or profile that every browser overlooks.
    failOn: 'error',
    limitInputPixels: limitPixels,
    unlimited: false,
    animated: keepsMoving(header, wanted.format, limitPixels),
  }).resize({ ...boxOf(wanted), fit: 'inside', withoutEnlargement: true });
  // sharp takes 16-bit colours with a profile to Display P3 and leaves them there, named sRGB: paler than they were.
  if (header.space === 'rgb16' && header.hasProfile) image.withIccProfile('srgb', { attach: false });
  encode(image, wanted.format);
  return image.toBuffer().catch(asUnreadable);
}

/** The header alone is read: a bomb is known by it before any of its pixels is decoded. */
async function readHeader(sharp: SharpLibrary, bytes: Uint8Array): Promise<Metadata> {
  if (bytes.length === 0) throw new ImageRefused('unreadable');
  // The limit is ours to check, as sharp's own refusal is told from others by its text alone.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(asUnreadable);
  // The loader of AVIF opens HEIC as well, and would find out only later that it has no decoder for it.
  if (header.format === 'heif' && header.compression !== 'av1') throw new ImageRefused('unreadable');
  return header;
}

function asUnreadable(error: unknown): never {
  throw new ImageRefused('unreadable', { cause: error });
}

/**
 * An animation stays one only as WebP and when it is small; otherwise its first frame is the copy. Measured with 50
 * frames of 500 × 400 (10 megapixels): 1.2 s to WebP of the same size and 0.5 s to half of it, but 7.3 s and 3.0 s to
 * GIF. Frames lie below each other in memory, where turning them upright would mix them.
 */
function keepsMoving(header: Metadata, format: ImageFormat, limitPixels: number): boolean {
  const frames = header.pages ?? 1;
  const pixels = frames * header.width * header.height;
  return (
    format === 'webp' &&
    (header.format === 'gif' || header.format === 'webp') &&
    frames > 1 &&
    frames <= ANIMATION_FRAMES &&
    pixels <= Math.min(ANIMATION_PIXELS, limitPixels) &&
    (header.orientation ?? 1) === 1
  );
}

const ANIMATION_FRAMES = 100;
const ANIMATION_PIXELS = 10_000_000;

/** A narrow image of a given width may be higher than WebP can be, the least of the formats. */
function boxOf({ width = LONGEST_SIDE, height = LONGEST_SIDE }: Wanted): { width: number; height: number } {
  return { width: Math.min(width, LONGEST_SIDE), height: Math.min(height, LONGEST_SIDE) };
}

const LONGEST_SIDE = 16_383;

/**
 * Somebody waits for the copy, so time counts more than the last bytes. Processor time with decoding, and the size, of
 * copies 800 × 600 from 2 megapixels (and 1600 × 1200 from 12), the picture being a small photo that was enlarged and
 * given noise; others differ by a factor, hardly in their order:
 *
 *     JPEG 80              28 ms ( 132)   113 kB (299)     mozjpeg:   118 ms ( 323)   100 kB (253)
 *     WebP 80, effort 2    60 ms ( 190)    89 kB (184)     effort 4:  112 ms ( 333)    85 kB (176)
 *     AVIF 60, effort 0    72 ms ( 274)    74 kB (144)     effort 1:  292 ms (1004)    69 kB (134)
 *                                                          effort 2:  478 ms (1439)    68 kB (130)
 *
 * This AVIF is of lower quality than this WebP (33.4 dB and 34.4 dB; 35.8 dB and 36.7 dB): their sizes do not compare.
 * GIF at its default effort took five times as long as at 1, and was a tenth smaller.
 */
function encode(image: Sharp, format: ImageFormat): void {
  switch (format) {
    case 'jpeg':
      // What is transparent would turn black.
      image.flatten({ background: '#ffffff' }).jpeg({ quality: 80 });
      break;
    case 'png':
      image.png();
      break;
    case 'webp':
      image.webp({ quality: 80, effort: 2 });
      break;
    case 'avif':
      image.avif({ quality: 60, effort: 0, chromaSubsampling: '4:2:0', tune: 'ssim' });
      break;
    case 'gif':
      image.gif({ effort: 1 });
  }
}
