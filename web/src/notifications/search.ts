/** What the address of the notifications says. PURE. */

export interface NotificationsSearch {
  /** Without it, the list has all. */
  show?: 'unread';
}

export function readNotificationsSearch(raw: Record<string, unknown>): NotificationsSearch {
  return raw.show === 'unread' ? { show: raw.show } : {};
}

/** Where a notification leads: a path of this console, or the address of another place. */
export type Target = { path: string } | { address: string };

/** Links are written with the public address, which need not be the one in the browser. */
export function readTarget(link: string | null, publicUrl: string): Target | undefined {
  const url = link === null ? null : URL.parse(link, publicUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const base = publicUrl.replace(/\/$/, '');
  if (url.href === base || url.href.startsWith(`${base}/`)) return { path: url.href.slice(base.length) || '/' };
  return { address: url.href };
}
