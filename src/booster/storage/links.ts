/**
 * Links to stored files. A link names the file and what it allows, and is signed with the panel's secret. Whether it is
 * still valid is checked on every request (see `link-resolver.ts`). Pure except for the time.
 *
 *   /api/v3/booster/storage/file/<file id>/<expiry in seconds, 0: none>-<v|d: view or download>-<signature>
 *
 * Everything is part of the path, so that clients can simply append `?w=` and `?h=`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PanelRow } from '../tables.ts';
import type { StorageServices } from './files.ts';
import { allows, folderSettings } from './folders.ts';
import type { StoredFile } from './stored-file.ts';

export const FILE_LINK_PATH = '/api/v3/booster/storage/file';

/** What links are made with. */
export type LinkServices = Pick<StorageServices, 'publicUrl' | 'limits' | 'openLinkSecret'>;

export interface Grant {
  /**
   * In milliseconds; null when the link is valid until the folder has no public links any more or the file is deleted.
   */
  expiresAt: number | null;
  download: boolean;
}

/** In folders with public links, a link never expires unless the caller requests a lifetime. */
export function createLink(
  { publicUrl, limits, openLinkSecret }: LinkServices,
  panel: PanelRow,
  { id, folder }: Pick<StoredFile, 'id' | 'folder'>,
  { download = false, minutes }: { download?: boolean; minutes?: number | undefined } = {},
): { url: string; expiresAt: number | null } {
  const isPublic = folderSettings(panel.file_storage, folder).public_links === true && minutes === undefined;
  const expiresAt = isPublic ? null : calculateLinkExpiry(minutes, limits.linkMinutes);
  const granted = `${(expiresAt ?? 0) / 1000}-${download ? 'd' : 'v'}`;
  const signature = signGrant(openLinkSecret(panel), id, granted);
  return { url: `${publicUrl()}${FILE_LINK_PATH}/${id}/${granted}-${signature}`, expiresAt };
}

/** Adds no links in folders that nobody may read, where they would lead nowhere. */
export function withLinks(services: LinkServices, panel: PanelRow, file: StoredFile): StoredFile {
  if (!allows(folderSettings(panel.file_storage, file.folder), 'read')) return file;
  return {
    ...file,
    url: createLink(services, panel, file).url,
    download_url: createLink(services, panel, file, { download: true }).url,
  };
}

/** Returns what the last part of a link allows, or undefined if it was not signed for this file. */
export function verifyGrant(secret: string, fileId: string, text: string): Grant | undefined {
  const [, granted = '', seconds, kind, signature = ''] = /^((\d{1,12})-([dv]))-([\w-]{43})$/.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  // The texts are compared, because the last character of base64 has bits that decoding ignores.
  const expected = signGrant(secret, fileId, granted);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
  return { expiresAt: seconds === '0' ? null : Number(seconds) * 1000, download: kind === 'd' };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * A requested lifetime is exact to the second, which is the unit of the link. Otherwise the expiry is rounded to the
 * full minute, so that listings within a minute return the same link, which browsers then find in their cache.
 */
function calculateLinkExpiry(minutes: number | undefined, defaultMinutes: number): number {
  const now = Date.now();
  if (minutes !== undefined) return Math.floor(now / SECOND_MS) * SECOND_MS + minutes * MINUTE_MS;
  return Math.ceil(now / MINUTE_MS) * MINUTE_MS + defaultMinutes * MINUTE_MS;
}

function signGrant(secret: string, fileId: string, granted: string): string {
  return createHmac('sha256', secret).update(`${fileId}/${granted}`).digest('base64url');
}
