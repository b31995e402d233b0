/**
 * The items of a directory: its sub-folders, then its files. Only the pages around what can be seen are read, so a
 * directory may have any number of files.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  type FileListing,
  type Folder,
  filePageQuery,
  foldersQuery,
  PAGE_SIZE,
  type StoredFile,
} from '../api/storage.ts';
import { pagesOf } from './pages.ts';

/** A file that was not read yet has only its place. */
export type Item = { folder: Folder } | { file: StoredFile } | { pending: number };

export interface FileList {
  /** Undefined while nothing was read. */
  folders: readonly Folder[] | undefined;
  /** How many files there are, read or not. */
  total: number | undefined;
  error: Error | null;
  retry(): void;
}

/** While somebody scrolls fast, pages that they pass by are not read. */
const SETTLED_MS = 60;

/** `declared` are folders that have rules but may have no files yet; only the top of a panel shows them. */
export function useFileList(listing: FileListing, declared: readonly string[]): FileList {
  const { panelId, directory, text } = listing;
  const first = useQuery({ ...filePageQuery(listing, 0), enabled: directory !== '' });
  const inside = useQuery(foldersQuery(panelId, directory));
  const folders = useMemo(
    () => inside.data && filterFolders(directory === '' ? addDeclared(inside.data, declared) : inside.data, text),
    [inside.data, directory, declared, text],
  );
  return {
    folders,
    total: directory === '' ? 0 : first.data?.total,
    error: (first.data ? null : first.error) ?? (inside.data ? null : inside.error),
    retry: () => {
      if (first.error) void first.refetch();
      if (inside.error) void inside.refetch();
    },
  };
}

/** Reads the files that can be seen, and returns what is at each place of the list. */
export function useItems(
  listing: FileListing,
  folders: readonly Folder[],
  { first, end }: { first: number; end: number },
): (index: number) => Item {
  const queryClient = useQueryClient();
  const pages = pagesOf(first - folders.length, end - folders.length, PAGE_SIZE);
  const [settled] = useDebouncedValue(pages.join(), SETTLED_MS);
  const read = settled === '' || listing.directory === '' ? [] : settled.split(',').map(Number);
  useQueries({ queries: read.map(page => filePageQuery(listing, page)) });
  return useCallback(
    (index: number): Item => {
      const folder = folders[index];
      if (folder) return { folder };
      const place = index - folders.length;
      const page = Math.floor(place / PAGE_SIZE);
      const data = queryClient.getQueryData(filePageQuery(listing, page).queryKey);
      const file = data?.files[place - page * PAGE_SIZE];
      return file ? { file } : { pending: index };
    },
    [queryClient, listing, folders],
  );
}

/** Reads the files between two places of the list, for a selection that reaches beyond what can be seen. */
export function useReadRange(listing: FileListing, folders: readonly Folder[]) {
  const queryClient = useQueryClient();
  return useCallback(
    async (from: number, to: number): Promise<string[]> => {
      const [first, last] = [Math.min(from, to) - folders.length, Math.max(from, to) - folders.length];
      const ids: string[] = [];
      for (const page of pagesOf(first, last + 1, PAGE_SIZE)) {
        const { files } = await queryClient.ensureQueryData(filePageQuery(listing, page));
        ids.push(...files.filter((_, offset) => isBetween(page * PAGE_SIZE + offset, first, last)).map(({ id }) => id));
      }
      return ids;
    },
    [queryClient, listing, folders],
  );
}

function isBetween(place: number, first: number, last: number): boolean {
  return place >= first && place <= last;
}

function addDeclared(folders: readonly Folder[], declared: readonly string[]): Folder[] {
  const known = new Set(folders.map(({ name }) => name));
  const missing = declared.filter(name => !known.has(name));
  const empty = missing.map(name => ({ name, path: name, files: 0, size: 0, has_folders: false }));
  return [...folders, ...empty].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function filterFolders(folders: readonly Folder[], text: string): readonly Folder[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? folders : folders.filter(({ name }) => name.toLowerCase().includes(wanted));
}
