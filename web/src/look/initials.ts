/** Returns the first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  // A letter may be more than one code unit.
  return [first, last]
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
