/** Returns the arrows that remain after repeatedly removing files without incoming or without outgoing arrows. */
export function cycles(arrows: [string, string][]): string[] {
  for (;;) {
    const sourcesLeft = new Set(arrows.map(([from]) => from));
    const targetsLeft = new Set(arrows.map(([, to]) => to));
    const left = arrows.filter(([from, to]) => sourcesLeft.has(to) && targetsLeft.has(from));
    if (left.length === arrows.length) return left.map(arrow => arrow.join(' -> '));
    arrows = left;
  }
}
