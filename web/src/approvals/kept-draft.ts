/**
 * What somebody has filled in but not sent yet. The browser keeps it, for each user and approval, so that neither a
 * reload nor a phone that forgets its pages loses anything.
 */
import { isRecord } from '../forms/json-schema.ts';
import { parseJson } from '../look/json/parse-json.ts';

export interface Draft {
  readonly values: Readonly<Record<string, unknown>>;
  readonly comment: string;
}

/** An approval waits for 30 days at most. */
const LONGEST_MS = 31 * 24 * 3_600_000;
const PREFIX = 'heddle.approval';
/** Browsers store about five million characters for all pages of a site. Files beyond this are not kept. */
const MOST_CHARACTERS = 1_000_000;

export function draftKey(userId: string, approvalId: string): string {
  return `${PREFIX}.${userId}.${approvalId}`;
}

/** Without a draft, it forgets what was kept. */
export function keepDraft(storage: Storage, key: string, draft: Draft | undefined, now: number): void {
  try {
    if (!draft) storage.removeItem(key);
    else storage.setItem(key, write(draft, now));
  } catch {
    // The storage is full or forbidden.
  }
}

function write({ values, comment }: Draft, keptAt: number): string {
  const whole = JSON.stringify({ keptAt, values, comment });
  if (whole.length <= MOST_CHARACTERS) return whole;
  const small = Object.entries(values).filter(([, value]) => !isNewFile(value));
  return JSON.stringify({ keptAt, values: Object.fromEntries(small), comment });
}

/** A file that was chosen here and is sent with the decision. */
function isNewFile(value: unknown): boolean {
  return isRecord(value) && typeof value.data === 'string';
}

export function readKeptDraft(storage: Storage, key: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isRecord(kept) && isRecord(kept.values) && typeof kept.comment === 'string'
      ? { values: kept.values, comment: kept.comment }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets drafts of approvals that nobody can decide any more. */
export function forgetOldDrafts(storage: Storage, now: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) {
    if (!key?.startsWith(`${PREFIX}.`)) continue;
    const kept = parseJson(storage.getItem(key) ?? '');
    const isRecent = isRecord(kept) && typeof kept.keptAt === 'number' && now - kept.keptAt <= LONGEST_MS;
    if (!isRecent) storage.removeItem(key);
  }
}
