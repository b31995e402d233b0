/** What this browser keeps over a reload. Where it is forbidden or full, nothing is kept. */

export function readKept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Without a text, it forgets what was kept. */
export function keepText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Then it lives as long as the page.
  }
}
