/** Searches by name over everything that the user may see. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Found } from '../../../src/live/schemas.ts';
import { post } from './transport/client.ts';

const STALE_MS = 30_000;
const TEXT_CHARACTERS = 200;

export function foundQuery(text: string) {
  return queryOptions({
    queryKey: ['found', text],
    queryFn: ({ signal }) => post<Found[]>('v1/find', { text: text.slice(0, TEXT_CHARACTERS) }, { signal }),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
}
