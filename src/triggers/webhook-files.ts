/** Files in the body of a webhook call: wherever they stand in it, down to some level. */
import { tooManyFiles } from '../errors.ts';
import { base64Bytes } from '../files/base64.ts';
import { freeFileOf, type InlineFile } from '../files/inline.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import { TimeSlice } from '../platform/time-slice.ts';

export interface FoundFile {
  file: InlineFile;
  /** Puts something else in its place. */
  replace(value: unknown): void;
}

export interface FileSearch {
  /** The body itself is of level 0, what stands in it of level 1, and so on. */
  levels: number;
  /** Throws when there are more files. */
  most: number;
  longTexts: LongTextLookup;
  /** The user for whom it is done. */
  owner: string;
}

type Container = Record<string, unknown> | unknown[];

/** How much is looked at before it is seen whether others should get a turn. */
const MEMBERS_PER_LOOK = 1_000;

/** In whatever stands under `body`. Level by level: a call for each level could be one too many. */
export async function findFiles(
  holder: { body: unknown },
  { levels, most, longTexts, owner: user }: FileSearch,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const slice = new TimeSlice(user);
  let members = 0;
  let containers: Container[] = [{ body: holder.body }];
  for (let level = 0; level <= levels && containers.length > 0; level++) {
    const next: Container[] = [];
    for (const container of containers) {
      for (const key in container) {
        const value: unknown = Reflect.get(container, key);
        // Waiting for each of a million members would take longer than looking at them.
        const candidate = freeFileOf(value, longTexts);
        if (candidate && (await isBase64(candidate))) {
          if (found.length === most) throw tooManyFiles(most);
          const owner = level === 0 ? holder : container;
          found.push({ file: candidate, replace: other => void Reflect.set(owner, key, other) });
        } else if (isContainer(value)) next.push(value);
        if (++members % MEMBERS_PER_LOOK === 0 && slice.isOver) await slice.next();
      }
    }
    containers = next;
  }
  return found;
}

/** Stricter than where a file is asked for: lines may be broken, but words with blanks between them are words. */
async function isBase64({ base64 }: InlineFile): Promise<boolean> {
  return (await base64Bytes(base64, { blanks: false })) !== undefined;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
