/** The fonts of every PDF. They come with the service, and cover the scripts of Europe and more. */
import { readFileSync } from 'node:fs';

const FILES = {
  regular: 'DejaVuSans',
  bold: 'DejaVuSans-Bold',
  italic: 'DejaVuSans-Oblique',
  boldItalic: 'DejaVuSans-BoldOblique',
  mono: 'DejaVuSansMono',
  monoBold: 'DejaVuSansMono-Bold',
} as const;

export type FontName = keyof typeof FILES;

/** Returns a function that selects a font, and that reads its file when the font is first used. */
export function registerFonts(document: PDFKit.PDFDocument): (name: FontName) => void {
  const registered = new Set<FontName>();
  return name => {
    if (!registered.has(name)) {
      const path = import.meta.resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}.ttf`);
      document.registerFont(name, readFileSync(new URL(path)));
      registered.add(name);
    }
    document.font(name);
  };
}
