import { BadInput } from './bad-input.ts';
import { toolLimits } from './tool-limits.ts';

/**
 * Returns a value as JSON text of bounded length. A small value that holds the same part many times can have an
 * endless text, so the text is made only after a walk over the value has found it to be small enough.
 */
export function boundedJson(value: unknown, limitCharacters: number = toolLimits.resultCharacters): string {
  const budget = { characters: limitCharacters };
  try {
    walk(value, budget);
    const text = JSON.stringify(value) ?? 'null';
    if (text.length <= limitCharacters) return text;
  } catch (error) {
    // The size of the stack limits the depth, both for the walk and for JSON.stringify.
    if (error instanceof RangeError) throw new BadInput('The result is nested too deeply');
    throw error;
  }
  throw tooBig(limitCharacters);
}

function walk(value: unknown, budget: { characters: number }): void {
  budget.characters -= typeof value === 'string' ? value.length + 2 : 1;
  if (budget.characters < 0) throw tooBig(toolLimits.resultCharacters);
  if (Array.isArray(value)) {
    for (const element of value) walk(element, budget);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      budget.characters -= key.length + 3;
      walk(element, budget);
    }
  }
}

function tooBig(limitCharacters: number): BadInput {
  return new BadInput(`The result has more than ${limitCharacters.toLocaleString('en')} characters as JSON`);
}
