/** Draws the blocks of a Markdown text. */
import type { Token, Tokens } from 'marked';
import { FAINT_INK } from '../chart/style.ts';
import { BadInput } from '../contract/bad-input.ts';
import { htmlToText, plainText } from './plain-text.ts';
import { type TextRun, toRuns } from './runs.ts';
import { lineHeight, type Sheet } from './sheet.ts';
import { drawTable } from './table.ts';

const HEADING_FACTORS = [1.9, 1.5, 1.25, 1.1, 1, 1];
const CODE_BACKGROUND = '#f3f5f7';
const DEEPEST = 50;
const TIGHT_GAP = 0.2;

export function drawBlocks(sheet: Sheet, tokens: readonly Token[], depth = 0): void {
  if (depth > DEEPEST) throw new BadInput('The text is nested too deeply');
  for (const token of tokens) drawBlock(sheet, token as Tokens.Generic, depth);
}

function drawBlock(sheet: Sheet, token: Tokens.Generic, depth: number): void {
  switch (token.type) {
    case 'heading':
      drawHeading(sheet, token as Tokens.Heading);
      break;
    case 'paragraph':
    case 'text':
      drawParagraph(sheet, toRuns(token.tokens ?? [token]));
      break;
    case 'html':
      drawParagraph(sheet, [{ text: htmlToText(token.raw), style: {} }]);
      break;
    case 'code':
      drawCode(sheet, plainText(String(token.text), { isMarkup: false }));
      break;
    case 'blockquote':
      drawQuotation(sheet, token.tokens ?? [], depth);
      break;
    case 'list':
      drawList(sheet, token as Tokens.List, depth);
      break;
    case 'table':
      drawTable(sheet, token as Tokens.Table);
      break;
    case 'hr':
      drawRule(sheet);
      break;
  }
}

function drawHeading(sheet: Sheet, { depth, tokens }: Tokens.Heading): void {
  const size = sheet.settings.fontSize * (HEADING_FACTORS[depth - 1] ?? 1);
  const format = { size, spacing: 1.3 };
  sheet.space(size * 0.7);
  // A heading never stands alone at the end of a page.
  sheet.ensure(lineHeight(format) + sheet.settings.fontSize * 4);
  sheet.drawRuns(toRuns(tokens, { bold: true }), format);
  sheet.space(size * 0.3);
}

function drawParagraph(sheet: Sheet, runs: readonly TextRun[]): void {
  if (runs.every(({ text }) => text.trim() === '')) return;
  sheet.drawRuns(runs, bodyFormat(sheet));
  sheet.space(sheet.settings.fontSize * sheet.gap);
}

function drawCode(sheet: Sheet, code: string): void {
  const size = sheet.settings.fontSize * 0.95;
  const format = { size, background: CODE_BACKGROUND, keepsSpaces: true, spacing: 1.4 };
  sheet.space(2);
  sheet.indented(6, () => {
    sheet.width -= 6;
    for (const line of code.split('\n')) sheet.drawRuns([{ text: line, style: { isCode: true } }], format);
    sheet.width += 6;
  });
  sheet.space(sheet.settings.fontSize * 0.8);
}

function drawQuotation(sheet: Sheet, tokens: readonly Token[], depth: number): void {
  sheet.bars.push(sheet.left + 2);
  sheet.indented(14, () => drawBlocks(sheet, tokens, depth + 1));
  sheet.bars.pop();
}

function drawList(sheet: Sheet, list: Tokens.List, depth: number): void {
  const { fontSize } = sheet.settings;
  const first = typeof list.start === 'number' ? list.start : 1;
  const last = `${first + list.items.length - 1}.`;
  const indent = list.ordered ? Math.max(1.8, last.length * 0.68 + 0.6) * fontSize : 1.5 * fontSize;
  const { gap } = sheet;
  // Items stand closer together than paragraphs, unless the source has blank lines between them.
  sheet.gap = list.loose ? gap : TIGHT_GAP;
  for (const [at, item] of list.items.entries()) {
    const format = bodyFormat(sheet);
    sheet.ensure(lineHeight(format));
    const marker = list.ordered ? `${first + at}.` : depth % 2 === 0 ? '•' : '◦';
    const { y, left } = sheet;
    // A checkbox replaces the marker.
    if (!item.task) drawMarker(sheet, marker, left, indent - fontSize * 0.5, list.ordered ? 'right' : 'center');
    sheet.y = y;
    sheet.indented(indent, () => drawBlocks(sheet, joinCheckbox(item.tokens), depth + 1));
  }
  sheet.gap = gap;
  sheet.space(fontSize * Math.max(0, gap - (list.loose ? gap : TIGHT_GAP)));
}

/** Marked gives a checkbox its own token before the text. This moves it into the text. */
function joinCheckbox(tokens: readonly Token[]): Token[] {
  const [box, text, ...rest] = tokens;
  if (box?.type !== 'checkbox' || !text || !('tokens' in text)) return [...tokens];
  return [{ ...text, tokens: [box, ...(text.tokens ?? [])] } as Token, ...rest];
}

function drawMarker(sheet: Sheet, marker: string, left: number, width: number, align: 'right' | 'center'): void {
  const format = { ...bodyFormat(sheet), align, color: FAINT_INK };
  const [line] = sheet.breakLines([{ text: marker, style: {} }], 1000, format);
  if (line) sheet.drawLine(line, left, width, format);
}

function drawRule(sheet: Sheet): void {
  const { fontSize } = sheet.settings;
  sheet.space(fontSize * 0.5);
  sheet.ensure(fontSize);
  sheet.document.rect(sheet.left, sheet.y, sheet.width, 0.7).fill('#c9d1da');
  sheet.y += fontSize;
}

function bodyFormat(sheet: Sheet) {
  return { size: sheet.settings.fontSize, ...(sheet.bars.length > 0 ? { color: FAINT_INK } : {}) };
}
