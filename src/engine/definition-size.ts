/** Limits for the size of a definition. Checking them takes less time than serializing the definition as JSON. */
export interface DefinitionSizeLimits {
  /** The characters of all texts and keys, plus a few for each value: about the length of the JSON. */
  readonly definitionCharacters: number;
  readonly definitionValues: number;
}

/** Describes which limit the definition exceeds, if any. It stops as soon as a limit is exceeded. */
export function findSizeProblem(definition: unknown, limits: DefinitionSizeLimits): string | undefined {
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
        // Every value in the list will be visited, so the list needs no more entries than the limit.
        if (open.length + values > limits.definitionValues) break;
      }
    }
    if (values + open.length > limits.definitionValues) return `has more than ${limits.definitionValues} values`;
    if (characters > limits.definitionCharacters) return `has more than ${limits.definitionCharacters} characters`;
  }
  return undefined;
}

/** For quotes, a colon or a comma. */
const CHARACTERS_PER_VALUE = 3;
