/** Pictures from SVG. Only for threads: it takes its time, and its memory is given back when the thread ends. */
import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

await initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));

export const FONT = 'DejaVu Sans';

export interface Picture {
  png: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** `hasText` loads the fonts. */
export function svgToPng(svg: string, { hasText = false } = {}): Picture {
  const fontBuffers = hasText ? ['DejaVuSans', 'DejaVuSans-Bold'].map(readFont) : [];
  const renderer = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: FONT, sansSerifFamily: FONT } });
  try {
    const image = renderer.render();
    const { width, height } = image;
    const png = new Uint8Array(image.asPng());
    image.free();
    return { png, width, height };
  } finally {
    renderer.free();
  }
}

function readFont(name: string): Uint8Array {
  return readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
}
