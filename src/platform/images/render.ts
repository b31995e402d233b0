/** Renders a smaller copy of an image. This is the only file that uses sharp. */
import type { Metadata, Sharp } from 'sharp';
import type { ImageFormat } from './image-format.ts';

export interface RenderOptions {
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

/** The settings of the library apply to the whole process. Setting them again has no effect. */
export async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp');
  // Images are computed in parallel, so several threads for each image would only compete and use memory.
  sharp.concurrency(1);
  // The cache is for operations on files, but our images are bytes and never repeat.
  sharp.cache(false);
  // SVG and similar formats read other files and have a long history of vulnerabilities. A blocked loader does not even
  // inspect the bytes. The JPEG loader reads Ultra HDR, whose plain picture is right for a small copy.
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
 * Fits the image into the width and height. The copy is never enlarged, is upright and in sRGB, and has none of the
 * original's metadata (where it was taken, by whom, with what). Rendering can not be interrupted.
 */
export async function render(
  sharp: SharpLibrary,
  bytes: Uint8Array,
  wanted: RenderOptions,
  limitPixels: number,
): Promise<Buffer> {
  const header = await readHeader(sharp, bytes);
  if (header.width * header.height > limitPixels) throw new ImageRefused('too-large');
  const image = sharp(bytes, {
    autoOrient: true,
    // 'warning' would refuse many photos because of a marker or profile that every browser ignores.
    failOn: 'error',
    limitInputPixels: limitPixels,
    unlimited: false,
    animated: staysAnimated(header, wanted.format, limitPixels),
  }).resize({ ...toBox(wanted), fit: 'inside', withoutEnlargement: true });
  // sharp converts 16-bit colours with a profile to Display P3 but labels them sRGB, which makes them paler.
  if (header.space === 'rgb16' && header.hasProfile) image.withIccProfile('srgb', { attach: false });
  encode(image, wanted.format);
  return image.toBuffer().catch(throwUnreadable);
}

/** Reads only the header, which reveals a decompression bomb before any pixel is decoded. */
async function readHeader(sharp: SharpLibrary, bytes: Uint8Array): Promise<Metadata> {
  if (bytes.length === 0) throw new ImageRefused('unreadable');
  // We check the limit ourselves, because only its text distinguishes sharp's own refusal from other errors.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(throwUnreadable);
  // The loader of AVIF also opens HEIC and would notice only later that it has no decoder for it.
  if (header.format === 'heif' && header.compression !== 'av1') throw new ImageRefused('unreadable');
  return header;
}

function throwUnreadable(error: unknown): never {
  throw new ImageRefused('unreadable', { cause: error });
}

/**
 * An animation stays animated only in WebP and when it is small; otherwise the copy shows its first frame. Measured
 * with 50 frames of 500 × 400 (10 megapixels): 1.2 s to WebP of the same size and 0.5 s to half of it, but 7.3 s and
 * 3.0 s to GIF. In memory the frames lie below each other, so rotating the image would mix them.
 */
function staysAnimated(header: Metadata, format: ImageFormat, limitPixels: number): boolean {
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

/** Limits both sides: a narrow image of a given width may be higher than WebP allows, which has the lowest limit. */
function toBox({ width = LONGEST_SIDE, height = LONGEST_SIDE }: RenderOptions): { width: number; height: number } {
  return { width: Math.min(width, LONGEST_SIDE), height: Math.min(height, LONGEST_SIDE) };
}

const LONGEST_SIDE = 16_383;

/**
 * Somebody waits for the copy, so time matters more than the last bytes. The table shows the processor time including
 * decoding, and the size, of copies of 800 × 600 from 2 megapixels (and of 1600 × 1200 from 12). The picture was a
 * small photo, enlarged and with added noise; others differ by a factor, but hardly in their order:
 *
 *     JPEG 80              28 ms ( 132)   113 kB (299)     mozjpeg:   118 ms ( 323)   100 kB (253)
 *     WebP 80, effort 2    60 ms ( 190)    89 kB (184)     effort 4:  112 ms ( 333)    85 kB (176)
 *     AVIF 60, effort 0    72 ms ( 274)    74 kB (144)     effort 1:  292 ms (1004)    69 kB (134)
 *                                                          effort 2:  478 ms (1439)    68 kB (130)
 *
 * This AVIF has a lower quality than this WebP (33.4 dB and 34.4 dB; 35.8 dB and 36.7 dB), so their sizes can not be
 * compared. GIF at its default effort took five times as long as at effort 1 and was a tenth smaller.
 */
function encode(image: Sharp, format: ImageFormat): void {
  switch (format) {
    case 'jpeg':
      // Without this, transparent pixels would become black.
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
