/** Converts SVG to PNG. This is slow, and its memory is freed only with the thread, so it must run in one. */
import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { withMaximum } from '../../platform/threads/wasm-memory.ts';
import { toolLimits } from '../contract/tool-limits.ts';

const library = new Uint8Array(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
await initWasm(withMaximum(library, toolLimits.rendererBytes));

const FONT = 'DejaVu Sans';

export interface RenderedPicture {
  png: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Fonts are loaded only with `hasText`. */
export function svgToPng(svg: string, { hasText = false } = {}): RenderedPicture {
  const fontBuffers = hasText ? ['DejaVuSans', 'DejaVuSans-Bold'].map(readFont) : [];
  const renderer = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: FONT, sansSerifFamily: FONT } });
  // What runs out of memory can not be freed any more. Its thread has used so much that it is not used again.
  const image = renderer.render();
  const { width, height } = image;
  const png = new Uint8Array(image.asPng());
  image.free();
  renderer.free();
  return { png, width, height };
}

function readFont(name: string): Uint8Array {
  return readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
}
