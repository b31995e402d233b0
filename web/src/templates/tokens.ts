/**
 * Splits a template into tokens with their positions, for colours, completion and insertion. Unlike the lexer of the
 * interpreter it never fails, because it reads what is being typed.
 */

export type TemplateMode = 'template' | 'expression';

export type TokenKind =
  | 'text'
  | 'brace'
  | 'comment'
  | 'name'
  | 'keyword'
  | 'constant'
  | 'filter'
  | 'number'
  | 'string'
  | 'operator';

export interface TemplateToken {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
}

/** A part of the source in which code is written: between braces, or the whole of an expression. */
export interface CodeRegion {
  /** Where the code starts, after the opening braces. */
  readonly from: number;
  /** Where it ends, before the closing braces or at the end of the source. */
  readonly to: number;
  readonly kind: 'print' | 'statement' | 'expression';
}

const KEYWORDS = new Set(
  'for endfor if elif else endif set endset in not and or is with endwith macro endmacro call endcall filter endfilter block endblock raw endraw do recursive break continue'.split(
    ' ',
  ),
);
const CONSTANTS = new Set(['true', 'false', 'none', 'True', 'False', 'None']);
const CODE =
  /\s+|(['"])(?:\\[\s\S]|(?!\1)[^\\])*(?:\1|$)|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?|[\p{ID_Start}_]\p{ID_Continue}*|\/\/|\*\*|[=!<>]=|[\s\S]/giuy;

export function tokenize(source: string, mode: TemplateMode): TemplateToken[] {
  const tokens: TemplateToken[] = [];
  if (mode === 'expression' && !source.trimStart().startsWith('{{')) {
    addCode(source, 0, source.length, tokens);
    return tokens;
  }
  let at = 0;
  while (at < source.length) {
    const open = findOpening(source, at);
    if (open > at) tokens.push({ kind: 'text', from: at, to: open });
    if (open >= source.length) break;
    const close = findClosing(source, open);
    if (source.charAt(open + 1) === '#') tokens.push({ kind: 'comment', from: open, to: close.end });
    else {
      const start = afterSign(source, open + 2);
      tokens.push({ kind: 'brace', from: open, to: start });
      addCode(source, start, close.start, tokens);
      if (close.end > close.start) tokens.push({ kind: 'brace', from: close.start, to: close.end });
    }
    at = close.end;
  }
  return tokens;
}

/** The code around a position, or undefined when the position is in text or in a comment. */
export function codeRegionAt(source: string, position: number, mode: TemplateMode): CodeRegion | undefined {
  if (mode === 'expression' && !source.trimStart().startsWith('{{'))
    return { from: 0, to: source.length, kind: 'expression' };
  let at = 0;
  while (at < source.length) {
    const open = findOpening(source, at);
    if (open + 2 > position) return undefined;
    const close = findClosing(source, open);
    if (position <= close.start) {
      const sign = source.charAt(open + 1);
      if (sign === '#') return undefined;
      const from = Math.min(afterSign(source, open + 2), position);
      return { from, to: close.start, kind: sign === '%' ? 'statement' : 'print' };
    }
    at = close.end;
  }
  return undefined;
}

function findOpening(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    if (/[{%#]/.test(source.charAt(at + 1))) return at;
  }
  return source.length;
}

/** Where the closing braces of a tag start and end. They are not looked for inside of strings. */
function findClosing(source: string, open: number): { start: number; end: number } {
  const sign = source.charAt(open + 1);
  const braces = sign === '{' ? '}}' : `${sign}}`;
  if (sign === '#') {
    const found = source.indexOf(braces, open + 2);
    return found < 0 ? { start: source.length, end: source.length } : { start: found, end: found + 2 };
  }
  let depth = 0;
  for (let at = open + 2; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '"' || char === "'") at = endOfString(source, at) - 1;
    else if (depth <= 0 && source.startsWith(braces, at)) {
      const isSigned = source.charAt(at - 1) === '-' && at > afterSign(source, open + 2);
      return { start: isSigned ? at - 1 : at, end: at + 2 };
    } else if (char === '{') depth++;
    else if (char === '}') depth--;
    // What has not been closed yet must not colour the rest of the text: a new tag ends it.
    if (depth <= 1 && at > open + 2 && source.startsWith('{{', at)) return { start: at, end: at };
  }
  return { start: source.length, end: source.length };
}

function endOfString(source: string, from: number): number {
  const quote = source.charAt(from);
  for (let at = from + 1; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '\\') at++;
    else if (char === quote) return at + 1;
    // A quote that is still open ends with its line, so that one apostrophe does not swallow everything after it.
    else if (char === '\n') return at;
  }
  return source.length;
}

function afterSign(source: string, at: number): number {
  return /[-+]/.test(source.charAt(at)) ? at + 1 : at;
}

function addCode(source: string, from: number, to: number, tokens: TemplateToken[]): void {
  let previous = '';
  let beforeDot = false;
  CODE.lastIndex = from;
  while (CODE.lastIndex < to) {
    const start = CODE.lastIndex;
    const [text = ''] = CODE.exec(source) ?? [];
    if (text === '') return;
    const end = Math.min(start + text.length, to);
    CODE.lastIndex = end;
    if (text.trim() === '') continue;
    tokens.push({ kind: codeKind(text, previous, beforeDot), from: start, to: end });
    beforeDot = text === '.';
    previous = text;
  }
}

function codeKind(text: string, previous: string, isAttribute: boolean): TokenKind {
  if (/^['"]/.test(text)) return 'string';
  if (/^\d/.test(text)) return 'number';
  if (!/^[\p{ID_Start}_]/u.test(text)) return 'operator';
  if (isAttribute) return 'name';
  if (previous === '|') return 'filter';
  if (CONSTANTS.has(text)) return 'constant';
  return KEYWORDS.has(text) ? 'keyword' : 'name';
}
