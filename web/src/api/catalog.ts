/** The node types and tools of this service. They change only with its version and its settings. */
import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { DescribedCatalog } from '../../../src/workflows/schemas.ts';
import { post } from './transport/client.ts';

export const CATALOG = ['catalog'] as const;

const STALE_MS = 5 * 60_000;

export const catalogQuery = queryOptions({
  queryKey: CATALOG,
  queryFn: ({ signal }) => post<Static<typeof DescribedCatalog>>('v1/workflow/catalog', {}, { signal }),
  staleTime: STALE_MS,
});
