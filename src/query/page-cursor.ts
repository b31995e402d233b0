/** Where a page of a list ends, newest first. The next page begins behind it, so that new items move nothing. */
import { validationError } from '../errors.ts';
import { isUuid } from '../platform/ids.ts';

/** An item in the order of the list. */
export interface Position {
  created_at: Date;
  id: string;
}

export function toCursor({ created_at, id }: Position): string {
  return `${created_at.getTime()}_${id}`;
}

export function readCursor(cursor: string): Position {
  const [time = '', id = '', ...rest] = cursor.split('_');
  const created_at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (rest.length > 0 || !isUuid(id) || Number.isNaN(created_at.getTime())) {
    throw validationError('before', 'must be the next of an earlier page');
  }
  return { created_at, id };
}
