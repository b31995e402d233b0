/** With whom a workflow is shared, as the dialog edits it. */
import type { GroupShare, Sharing, UserShare } from '../api/workflows.ts';

export const SCOPES = [
  { key: 'workflow.run', label: 'Run' },
  { key: 'workflow.export', label: 'Export' },
  { key: 'workflow.copy', label: 'Copy' },
] as const;

export type ScopeKey = (typeof SCOPES)[number]['key'];

/** One line of the dialog: a person or a group. */
export type Share = { kind: 'user'; share: UserShare } | { kind: 'group'; share: GroupShare };

export function toShares({ sharing, group_sharing }: Sharing): Share[] {
  return [
    ...sharing.map(share => ({ kind: 'user' as const, share })),
    ...group_sharing.map(share => ({ kind: 'group' as const, share })),
  ];
}

export function fromShares(shares: readonly Share[]): Sharing {
  return {
    sharing: shares.flatMap(each => (each.kind === 'user' ? each.share : [])),
    group_sharing: shares.flatMap(each => (each.kind === 'group' ? each.share : [])),
  };
}

export function shareKey({ kind, share }: Share): string {
  return kind === 'user' ? `user ${share.user_email.toLowerCase()}` : `group ${share.group_id}`;
}

/** Adds what is not there yet, and replaces what is. */
export function mergeShares(shares: readonly Share[], added: readonly Share[]): Share[] {
  const keys = new Set(added.map(shareKey));
  return [...shares.filter(share => !keys.has(shareKey(share))), ...added];
}

/** A new share may read and run: what most people mean by sharing. */
export function newUserShare(email: string): Share {
  return {
    kind: 'user',
    share: { user_email: email.trim().toLowerCase(), write: false, scopes: { 'workflow.run': true } },
  };
}

export function newGroupShare(id: string): Share {
  return { kind: 'group', share: { group_id: id, write: false, scopes: { 'workflow.run': true } } };
}

export function withWrite(entry: Share, write: boolean): Share {
  return entry.kind === 'user'
    ? { kind: 'user', share: { ...entry.share, write } }
    : { kind: 'group', share: { ...entry.share, write } };
}

export function withScope(entry: Share, scope: ScopeKey, allowed: boolean): Share {
  const scopes = { ...entry.share.scopes, [scope]: allowed };
  return entry.kind === 'user'
    ? { kind: 'user', share: { ...entry.share, scopes } }
    : { kind: 'group', share: { ...entry.share, scopes } };
}

/** Good enough to tell an address from a half-typed name; the service has the last word. */
export function isAddress(text: string): boolean {
  return /^\S+@\S+$/.test(text.trim());
}
