/** What a user is at the moment, in one word. PURE. */

import type { ListedUser } from '../api/administration.ts';
import { MEGABYTE } from '../forms/bytes.ts';

export type UserMark = 'active' | 'invited' | 'expired' | 'disabled';

/** Who was invited and has not come yet is invited, until the invitation is over. */
export function markUser({ user, invitation, has_password, last_seen_at }: ListedUser, now: number): UserMark {
  if (!user.enabled) return 'disabled';
  const isWaited = invitation?.purpose === 'invitation' && !has_password && last_seen_at === null;
  if (!isWaited) return 'active';
  return invitation.expires_at > now ? 'invited' : 'expired';
}

/** Quotas are typed in megabytes, and stored in bytes. An empty field is no limit; undefined is no number. */
export function readMegabytes(typed: number | string | undefined): number | null | undefined {
  if (typed === undefined) return null;
  if (typeof typed === 'string' || typed < 0) return undefined;
  const bytes = Math.round(typed * MEGABYTE);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

export function toMegabytes(bytes: number | null): number | undefined {
  return bytes === null ? undefined : bytes / MEGABYTE;
}

export function readCredits(typed: number | string | undefined): number | null | undefined {
  if (typed === undefined) return null;
  return typeof typed === 'string' || typed < 0 || typed > Number.MAX_SAFE_INTEGER ? undefined : typed;
}
