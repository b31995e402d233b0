/** The files that somebody dropped or chose, with the folders that they came in. */
import { uploads as texts } from '../texts/uploads.ts';
import type { FileAtPath } from './uploads.ts';

/**
 * Reads what was dropped, folders with all that is in them. It must be called in the event's own turn, because the
 * browser forgets what was dropped right after it.
 */
export async function readDropped(dropped: Pick<DataTransfer, 'items' | 'files'>): Promise<FileAtPath[]> {
  const items = Array.from(dropped.items).filter(({ kind }) => kind === 'file');
  const entries = items.map(item => item.webkitGetAsEntry());
  const files = items.map(item => item.getAsFile());
  if (items.length === 0) return readChosen(dropped.files);
  const found = await Promise.all(
    entries.map((entry, index) => {
      const file = files[index];
      if (entry) return readEntry(entry, '');
      return file ? [{ file, path: file.name }] : [];
    }),
  );
  return found.flat();
}

/** Reads what was chosen in a dialog, which may be a whole folder. */
export function readChosen(files: Iterable<File> | ArrayLike<File>): FileAtPath[] {
  return Array.from(files, file => ({ file, path: file.webkitRelativePath || file.name }));
}

async function readEntry(entry: FileSystemEntry, parent: string): Promise<FileAtPath[]> {
  const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
  try {
    if (isFile(entry)) return [{ file: await openFile(entry), path }];
    if (!isDirectory(entry)) return [];
    const found: FileAtPath[] = [];
    // One after the other: a folder of many thousands would otherwise be opened all at once.
    for (const inner of await listDirectory(entry)) found.push(...(await readEntry(inner, path)));
    return found;
  } catch {
    return [{ file: new File([], entry.name), path, problem: texts.unreadable }];
  }
}

/** Browsers give at most a hundred entries at a time, and none at the end. */
async function listDirectory(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const entries: FileSystemEntry[] = [];
  while (true) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    entries.push(...some);
  }
}

function openFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
