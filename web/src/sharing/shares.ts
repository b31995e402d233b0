/** With whom something is shared, as people edit it. `Extra` is what a share has beside its right to change things. */

export interface Sharing<Extra extends object = object> {
  sharing: readonly ({ user_email: string; write: boolean } & Extra)[];
  group_sharing: readonly ({ group_id: string; write: boolean } & Extra)[];
}

/** One line: a person or a group. */
export type Share<Extra extends object = object> =
  | { kind: 'user'; share: { user_email: string; write: boolean } & Extra }
  | { kind: 'group'; share: { group_id: string; write: boolean } & Extra };

export function toShares<Extra extends object>({ sharing, group_sharing }: Sharing<Extra>): Share<Extra>[] {
  return [
    ...sharing.map(share => ({ kind: 'user' as const, share })),
    ...group_sharing.map(share => ({ kind: 'group' as const, share })),
  ];
}

export function fromShares<Extra extends object>(shares: readonly Share<Extra>[]) {
  return {
    sharing: shares.flatMap(each => (each.kind === 'user' ? [each.share] : [])),
    group_sharing: shares.flatMap(each => (each.kind === 'group' ? [each.share] : [])),
  };
}

export function shareKey({ kind, share }: Share): string {
  return kind === 'user' ? `user ${share.user_email.toLowerCase()}` : `group ${share.group_id}`;
}

/** Adds what is not there yet, and replaces what is. */
export function mergeShares<Extra extends object>(
  shares: readonly Share<Extra>[],
  added: readonly Share<Extra>[],
): Share<Extra>[] {
  const keys = new Set(added.map(shareKey));
  return [...shares.filter(share => !keys.has(shareKey(share))), ...added];
}

/** A new share may only read. */
export function newUserShare<Extra extends object>(email: string, extra: Extra): Share<Extra> {
  return { kind: 'user', share: { user_email: email.trim().toLowerCase(), write: false, ...extra } };
}

export function newGroupShare<Extra extends object>(id: string, extra: Extra): Share<Extra> {
  return { kind: 'group', share: { group_id: id, write: false, ...extra } };
}

export function withWrite<Extra extends object>(entry: Share<Extra>, write: boolean): Share<Extra> {
  return entry.kind === 'user'
    ? { kind: 'user', share: { ...entry.share, write } }
    : { kind: 'group', share: { ...entry.share, write } };
}

/** Good enough to tell an address from a half-typed name; the service has the last word. */
export function isAddress(text: string): boolean {
  return /^\S+@\S+$/.test(text.trim());
}
