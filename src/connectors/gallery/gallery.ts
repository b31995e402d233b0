/** The gallery: APIs that are connected by choosing them. */

import { splitWords } from '../../query/search-words.ts';
import { business } from './business.ts';
import { development } from './development.ts';
import type { GalleryEntry } from './entry.ts';
import { talking } from './talking.ts';
import { working } from './working.ts';

export const gallery: readonly GalleryEntry[] = [...business, ...development, ...talking, ...working];

const bySlug = new Map(gallery.map(entry => [entry.slug, entry]));

export function findInGallery(slug: string): GalleryEntry | undefined {
  return bySlug.get(slug);
}

/** Finds entries by words of their title, sentence and categories, in the order of their titles. Each word must occur. */
export function searchGallery(text: string): GalleryEntry[] {
  const words = splitWords(text);
  const found = gallery.filter(({ slug, title, description, categories }) => {
    const searched = [slug, title, description, ...categories].join(' ').toLowerCase();
    return words.every(word => searched.includes(word));
  });
  // Not when the module is loaded: the first comparison of a process takes it longer than most other modules take to load.
  return found.toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}
