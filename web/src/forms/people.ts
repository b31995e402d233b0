/** Reads people from a param: a list, or a text in which commas separate them. */
export function readPeople(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String).filter(each => each !== '');
  if (typeof value !== 'string') return [];
  return value
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '');
}
