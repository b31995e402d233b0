/** What the search of the browser looks through: every section of every page in the navigation, as text. */
import { API_REFERENCE_PATH, NAVIGATION } from './navigation.ts';
import type { RenderedPage } from './render-page.ts';

/** One section; the names are short because the browser loads all of them. */
export interface SearchEntry {
  /** The page, below `/docs/`. */
  readonly p: string;
  /** Its title. */
  readonly t: string;
  /** The id of the section; absent for the beginning of the page. */
  readonly i?: string;
  /** The heading of the section. */
  readonly h?: string;
  /** The text. */
  readonly x: string;
}

export async function buildSearchIndex(read: (path: string) => Promise<RenderedPage | undefined>): Promise<string> {
  const entries: SearchEntry[] = [];
  for (const { path } of NAVIGATION.flatMap(({ pages }) => pages)) {
    if (path === API_REFERENCE_PATH) continue;
    const page = await read(path);
    for (const { id, title, text } of page?.sections ?? []) {
      entries.push({ p: path, t: page?.title ?? '', ...(id !== '' && { i: id, h: title }), x: text });
    }
  }
  return JSON.stringify(entries);
}
