/** What the address of the page of variables says. PURE. */
import { isUuid, readPage, readText } from '../look/address.ts';

export const PAGE_SIZE = 50;

export interface VariablesSearch {
  text?: string;
  /** `me`, or the id of an organization. */
  owner?: string;
  page?: number;
  /** The variable that is open, or `new`. */
  variable?: string;
}

export function readVariablesSearch(raw: Record<string, unknown>): VariablesSearch {
  const text = readText(raw.text);
  return {
    ...(text !== '' && { text }),
    ...(isOneOf(raw.owner, 'me') && { owner: raw.owner }),
    ...readPage(raw.page),
    ...(isOneOf(raw.variable, 'new') && { variable: raw.variable }),
  };
}

function isOneOf(value: unknown, word: string): value is string {
  return value === word || isUuid(value);
}

/** The same list without what is open. */
export function withoutVariable({ variable: _, ...rest }: VariablesSearch): VariablesSearch {
  return rest;
}
