import { Marked, type Token } from 'marked';
import type { ThreadContext } from '../../platform/threads/thread-pool.ts';
import { FAINT_INK } from '../chart/style.ts';
import { BadInput } from '../contract/bad-input.ts';
import { drawBlocks } from './blocks.ts';
import { plainText } from './plain-text.ts';
import { type PageSettings, Sheet } from './sheet.ts';

export interface PdfInput {
  text: string;
  format: 'markdown' | 'plain' | 'monospace';
  settings: PageSettings;
}

export interface PdfResult {
  content: Uint8Array;
  pages: number;
}

export default async function textToPdf(
  { text, format, settings }: PdfInput,
  { transfer }: ThreadContext,
): Promise<PdfResult> {
  const sheet = new Sheet(settings);
  // The chunks are collected from the start, because a stream that nobody reads would block.
  const chunks = Array.fromAsync<Uint8Array>(sheet.document);
  if (format === 'markdown') drawBlocks(sheet, parse(text));
  else drawLines(sheet, plainText(text, { isMarkup: false }), format === 'monospace');
  if (settings.pageNumbers) drawPageNumbers(sheet);
  const pages = sheet.document.bufferedPageRange().count;
  sheet.document.end();
  return { content: transfer(new Uint8Array(Buffer.concat(await chunks))), pages };
}

function parse(markdown: string): Token[] {
  try {
    return new Marked().lexer(markdown);
  } catch (error) {
    if (error instanceof RangeError) throw new BadInput('The text is nested too deeply');
    throw error;
  }
}

function drawLines(sheet: Sheet, text: string, isCode: boolean): void {
  const format = { size: sheet.settings.fontSize, keepsSpaces: true };
  for (const line of text.split('\n')) sheet.drawRuns([{ text: line, style: isCode ? { isCode } : {} }], format);
}

function drawPageNumbers(sheet: Sheet): void {
  const { document, settings } = sheet;
  const { count } = document.bufferedPageRange();
  const format = { size: 8.5, color: FAINT_INK, align: 'center' as const };
  sheet.bars.length = 0;
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    sheet.y = document.page.height - settings.marginPoints * 0.5 - 6;
    const [line] = sheet.breakLines([{ text: `${page + 1} / ${count}`, style: {} }], 1000, format);
    if (line) sheet.drawLine(line, sheet.left, sheet.width, format);
  }
}
