/** How large a definition is, found out in less time than it would take to write it as JSON. */
export interface DefinitionSizeLimits {
  /** Of all texts and keys, with a few for each value: about what its JSON has. */
  readonly definitionCharacters: number;
  readonly definitionValues: number;
}

/** What is too much; undefined: nothing is. It looks no further than to the limits. */
export function definitionSizeProblem(definition: unknown, limits: DefinitionSizeLimits): string | undefined {
  let characters = 0;
  let values = 0;
  const open: unknown[] = [definition];
  while (open.length > 0) {
    const value = open.pop();
    values++;
    characters += typeof value === 'string' ? value.length + CHARACTERS_PER_VALUE : CHARACTERS_PER_VALUE;
    if (typeof value === 'object' && value !== null) {
      for (const key in value) {
        if (!Array.isArray(value)) characters += key.length + CHARACTERS_PER_VALUE;
        open.push(Reflect.get(value, key));
        // What is listed must be looked at: more than there may be need not be.
        if (open.length + values > limits.definitionValues) break;
      }
    }
    if (values + open.length > limits.definitionValues) return `has more than ${limits.definitionValues} values`;
    if (characters > limits.definitionCharacters) return `has more than ${limits.definitionCharacters} characters`;
  }
  return undefined;
}

/** Quotes, a colon or a comma. */
const CHARACTERS_PER_VALUE = 3;
