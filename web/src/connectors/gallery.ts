/** Finds entries of the gallery. PURE. */
import type { GalleryEntry } from '../api/gallery.ts';

type Searched = Pick<GalleryEntry, 'slug' | 'title' | 'description' | 'categories'>;

export function listCategories(entries: readonly Searched[]): string[] {
  return [...new Set(entries.flatMap(({ categories }) => categories))].sort((one, other) => one.localeCompare(other));
}

/** Looks for all words. Titles that begin with the text come first. */
export function searchGallery<Entry extends Searched>(
  entries: readonly Entry[],
  text: string,
  category: string | undefined,
): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ slug, title, description, categories }) => {
    const all = `${slug} ${title} ${description} ${categories.join(' ')}`.toLowerCase();
    return (category === undefined || categories.includes(category)) && words.every(word => all.includes(word));
  });
  const rank = ({ title }: Entry) => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}
