/** Where two pictures of the same page differ. */
import sharp from 'sharp';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The rounded and the slanted are a little lighter or darker when a part of the page is drawn again: seen were a few pixels
 * that differed by up to 33, where 255 is between black and white. The faintest line of the console differs from the page
 * by 29, and has many pixels; another digit has some thirty.
 */
const NOTICEABLE = 24;
const MOST_STRAY_PIXELS = 10;

/** Returns the smallest box around everything that differs, or undefined for pictures that look alike. */
export async function findDifference(before: Buffer, after: Buffer): Promise<Box | undefined> {
  if (before.equals(after)) return undefined;
  const [one, other] = await Promise.all([before, after].map(decode));
  if (!one || !other) return undefined;
  const { width, height } = one.info;
  let [left, top, right, bottom] = [width, height, -1, -1];
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (isAlike(one.data, other.data, at)) continue;
      count++;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return count <= MOST_STRAY_PIXELS
    ? undefined
    : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function isAlike(one: Buffer, other: Buffer, at: number): boolean {
  for (let channel = at; channel < at + 4; channel++) {
    if (Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) >= NOTICEABLE) return false;
  }
  return true;
}

function decode(picture: Buffer) {
  return sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}
