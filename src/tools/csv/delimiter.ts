/** Returns the delimiter that occurs most often in the first line, outside of quotes. */
export function findDelimiter(csv: string): string {
  const counts = new Map([',', ';', '\t', '|'].map(mark => [mark, 0]));
  let isQuoted = false;
  for (const character of csv.slice(0, 100_000)) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') {
      if (counts.values().some(count => count > 0)) break;
      continue;
    }
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const [[best = ','] = []] = [...counts].sort(([, one], [, other]) => other - one);
  return best;
}
