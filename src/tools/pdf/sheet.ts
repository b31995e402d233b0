/** The sheet manages the pages of a PDF and the position of the next line, and draws lines. */

import PDFDocument from 'pdfkit';
import { INK } from '../chart/style.ts';
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { type FontName, registerFonts } from './fonts.ts';
import { breakLines, type TextLine } from './lines.ts';
import type { TextRun } from './runs.ts';

export interface PageSettings {
  pageSize: string;
  landscape: boolean;
  marginPoints: number;
  fontSize: number;
  title: string;
  author: string;
  createdAt: Date;
  pageNumbers: boolean;
}

const LINK_INK = '#1d5fc4';
const CODE_INK = '#8a2d4a';
const MONO_FACTOR = 0.9;

export interface LineFormat {
  size: number;
  color?: string;
  align?: 'left' | 'center' | 'right';
  /** Drawn behind the whole width of the line. */
  background?: string;
  keepsSpaces?: boolean;
  /** The height of a line in relation to the font size. */
  spacing?: number;
}

export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly settings: PageSettings;
  left: number;
  width: number;
  y: number;
  /** The space below a paragraph, in relation to the font size. */
  gap = 0.6;
  /** The positions of the vertical lines at the left of quotations. */
  readonly bars: number[] = [];

  readonly #useFont: (name: FontName) => void;
  readonly #widths = new Map<string, number>();

  constructor(settings: PageSettings) {
    const { pageSize, landscape, marginPoints, title, author, createdAt } = settings;
    this.settings = settings;
    this.document = new PDFDocument({
      size: pageSize,
      layout: landscape ? 'landscape' : 'portrait',
      margin: 0,
      bufferPages: true,
      info: { Title: title, Author: author, Creator: 'Heddle', CreationDate: createdAt, ModDate: createdAt },
    });
    this.#useFont = registerFonts(this.document);
    this.left = marginPoints;
    this.width = this.document.page.width - 2 * marginPoints;
    this.y = marginPoints;
  }

  get bottom(): number {
    return this.document.page.height - this.settings.marginPoints;
  }

  /** Starts a new page unless the height still fits on the current one. */
  ensure(height: number): void {
    if (this.y + height <= this.bottom || this.y <= this.settings.marginPoints) return;
    this.newPage();
  }

  newPage(): void {
    if (this.document.bufferedPageRange().count >= toolLimits.pdfPages) {
      throw new BadInput(`The PDF would have more than ${toolLimits.pdfPages} pages`);
    }
    this.document.addPage();
    this.y = this.settings.marginPoints;
  }

  /** Adds vertical space, but not at the top of a page. */
  space(height: number): void {
    if (this.y > this.settings.marginPoints) this.y += height;
  }

  /** Narrows the column while something is drawn. */
  indented(by: number, draw: () => void): void {
    // However deeply blocks are nested, some space remains for the text.
    const step = Math.min(by, Math.max(0, this.width - 60));
    this.left += step;
    this.width -= step;
    draw();
    this.left -= step;
    this.width += step;
  }

  breakLines(runs: readonly TextRun[], width: number, { size, keepsSpaces = false }: LineFormat): TextLine[] {
    return breakLines(runs, width, (text, font) => this.#measure(text, font, size), { keepsSpaces });
  }

  /** Draws a text over the whole column, on as many pages as it needs. */
  drawRuns(runs: readonly TextRun[], format: LineFormat): void {
    for (const line of this.breakLines(runs, this.width, format)) {
      const height = lineHeight(format);
      this.ensure(height);
      if (format.background) this.#fill(format.background, this.left - 6, this.y, this.width + 12, height);
      this.drawLine(line, this.left, this.width, format);
      this.y += height;
    }
  }

  /** Draws a line at the current height, and does not move it. */
  drawLine(line: TextLine, left: number, width: number, format: LineFormat): void {
    const height = lineHeight(format);
    for (const bar of this.bars) this.#fill('#c9d1da', bar, this.y, 2.5, height);
    const free = Math.max(0, width - line.width);
    let x = left + (format.align === 'right' ? free : format.align === 'center' ? free / 2 : 0);
    const baseline = this.y + height * 0.5 + format.size * 0.36;
    for (const { text, font, style, width: wide } of line.pieces) {
      const color = style.link ? LINK_INK : style.isCode && !format.background ? CODE_INK : (format.color ?? INK);
      this.#useFont(font);
      this.document.fontSize(sizeIn(font, format.size)).fillColor(color);
      this.document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (style.isStruck) this.#fill(color, x, baseline - format.size * 0.3, wide, 0.7);
      if (style.link) {
        this.#fill(color, x, baseline + 1.5, wide, 0.5);
        this.document.link(x, this.y, wide, height, style.link);
      }
      x += wide;
    }
  }

  #fill(color: string, x: number, y: number, width: number, height: number): void {
    this.document.rect(x, y, width, height).fill(color);
  }

  #measure(text: string, font: FontName, size: number): number {
    const key = `${font} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      this.#useFont(font);
      width = this.document.fontSize(100).widthOfString(text) / 100;
      if (this.#widths.size < 50_000) this.#widths.set(key, width);
    }
    return width * sizeIn(font, size);
  }
}

export function lineHeight({ size, spacing = 1.45 }: LineFormat): number {
  return size * spacing;
}

/** Monospaced letters look larger than others, so they are drawn smaller. */
function sizeIn(font: FontName, size: number): number {
  return font === 'mono' || font === 'monoBold' ? size * MONO_FACTOR : size;
}
