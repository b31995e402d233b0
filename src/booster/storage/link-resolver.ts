/**
 * Finds the file that a link leads to. Every request reads everything that may have changed since the link was created:
 * the file, the panel and the rights of the folder. Nothing is cached, so that a link can be revoked at once; but links
 * that are followed at the same time are looked up in one query, which takes a fraction of the time.
 */
import type { HeddleDatabase } from '../../database.ts';
import { fileNotFound, linkExpired } from '../../errors.ts';
import { parseFileId } from '../../files/inline.ts';
import { createBatcher } from '../../platform/concurrency/batching.ts';
import type { FolderSettings } from '../panel-schemas.ts';
import type { OpenLinkSecret } from '../panel-secrets.ts';
import { allows } from './folders.ts';
import { type Grant, verifyGrant } from './links.ts';

export interface LinkedFile {
  id: string;
  name: string;
  content_type: string;
  size: number;
  sha256: string;
  blob_key: string;
  panel_id: string;
  link_secret_sealed: Buffer;
  /** The creator of the panel. */
  owner: string;
  settings: FolderSettings | null;
}

interface ResolverServices {
  database: Pick<HeddleDatabase, 'pool'>;
  openLinkSecret: OpenLinkSecret;
}

/** `params` are the id and the grant, as the link has them. */
export type ResolveLink = (params: unknown) => Promise<{ file: LinkedFile; grant: Grant }>;

export function createLinkResolver({ database: { pool }, openLinkSecret }: ResolverServices): ResolveLink {
  const find = createBatcher<string, LinkedFile | undefined>({
    maxBatchSize: 100,
    async execute(ids) {
      // The statement is prepared once for each connection: parsing and planning take longer than the lookup itself.
      const { rows } = await pool.query<LinkedFile>({ name: 'linked-files', text: LINKED_FILES, values: [ids] });
      const byId = new Map(rows.map(row => [row.id, row]));
      return ids.map(id => byId.get(id));
    },
    failsWholeBatch: () => true,
  });

  return async params => {
    const { id, grant: text } = Object(params);
    if (parseFileId(id) !== id || typeof text !== 'string') throw fileNotFound();
    const file = await find(id);
    if (!file) throw fileNotFound();
    const { panel_id, link_secret_sealed } = file;
    const grant = verifyGrant(openLinkSecret({ id: panel_id, link_secret_sealed }), file.id, text);
    if (!grant) throw fileNotFound();
    const settings = file.settings ?? {};
    if (!allows(settings, 'read') || (grant.expiresAt === null && settings.public_links !== true)) throw fileNotFound();
    if (grant.expiresAt !== null && grant.expiresAt <= Date.now()) throw linkExpired();
    return { file, grant };
  };
}

const LINKED_FILES = `
  SELECT files.id, files.name, content_type, size, sha256, blob_key, panel_id, link_secret_sealed, panels.created_by AS owner,
    coalesce(file_storage -> 'folders' -> files.folder, file_storage -> 'folders' -> '*') AS settings
  FROM booster_files AS files JOIN panels ON panels.id = files.panel_id
  WHERE files.id = ANY ($1::uuid[]) AND panels.enabled`;
