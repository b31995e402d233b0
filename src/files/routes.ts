/** `/api/v1/file`: users' own files, which a `file_id` in a run input names. */
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { type Call, type Endpoint, EntityQuery, endpoint, FormFile, Uuid } from '../http/endpoint.ts';
import { defineFields } from '../query/fields.ts';
import { listingEndpoints } from '../query/listing.ts';
import { readForm } from './multipart.ts';
import { toAttachment, discardFiles, type FileRow, type FileServices, savePreparedFile, prepareFile } from './store.ts';

const access = { scope: '*', tier: 'default' } as const;

const File = Type.Object({
  id: Uuid,
  created: Type.Object({ timestamp: Type.Integer(), user_id: Uuid }),
  file_id: Uuid,
  filename: Type.String(),
  content_type: Type.String(),
  file_url: Type.String({ description: 'who has it can download the file' }),
  size: Type.Integer({ description: 'bytes' }),
});

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

export function fileEndpoints(services: () => Pick<FileServices, 'database' | 'publicUrl'>): Endpoint[] {
  const db = () => services().database.query;
  return [
    endpoint({
      path: '/api/v1/file/delete',
      summary: "Deletes one of the caller's files; its link is dead at once",
      ...access,
      query: EntityQuery,
      reply: Uuid,
      handle: async ({ caller, query: { entity_id } }) => {
        const deleted = await db()
          .deleteFrom('files')
          .where('id', '=', entity_id)
          .where('user_id', '=', caller.userId)
          .where('run_id', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!deleted) throw entityNotFound();
        return deleted.id;
      },
    }),
    ...listingEndpoints({
      path: '/api/v1/file',
      plural: "the caller's files",
      access,
      db,
      fields,
      visible: call => db => ownFiles(db, call),
      item: File,
      itemOf: row => itemOf(row, services().publicUrl()),
    }),
  ];
}

/** Apart from the others: what is sent as a form is no command. */
export function fileUploadEndpoint(services: FileServices): Endpoint {
  return endpoint({
    path: '/api/v1/file/upload',
    summary: 'Stores a file of the caller: a multipart form with the field `file`',
    ...access,
    form: Type.Object({ file: FormFile }),
    reply: File,
    handle: async ({ caller, request, signal }) => {
      const owner = { userId: caller.userId, organizationId: null };
      const limitBytes = services.fileBytes;
      const { file } = await readForm(request, {
        field: 'file',
        limitBytes,
        fieldBytes: fixedLimits.formFieldBytes,
        take: sent => prepareFile(services, { ...sent, owner, runId: null, limitBytes, signal }),
        discard: prepared => discardFiles(services, [prepared]),
        signal,
      });
      return itemOf(await savePreparedFile(services, file), services.publicUrl());
    },
  });
}

function ownFiles(db: Query, { caller }: Call) {
  return db.selectFrom('files').selectAll('files').where('user_id', '=', caller.userId).where('run_id', 'is', null);
}

function itemOf(row: FileRow, publicUrl: string) {
  const created = { timestamp: row.created_at.getTime(), user_id: row.user_id };
  return { id: row.id, created, ...toAttachment(row, publicUrl) };
}
