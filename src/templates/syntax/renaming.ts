import { normalizeNewlines, type Token, tokenizeExpression, tokenizeTemplate } from './lexer.ts';
import type { Reference } from './references.ts';

/**
 * Renames members of a variable, such as `steps` or `run.links`, in the source of a template: `steps.call` and `steps['call']` become `steps.call_2`
 * and `steps['call_2']`, and everything else stays as it was written. `references` are those of the compiled source, so
 * that texts, comments and names that the template binds itself are left alone.
 */
export function renameMembers(
  source: string,
  syntax: 'template' | 'expression',
  references: readonly Reference[],
  variable: string,
  newName: (member: string) => string | undefined,
): string {
  const [root, ...around] = variable.split('.');
  const renamed = references.filter(({ root: name, path }) => {
    const member = path[around.length];
    const isInside = name === root && around.every((each, level) => path[level] === each);
    return isInside && typeof member === 'string' && newName(member) !== undefined;
  });
  if (renamed.length === 0) return source;
  const text = normalizeNewlines(source);
  const tokens = syntax === 'template' ? tokenizeTemplate(text) : tokenizeExpression(text);
  const indexes = new Map(tokens.map((token, index) => [token.start, index]));
  const edits = renamed.flatMap(({ start }) => {
    const member = findMember(tokens, indexes.get(start), around.length);
    const name = member && newName(member.value);
    return member && name !== undefined ? { ...spanOf(text, member), name } : [];
  });
  // From the end to the beginning, so that an edit does not move the places of the others.
  const result = edits
    .sort((one, other) => other.start - one.start)
    .reduce((before, { start, end, name }) => before.slice(0, start) + name + before.slice(end), text);
  // The lexer drops one line break at the end. It has no effect, but the author wrote it.
  return source.endsWith('\n') ? `${result}\n` : result;
}

/**
 * Returns the token that names the member, so many levels below the variable. Parentheses may be around what precedes
 * it: `(steps).call`.
 */
function findMember(tokens: readonly Token[], variable: number | undefined, levels: number): Token | undefined {
  if (variable === undefined) return undefined;
  let at = variable + 1;
  while (tokens[at]?.type === ')') at++;
  const member = tokens[at + 1];
  const isDotted = tokens[at]?.type === '.' && member?.type === 'name';
  const isQuoted = tokens[at]?.type === '[' && member?.type === 'string' && tokens[at + 2]?.type === ']';
  if (!isDotted && !isQuoted) return undefined;
  return levels === 0 ? member : findMember(tokens, isDotted ? at + 1 : at + 2, levels - 1);
}

/** Returns where the name itself is: of a string, what is between its quotes. */
function spanOf(text: string, { type, start, value }: Token): { start: number; end: number } {
  if (type === 'name') return { start, end: start + value.length };
  const quote = text.charAt(start);
  let end = start + 1;
  while (end < text.length && text.charAt(end) !== quote) end += text.charAt(end) === '\\' ? 2 : 1;
  return { start: start + 1, end };
}
