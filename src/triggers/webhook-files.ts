/** Finds the files in the body of a webhook call, wherever they are, down to a level of nesting. */
import { tooManyFiles } from '../errors.ts';
import { decodedBase64Bytes } from '../files/base64.ts';
import { type InlineFile, parseFreeFile } from '../files/inline.ts';
import { TimeSlice } from '../platform/concurrency/time-slice.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { InputFile } from '../runs/starting/prepare-call.ts';

export interface FileSearch {
  /** The body itself has level 0, its members have level 1, and so on. */
  levels: number;
  /** The search throws when there are more files. */
  most: number;
  longTexts: LongTextLookup;
  /** The user on whose behalf the search runs. */
  owner: string;
}

type Container = Record<string, unknown> | unknown[];

/** The number of members after which the search checks whether its time slice is over. */
const MEMBERS_PER_CHECK = 1_000;

/** Searches `body` level by level instead of by recursion, which could overflow the stack. */
export async function findFiles(
  holder: { body: unknown },
  { levels, most, longTexts, owner }: FileSearch,
): Promise<InputFile[]> {
  const found: InputFile[] = [];
  const slice = new TimeSlice(owner);
  let members = 0;
  let containers: Container[] = [{ body: holder.body }];
  for (let level = 0; level <= levels && containers.length > 0; level++) {
    const next: Container[] = [];
    for (const container of containers) {
      for (const key in container) {
        const value: unknown = Reflect.get(container, key);
        // Awaiting something for each of a million members would take longer than checking them.
        const candidate = parseFreeFile(value, longTexts);
        if (candidate && (await isBase64(candidate))) {
          if (found.length === most) throw tooManyFiles(most);
          const parent = level === 0 ? holder : container;
          found.push({ file: candidate, replace: other => void Reflect.set(parent, key, other) });
        } else if (isContainer(value)) next.push(value);
        if (++members % MEMBERS_PER_CHECK === 0 && slice.isOver) await slice.next();
      }
    }
    containers = next;
  }
  return found;
}

/**
 * This check is stricter than the one for fields that must be files: lines may be broken, but text with blanks between
 * its words is not base64.
 */
async function isBase64({ base64 }: InlineFile): Promise<boolean> {
  return (await decodedBase64Bytes(base64, { blanks: false })) !== undefined;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
