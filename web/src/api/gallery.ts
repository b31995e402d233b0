/** Well-known APIs, of which everything is known but the key. */
import { queryOptions } from '@tanstack/react-query';
import type { CredentialKind } from '../../../src/credentials/kinds.ts';
import { post } from './client.ts';

export interface GalleryEntry {
  slug: string;
  title: string;
  description: string;
  categories: string[];
  document_url: string;
  docs_url: string;
  credential: { kind: CredentialKind; hosts: string[]; fields: Record<string, unknown> } | null;
}

export const galleryQuery = queryOptions({
  queryKey: ['gallery'],
  queryFn: async ({ signal }) => {
    const { items } = await post<{ items: GalleryEntry[] }>('v1/connector/gallery', {}, { signal });
    return items;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
