/**
 * Links to stored files: they name the file and what they allow, signed with the panel's secret. Whether they still
 * hold is asked anew each time (see `serving.ts`). Pure but for the time.
 *
 *   /api/v3/booster/storage/file/<file id>/<end in seconds, 0: none>-<v|d: view or download>-<signature>
 *
 * Everything stands in the path, so that `?w=` and `?h=` can simply be appended.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PanelRow } from '../tables.ts';
import type { StorageServices } from './files.ts';
import { allows, folderSettings } from './folders.ts';
import type { StoredFile } from './stored-file.ts';

export const LINK_PATH = '/api/v3/booster/storage/file';

type Signer = Pick<PanelRow, 'link_secret'>;

export interface Grant {
  /** Milliseconds; null: until the folder gives no such links any more, or the file is gone. */
  expiresAt: number | null;
  download: boolean;
}

/** The link, and what it allows. In folders with public links it never ends, unless a shorter life is asked for. */
export function createLink(
  { publicUrl, limits }: Pick<StorageServices, 'publicUrl' | 'limits'>,
  panel: PanelRow,
  { id, folder }: Pick<StoredFile, 'id' | 'folder'>,
  { download = false, minutes }: { download?: boolean; minutes?: number | undefined } = {},
): { url: string; expiresAt: number | null } {
  const isPublic = folderSettings(panel.file_storage, folder).public_links === true && minutes === undefined;
  const expiresAt = isPublic ? null : calculateLinkExpiry(minutes, limits.linkMinutes);
  const granted = `${(expiresAt ?? 0) / 1000}-${download ? 'd' : 'v'}`;
  return { url: `${publicUrl()}${LINK_PATH}/${id}/${granted}-${signGrant(panel, id, granted)}`, expiresAt };
}

/** Where nobody may read, a link would lead nowhere: there is none. */
export function withLinks(
  services: Pick<StorageServices, 'publicUrl' | 'limits'>,
  panel: PanelRow,
  file: StoredFile,
): StoredFile {
  if (!allows(folderSettings(panel.file_storage, file.folder), 'read')) return file;
  return {
    ...file,
    url: createLink(services, panel, file).url,
    download_url: createLink(services, panel, file, { download: true }).url,
  };
}

/** What the last part of a link allows, if it was made for this file. */
export function verifyGrant(signer: Signer, fileId: string, text: string): Grant | undefined {
  const [, granted = '', seconds, kind, signature = ''] = /^((\d{1,12})-([dv]))-([\w-]{43})$/.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  // As texts: of base64, the last character has bits that decoding would overlook.
  const expected = signGrant(signer, fileId, granted);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
  return { expiresAt: seconds === '0' ? null : Number(seconds) * 1000, download: kind === 'd' };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * A lifetime that was asked for is exact, to the second that the link can say. Otherwise the end is the full minute, so
 * that listings within a minute give the same link, which browsers then find in their cache.
 */
function calculateLinkExpiry(minutes: number | undefined, defaultMinutes: number): number {
  const now = Date.now();
  if (minutes !== undefined) return Math.floor(now / SECOND_MS) * SECOND_MS + minutes * MINUTE_MS;
  return Math.ceil(now / MINUTE_MS) * MINUTE_MS + defaultMinutes * MINUTE_MS;
}

function signGrant({ link_secret }: Signer, fileId: string, granted: string): string {
  return createHmac('sha256', link_secret).update(`${fileId}/${granted}`).digest('base64url');
}
