/** Colours of JavaScript and TypeScript. They need not be exact: a pattern may be taken for a division. */
import type { TemplateToken, TokenKind } from '../../templates/tokens.ts';

const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?)|(?<number>\b\d[\w.]*)|(?<word>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;
const KEYWORDS = new Set(
  'as async await break case catch class const continue default delete do else export extends finally for from function get if import in instanceof interface let new of return satisfies set static super switch this throw try type typeof var void while yield'.split(
    ' ',
  ),
);
const CONSTANTS = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity']);

export function tokenizeScript(source: string): TemplateToken[] {
  return [...source.matchAll(TOKEN)].flatMap(({ 0: text, index: from, groups = {} }): TemplateToken[] => {
    const kind = groups.word === undefined ? kindOf(groups) : wordKind(text);
    return kind ? [{ kind, from, to: from + text.length }] : [];
  });
}

function kindOf({ comment, string }: Partial<Record<string, string>>): TokenKind {
  if (comment !== undefined) return 'comment';
  return string === undefined ? 'number' : 'string';
}

function wordKind(word: string): TokenKind | undefined {
  if (KEYWORDS.has(word)) return 'keyword';
  return CONSTANTS.has(word) ? 'constant' : undefined;
}
