/** `GET /file?id=&secret=`: the download link of an attachment. */

import Type from 'typebox';
import { fileNotFound } from '../errors.ts';
import { about } from '../http/described.ts';
import { FormFile, type Link } from '../http/endpoint.ts';
import { openBlob, sendFile } from '../http/file-reply.ts';
import { requireBlobKey } from '../platform/blobs/blobs.ts';
import { secretsEqual } from '../platform/ids.ts';
import { isObject } from '../platform/is-object.ts';
import { parseFileId } from './inline.ts';
import type { FileRow, FileServices } from './store.ts';

/** Whoever has the link may read the file, but never from a cache after the file was deleted. */
const CACHE_CONTROL = 'private, max-age=0, must-revalidate';

const FileLink = Type.Object({
  id: Type.String({ format: 'uuid' }),
  secret: about('The secret of the link.', Type.String()),
});

export const fileLinks: Link<Pick<FileServices, 'database' | 'blobs'>>[] = [
  {
    method: 'GET',
    path: '/file',
    cors: false,
    reference: {
      summary: 'Download an attachment by its link',
      description: 'Answers ranges and conditional requests. Messages and outputs contain such links as `file_url`.',
      tier: 'default',
      query: FileLink,
      reply: FormFile,
      replyType: '*/*',
      failures: [404, 416],
    },
    async handle({ database, blobs }, request, reply) {
      const file = await findLinkedFile(database, request.query);
      if (!file) throw fileNotFound();
      const served = {
        filename: file.filename,
        contentType: file.content_type,
        sizeBytes: file.size,
        tag: file.sha256,
        open: openBlob(blobs, requireBlobKey(file.blob_key), file.size),
      };
      return sendFile(request, reply, served, { disposition: 'attachment', cacheControl: CACHE_CONTROL });
    },
  },
];

async function findLinkedFile({ query: db }: FileServices['database'], query: unknown): Promise<FileRow | undefined> {
  const { id, secret } = isObject(query) ? query : {};
  const fileId = parseFileId(id);
  if (fileId === undefined || typeof secret !== 'string') return undefined;
  const file = await db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst();
  return file && secretsEqual(secret, file.secret) ? file : undefined;
}
