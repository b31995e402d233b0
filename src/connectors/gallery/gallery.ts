/** The gallery: APIs that are connected by choosing them. They are data, with a schema. */

import Type from 'typebox';
import { createSchemaCompiler } from '../../engine/schema-compiler.ts';
import { splitWords } from '../../query/search-words.ts';
import entries from './entries.json' with { type: 'json' };
import { GalleryEntry } from './entry.ts';

const Gallery = Type.Array(GalleryEntry);
const compile = createSchemaCompiler({ allErrors: true, strict: true, allowUnionTypes: true });

/** Checks them each time, which takes less than a millisecond, and nothing at the start of a process. */
export function readGallery(): readonly GalleryEntry[] {
  const validate = compile(Gallery);
  const isGallery = (value: unknown): value is readonly GalleryEntry[] => validate(value);
  if (isGallery(entries)) return entries;
  throw new Error(`the gallery is not valid: ${JSON.stringify(validate.errors)}`);
}

export function findInGallery(slug: string): GalleryEntry | undefined {
  return readGallery().find(entry => entry.slug === slug);
}

/** Finds entries by words of their title, sentence and categories, in the order of their titles. Each word must occur. */
export function searchGallery(text: string): GalleryEntry[] {
  const words = splitWords(text);
  const found = readGallery().filter(({ slug, title, description, categories }) => {
    const searched = [slug, title, description, ...categories].join(' ').toLowerCase();
    return words.every(word => searched.includes(word));
  });
  return found.toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}
