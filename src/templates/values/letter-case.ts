/** Changes of case as Python makes them, which has title case and treats words by their letters. */

/** Letters whose title case is not their upper case: the digraphs of the Latin extensions. */
const TITLE_CASE: Readonly<Record<string, string>> = {
  Ǆ: 'ǅ',
  ǅ: 'ǅ',
  ǆ: 'ǅ',
  Ǉ: 'ǈ',
  ǈ: 'ǈ',
  ǉ: 'ǈ',
  Ǌ: 'ǋ',
  ǋ: 'ǋ',
  ǌ: 'ǋ',
  Ǳ: 'ǲ',
  ǲ: 'ǲ',
  ǳ: 'ǲ',
};

export function capitalize(text: string): string {
  const first = firstCharacter(text);
  return titleCase(first) + text.slice(first.length).toLowerCase();
}

/** `str.title`: every letter that follows no letter is a capital. */
export function capitalizeWords(text: string): string {
  let result = '';
  let inWord = false;
  for (const char of text) {
    const isLetter = /\p{Cased}/u.test(char);
    result += isLetter ? (inWord ? char.toLowerCase() : titleCase(char)) : char;
    inWord = isLetter;
  }
  return result;
}

export function swapCase(text: string): string {
  let result = '';
  for (const char of text) {
    if (/\p{Uppercase}/u.test(char)) result += char.toLowerCase();
    else result += /\p{Lowercase}/u.test(char) ? char.toUpperCase() : char;
  }
  return result;
}

/** For comparison without case: the lower case of the upper case, which also takes `ß` and ligatures apart. */
export function foldCase(text: string): string {
  let result = '';
  // Letter by letter, because the lower case of sigma depends on what stands around it; dotless i has no other case.
  for (const char of text) result += char === 'ı' ? char : char.toUpperCase().toLowerCase();
  return result;
}

export function isLower(text: string): boolean {
  return /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);
}

export function isUpper(text: string): boolean {
  return /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
}

export function isTitle(text: string): boolean {
  let found = false;
  let inWord = false;
  for (const char of text) {
    if (/[\p{Uppercase}\p{Lt}]/u.test(char)) {
      if (inWord) return false;
      inWord = true;
      found = true;
    } else if (/\p{Lowercase}/u.test(char)) {
      if (!inWord) return false;
    } else inWord = false;
  }
  return found;
}

function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** A letter whose capital takes several letters (`ß`) has only the first of them large. */
function titleCase(char: string): string {
  const special = Object.hasOwn(TITLE_CASE, char) ? TITLE_CASE[char] : undefined;
  if (special !== undefined) return special;
  const upper = char.toUpperCase();
  const first = firstCharacter(upper);
  return first + upper.slice(first.length).toLowerCase();
}
