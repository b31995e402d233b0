import { encode } from 'uqr';
import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { BadInput } from '../contract/bad-input.ts';
import { svgToPng } from '../pictures/svg-to-png.ts';

export interface QrCodeInput {
  text: string;
  format: 'png' | 'svg';
  size: number;
  margin: number;
  correction: 'L' | 'M' | 'Q' | 'H';
  dark: string;
  light: string;
}

export default function drawQrCode(input: QrCodeInput, { transfer }: ThreadContext): Uint8Array {
  const svg = toSvg(toDots(input), input);
  return transfer(input.format === 'svg' ? new TextEncoder().encode(svg) : svgToPng(svg).png);
}

function toDots({ text, correction }: QrCodeInput): boolean[][] {
  try {
    return encode(text, { ecc: correction, border: 0 }).data;
  } catch (error) {
    if (error instanceof RangeError) throw new BadInput("'text' is too long for a QR code with this error correction");
    throw error;
  }
}

/** Makes dots of whole pixels, so that their edges are sharp. The remaining pixels go to the margin. */
function toSvg(dots: readonly boolean[][], { size, margin, dark, light }: QrCodeInput): string {
  const dotPixels = Math.floor(size / (dots.length + 2 * margin));
  if (dotPixels < 1) {
    throw new BadInput(`'size' must be at least ${dots.length + 2 * margin} for so much text and margin`);
  }
  const edge = Math.floor((size - dots.length * dotPixels) / 2);
  const path = dots.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? `M${edge + x * dotPixels} ${edge + y * dotPixels}h${dotPixels}v${dotPixels}h-${dotPixels}z` : [],
    ),
  );
  // Nothing here needs to be escaped: the schema of the tool allows only hexadecimal colors.
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">`,
    `<rect width="${size}" height="${size}" fill="${light}"></rect>`,
    `<path d="${path.join('')}" fill="${dark}" shape-rendering="crispEdges"></path>`,
    '</svg>',
  ].join('');
}
