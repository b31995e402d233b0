/** Reads what addresses say, which anybody may have typed: what is not known is left out. PURE. */

const TEXT_CHARACTERS = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The router reads what looks like a number as one. */
export function readText(value: unknown, most = TEXT_CHARACTERS): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : '';
}

export function oneOf<Value extends string>(value: unknown, known: readonly Value[]): Value | undefined {
  return known.find(each => each === value);
}

/** The first page is not mentioned. */
export function readPage(value: unknown): { page?: number } {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 && page <= 10_000 ? { page } : {};
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
