/** What the address of the list of assistants says. */
import type { Assistant } from '../api/assistants.ts';

export interface AssistantsSearch {
  text?: string;
}

const TEXT_CHARACTERS = 200;

export function readAssistantsSearch(raw: Record<string, unknown>): AssistantsSearch {
  const text =
    typeof raw.text === 'string' || typeof raw.text === 'number' ? String(raw.text).slice(0, TEXT_CHARACTERS) : '';
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
