/** What the address of the list of assistants says. */

import type { Assistant } from '../api/assistants.ts';
import { readText } from '../look/address.ts';

export interface AssistantsSearch {
  text?: string;
}

export function readAssistantsSearch(raw: Record<string, unknown>): AssistantsSearch {
  const text = readText(raw.text);
  return text === '' ? {} : { text };
}

/** Looks for all words, in names and descriptions. */
export function filterAssistants<Item extends Pick<Assistant, 'name' | 'description'>>(
  assistants: readonly Item[],
  text = '',
): Item[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return assistants.filter(({ name, description }) => {
    const haystack = `${name} ${description}`.toLowerCase();
    return words.every(word => haystack.includes(word));
  });
}
