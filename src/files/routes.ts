/** `/api/v1/file`: users' own files, which the input of a run can refer to by `file_id`. */

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound, requestAborted, validationError } from '../errors.ts';
import { about, named } from '../http/described.ts';
import { type Call, EntityQuery, endpointWith, everyone, FormFile, Uuid } from '../http/endpoint.ts';
import { newSecret } from '../platform/ids.ts';
import { defineFields } from '../query/fields.ts';
import { listingEndpoints } from '../query/listing.ts';
import { readForm } from './read-form.ts';
import {
  discardFiles,
  type FileOwner,
  type FileRow,
  type FileServices,
  type PreparedFile,
  prepareFile,
  savePreparedFile,
  toAttachment,
} from './store.ts';

const File = named(
  'UploadedFile',
  Type.Object({
    id: Uuid,
    created: about(
      'When it was stored, and by whom.',
      Type.Object({
        timestamp: about('When it happened, in milliseconds since 1970.', Type.Integer()),
        user_id: Uuid,
      }),
    ),
    file_id: Uuid,
    filename: about('The name of the file.', Type.String()),
    content_type: about('The media type of the file.', Type.String()),
    file_url: Type.String({ description: 'who has it can download the file' }),
    size: Type.Integer({ description: 'bytes' }),
  }),
);

const fields = defineFields(
  {
    id: { type: 'uuid', column: 'files.id' },
    file_id: { type: 'uuid', column: 'files.id' },
    filename: { type: 'text', column: 'files.filename' },
    content_type: { type: 'text', column: 'files.content_type' },
    size: { type: 'integer', column: 'files.size' },
    'created.timestamp': { type: 'timestamp', column: 'files.created_at' },
  },
  { newest: ['files.created_at', 'files.id'] },
);

const endpoint = endpointWith<FileServices>();

export const fileEndpoints = [
  endpoint({
    path: '/api/v1/file/delete',
    summary: "Deletes one of the caller's files; its link is dead at once",
    ...everyone,
    query: EntityQuery,
    reply: Uuid,
    handle: async ({ database }, { caller, query: { entity_id } }) => {
      return database.query.transaction().execute(async transaction => {
        const deleted = await transaction
          .deleteFrom('files')
          .where('id', '=', entity_id)
          .where('user_id', '=', caller.userId)
          .where('run_id', 'is', null)
          .returning(['id', 'filename'])
          .executeTakeFirst();
        if (!deleted) throw entityNotFound();
        await recordAudit(transaction, caller, { action: 'file.delete', subject: toSubject(deleted) });
        return deleted.id;
      });
    },
  }),
  endpoint({
    path: '/api/v1/file/end_links',
    summary: "Ends all links of one of the caller's files, and answers with the file and its new link",
    description:
      'A link lives as long as its file: a file of the user until it is deleted, a file of a run as long as the run is kept. ' +
      'This ends it before. It also takes the files that runs of the caller made; what was stored of these runs keeps the ended link.',
    ...everyone,
    query: EntityQuery,
    reply: File,
    handle: async ({ database, publicUrl }, { caller, query: { entity_id } }) => {
      const renewed = await database.query.transaction().execute(async transaction => {
        const row = await transaction
          .updateTable('files')
          .set({ secret: newSecret() })
          .where('id', '=', entity_id)
          .where('user_id', '=', caller.userId)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw entityNotFound();
        await recordAudit(transaction, caller, { action: 'file.end-links', subject: toSubject(row) });
        return row;
      });
      return toItem(renewed, publicUrl());
    },
  }),
  ...listingEndpoints({
    path: '/api/v1/file',
    plural: "the caller's files",
    access: everyone,
    fields,
    visible: call => db => selectOwnFiles(db, call),
    item: File,
    toItem: (row: FileRow, { publicUrl }: FileServices) => toItem(row, publicUrl()),
  }),
];

/** Separate from the other endpoints, which take JSON. */
export const fileUploadEndpoint = endpoint({
  path: '/api/v1/file/upload',
  summary: 'Stores a file of the caller: a multipart form with the field `file`',
  ...everyone,
  form: Type.Object({ file: FormFile }),
  reply: File,
  handle: async (services, { caller, request, signal }) => {
    const owner = { userId: caller.userId, organizationId: null };
    const prepared = await readUpload(services, owner, request, signal);
    return toItem(await savePreparedFile(services, prepared), services.publicUrl());
  },
});

/** The caller must save or discard the result. When this throws, nothing is left behind. */
async function readUpload(
  services: FileServices,
  owner: FileOwner,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<PreparedFile> {
  const { fileBytes } = services;
  let prepared: PreparedFile | undefined;
  try {
    for await (const part of readForm(request, { fileBytes, fieldBytes: fixedLimits.formFieldBytes })) {
      if (part.type !== 'file') continue;
      const { filename, contentType, content, atLeastBytes } = part;
      const file = { filename, contentType, content, atLeastBytes, owner, runId: null, limitBytes: fileBytes, signal };
      prepared = await prepareFile(services, file);
    }
    if (!prepared) throw validationError('file', 'is required');
    return prepared;
  } catch (error) {
    if (prepared) await discardFiles(services, [prepared]);
    throw signal.aborted ? requestAborted() : error;
  }
}

function selectOwnFiles(db: Query, { caller }: Call) {
  return db.selectFrom('files').selectAll('files').where('user_id', '=', caller.userId).where('run_id', 'is', null);
}

function toItem(row: FileRow, publicUrl: string) {
  const created = { timestamp: row.created_at.getTime(), user_id: row.user_id };
  return { id: row.id, created, ...toAttachment(row, publicUrl) };
}

function toSubject({ id, filename }: { id: string; filename: string }) {
  return { kind: 'file', id, name: filename } as const;
}
