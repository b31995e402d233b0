/** What typing does to the braces of templates: they are closed by themselves, and typing their end moves over it. */
import { codeRegionAt } from './tokens.ts';

export interface TypedChange {
  readonly insert: string;
  /** How many characters after the place are removed. */
  readonly remove: number;
  /** Where the caret stands afterwards, from the place of the insertion on. */
  readonly caret: number;
}

/** Returns undefined where a character is typed as it is. */
export function typeCharacter(source: string, position: number, character: string): TypedChange | undefined {
  const before = source.slice(0, position);
  const after = source.slice(position);
  if (before.endsWith('{') && (character === '{' || character === '%') && !codeRegionAt(source, position, 'template')) {
    const open = `${character} `;
    const close = character === '{' ? ' }}' : ' %}';
    return { insert: open + close, remove: 0, caret: open.length };
  }
  // The space after the opening braces is there already.
  if (character === ' ' && /\{[{%] $/.test(before) && /^ [}%]\}/.test(after)) {
    return { insert: '', remove: 0, caret: 0 };
  }
  if (character !== '}' && character !== '%') return undefined;
  return moveOver(before, after, character);
}

function moveOver(before: string, after: string, character: string): TypedChange | undefined {
  const [, space = '', first] = /^( ?)([}%])\}/.exec(after) ?? [];
  if (first === character) {
    // The space before the end was typed and is there: one of both is enough.
    const remove = before.endsWith(' ') ? space.length : 0;
    return { insert: '', remove, caret: space.length - remove + 1 };
  }
  // The second of both closing characters, after the first one was moved over.
  const isSecond = character === '}' && after.startsWith('}') && /[}%]$/.test(before);
  return isSecond ? { insert: '', remove: 0, caret: 1 } : undefined;
}

/** What a field of a single line makes of several pasted ones. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
