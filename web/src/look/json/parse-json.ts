/** Reads a text that may be no JSON: then, the value is undefined, which is no value of JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
