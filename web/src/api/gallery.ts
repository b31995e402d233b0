/** Well-known APIs, of which everything is known but the key. */
import { queryOptions } from '@tanstack/react-query';
import type { Gallery } from '../../../src/connectors/schemas.ts';
import { post } from './transport/client.ts';

export type GalleryEntry = Gallery['items'][number];

export const galleryQuery = queryOptions({
  queryKey: ['gallery'],
  queryFn: async ({ signal }) => {
    const { items } = await post<Gallery>('v1/connector/gallery', {}, { signal });
    return items;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
