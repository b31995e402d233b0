/** Returns the words of a search. Each of them must be found, in whatever order they are typed. */
export function splitWords(text = ''): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
