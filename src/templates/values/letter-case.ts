/** Changes the case of letters as Python does, which has title case and finds words by their letters. */

/** Letters whose title case differs from their upper case: the digraphs of the Latin extensions. */
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

/** Python's `str.title`: capitalizes every letter that does not follow another letter. */
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

/** For comparison without case. The lower case of the upper case also splits `ß` and ligatures. */
export function foldCase(text: string): string {
  let result = '';
  // It goes letter by letter, because the lower case of sigma depends on its neighbours. Dotless i has no other case.
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

/** When the upper case of a letter has several letters (`ß`), only the first of them is upper case. */
function titleCase(char: string): string {
  const special = Object.hasOwn(TITLE_CASE, char) ? TITLE_CASE[char] : undefined;
  if (special !== undefined) return special;
  const upper = char.toUpperCase();
  const first = firstCharacter(upper);
  return first + upper.slice(first.length).toLowerCase();
}
