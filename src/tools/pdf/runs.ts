/** Converts the inline tokens of Markdown to runs: pieces of text in one style. */
import type { Token } from 'marked';
import type { FontName } from './fonts.ts';
import { plainText } from './plain-text.ts';

export interface Style {
  bold?: boolean;
  italic?: boolean;
  isCode?: boolean;
  isStruck?: boolean;
  link?: string;
}

export interface TextRun {
  text: string;
  style: Style;
}

/** The text of a run that ends the line. */
export const LINE_BREAK = '\n';

export function toRuns(tokens: readonly Token[], style: Style = {}): TextRun[] {
  return tokens.flatMap(token => toRun(token, style));
}

function toRun(token: Token, style: Style): TextRun[] {
  const inner = (more: Style) => toRuns(('tokens' in token && token.tokens) || [], { ...style, ...more });
  switch (token.type) {
    case 'strong':
      return inner({ bold: true });
    case 'em':
      return inner({ italic: true });
    case 'del':
      return inner({ isStruck: true });
    case 'link':
      return inner(isSafeLink(String(token.href)) ? { link: String(token.href) } : {});
    case 'codespan':
      return [{ text: plainText(String(token.text), { isMarkup: false }), style: { ...style, isCode: true } }];
    case 'br':
      return [{ text: LINE_BREAK, style }];
    case 'image':
      return [{ text: `[${plainText(String(token.text)) || 'image'}]`, style: { ...style, italic: true } }];
    case 'checkbox':
      return [{ text: token.checked ? '☑ ' : '☐ ', style }];
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? [{ text: LINE_BREAK, style }] : [];
    case 'escape':
      return [{ text: String(token.text), style }];
    default:
      if ('tokens' in token && token.tokens) return inner({});
      return 'text' in token ? [{ text: flowing(plainText(String(token.text))), style }] : [];
  }
}

export function chooseFont({ bold = false, italic = false, isCode = false }: Style): FontName {
  if (isCode) return bold ? 'monoBold' : 'mono';
  if (bold) return italic ? 'boldItalic' : 'bold';
  return italic ? 'italic' : 'regular';
}

/** Replaces line breaks of the source by spaces. */
function flowing(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function isSafeLink(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href) && href.length <= 2000;
}
