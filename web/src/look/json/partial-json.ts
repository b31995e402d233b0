/** Parses JSON of which the end is missing, as outputs of ended runs are cut at a limit. */

export interface ParsedJson {
  readonly value: unknown;
  /** Whether the text ended before the value did. */
  readonly isCut: boolean;
}

/** Returns undefined when the text is no JSON, even if more followed. */
export function parsePartialJson(text: string): ParsedJson | undefined {
  try {
    return { value: JSON.parse(text), isCut: false };
  } catch {
    const completed = completeJson(text);
    if (completed === undefined) return undefined;
    try {
      return { value: JSON.parse(completed), isCut: true };
    } catch {
      return undefined;
    }
  }
}

/** Cuts the text after its last whole entry, or after the text that it ends in, and closes what is open there. */
function completeJson(text: string): string | undefined {
  const closers: string[] = [];
  /** A place where the text can end, and what is open there. */
  let safe: { at: number; closers: readonly string[] } | undefined;
  let isKey = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfText(text, at);
      if (end === undefined) {
        // A cut text keeps what is there of it. Of a cut key nothing is left.
        return isKey ? close(text, safe) : `${trimEscape(text)}"${closers.toReversed().join('')}`;
      }
      at = end;
      if (!isKey) safe = { at, closers: [...closers] };
      continue;
    }
    if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      safe = { at: at + 1, closers: [...closers] };
      isKey = char === '{';
    } else if (char === '}' || char === ']') {
      if (closers.pop() !== char) return undefined;
      safe = { at: at + 1, closers: [...closers] };
      isKey = false;
    } else if (char === ',') {
      // A number or a word is whole only when something follows it.
      safe = { at, closers: [...closers] };
      isKey = closers.at(-1) === '}';
    } else if (char === ':') isKey = false;
    at++;
  }
  return close(text, safe);
}

function close(text: string, safe: { at: number; closers: readonly string[] } | undefined): string | undefined {
  return safe && text.slice(0, safe.at) + safe.closers.toReversed().join('');
}

function endOfText(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return undefined;
}

/** Removes an escape sequence that the cut has left incomplete. */
function trimEscape(text: string): string {
  const withoutUnicode = text.replace(/\\u[\da-fA-F]{0,3}$/, '');
  const [slashes = ''] = /\\*$/.exec(withoutUnicode) ?? [];
  return slashes.length % 2 === 1 ? withoutUnicode.slice(0, -1) : withoutUnicode;
}
