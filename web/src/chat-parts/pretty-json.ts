/** Lays out JSON in lines. What is no JSON, because it is plain text or was cut, stays as it is. */
export function prettyJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  } catch {
    return text;
  }
}
