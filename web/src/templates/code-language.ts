/** The languages of our text fields, and the colours of their parts. */
import { tokenizeJson } from './json-tokens.ts';
import { tokenize } from './tokens.ts';

export type CodeLanguage = 'template' | 'expression' | 'json' | 'json with templates' | 'script';

export interface CodeToken {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Splits a source into coloured parts. */
export type Tokenizer = (source: string) => readonly CodeToken[];

/** Beyond this, colours cost more than they help. */
const COLOURED_CHARACTERS = 100_000;

/** How braces are read: those of JSON are templates only inside of texts, where the same rules hold. */
export function modeOf(language: CodeLanguage): 'template' | 'expression' {
  return language === 'expression' ? 'expression' : 'template';
}

/** By default, the tokens are those of the language. Ordinary text has none. */
export function tokensOf(source: string, language: CodeLanguage, tokenizer?: Tokenizer): readonly CodeToken[] {
  if (source.length > COLOURED_CHARACTERS) return [];
  return (tokenizer ?? tokenizerOf(language))(source).filter(({ kind }) => kind !== 'text');
}

function tokenizerOf(language: CodeLanguage): Tokenizer {
  return language === 'template' || language === 'expression' ? source => tokenize(source, language) : tokenizeJson;
}

/** The class that gives a token its colour. */
export function tokenClass(kind: string): string {
  return `code-${kind}`;
}

/** The class of the line in which a problem is. */
export const PROBLEM_CLASS = 'code-problem';

export interface CodePart {
  readonly from: number;
  readonly text: string;
  readonly className: string;
}

/** Splits a source where its colour changes, and where the underlined line of a problem begins and ends. */
export function codeParts(source: string, tokens: readonly CodeToken[], problemLine?: number): CodePart[] {
  const underlined = problemLine === undefined ? { from: 0, to: 0 } : rangeOfLine(source, problemLine);
  const cuts = [underlined.from, underlined.to, source.length, ...tokens.flatMap(({ from, to }) => [from, to])];
  const ends = [...new Set(cuts)].filter(end => end > 0).sort((left, right) => left - right);
  let next = 0;
  return ends.map((to, index) => {
    const from = ends[index - 1] ?? 0;
    while ((tokens[next]?.to ?? to) < to) next++;
    const token = tokens[next];
    const classes = [
      ...(token && token.from <= from && to <= token.to ? [tokenClass(token.kind)] : []),
      ...(underlined.from <= from && to <= underlined.to ? [PROBLEM_CLASS] : []),
    ];
    return { from, text: source.slice(from, to), className: classes.join(' ') };
  });
}

/** The last line stands for those that are not there. */
function rangeOfLine(source: string, number: number): { from: number; to: number } {
  const lines = source.split('\n');
  const index = Math.max(0, Math.min(number, lines.length) - 1);
  const from = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  return { from, to: from + (lines[index] ?? '').length };
}
