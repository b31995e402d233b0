/** What the address of the page of variables says. PURE. */
export const PAGE_SIZE = 50;

const TEXT_CHARACTERS = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface VariablesSearch {
  text?: string;
  /** `me`, or the id of an organization. */
  owner?: string;
  page?: number;
  /** The variable that is open, or `new`. */
  variable?: string;
}

export function readVariablesSearch(raw: Record<string, unknown>): VariablesSearch {
  const text = typeof raw.text === 'string' || typeof raw.text === 'number' ? String(raw.text) : '';
  const page = Number(raw.page);
  return {
    ...(text !== '' && { text: text.slice(0, TEXT_CHARACTERS) }),
    ...(isOneOf(raw.owner, 'me') && { owner: raw.owner }),
    ...(Number.isInteger(page) && page > 1 && page <= 10_000 && { page }),
    ...(isOneOf(raw.variable, 'new') && { variable: raw.variable }),
  };
}

function isOneOf(value: unknown, word: string): value is string {
  return typeof value === 'string' && (value === word || UUID.test(value));
}

/** The same list without what is open. */
export function withoutVariable({ variable: _, ...rest }: VariablesSearch): VariablesSearch {
  return rest;
}
