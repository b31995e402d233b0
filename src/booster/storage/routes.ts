/** `/api/v3/booster/storage/private`: the files of a panel. */
import Type from 'typebox';
import { limits } from '../../configuration/limits.ts';
import { dataNotBase64, metadataTooLarge, validationError } from '../../errors.ts';
import { base64Bytes, decodeBase64 } from '../../files/base64.ts';
import { inlineData } from '../../files/inline.ts';
import { receiveForm } from '../../files/multipart.ts';
import { declaredType, UNKNOWN_TYPE } from '../../files/names.ts';
import { Accepted, accepted, type Endpoint, endpoint } from '../../http/endpoint.ts';
import { PanelHeader, panelOfRequest } from '../access.ts';
import type { PanelInUse } from '../tables.ts';
import { deleteFile, updateFile } from './changes.ts';
import { announceUpload, completeUpload } from './direct.ts';
import { fileOf, requireFile, type StorageServices, type StoredFileRow } from './files.ts';
import { requireRight } from './folders.ts';
import { linkTo, withLinks } from './links.ts';
import { countFiles, listFiles, storedFileFields, usageOf } from './listing.ts';
import { metadataOf } from './metadata.ts';
import { pathOf } from './paths.ts';
import { pathOfForm, placementOfForm, placementOfJson } from './placements.ts';
import * as schemas from './schemas.ts';
import type { StoredFile } from './stored-file.ts';
import { discardTakenIn, keepFile, type Stored, takeInAt, takeInSomewhere, uploadFile } from './storing.ts';

const STORAGE = '/api/v3/booster/storage/private';
const reading = { scope: 'service.booster.storage', tier: 'default', headers: PanelHeader } as const;
const writing = { scope: 'service.booster.storage.write', tier: 'default', headers: PanelHeader } as const;

export function storageEndpoints(services: StorageServices): Endpoint[] {
  return [...uploadEndpoints(services), ...readingEndpoints(services), ...changingEndpoints(services)];
}

function uploadEndpoints(services: StorageServices): Endpoint[] {
  const { database, limits: most } = services;
  const db = database.query;
  const told = ({ panel, row }: Stored) => linked(services, panel, row);
  return [
    endpoint({
      path: `${STORAGE}/upload`,
      summary: 'Stores a file: a multipart form with the fields `file` and `path`',
      ...writing,
      form: schemas.UploadForm,
      reply: schemas.File,
      handle: async call => {
        const panel = await panelOfRequest(db, call);
        const { signal } = call;
        const { file, fields } = await receiveForm(call.request, {
          field: 'file',
          limitBytes: most.fileBytes,
          fieldBytes: limits.storage.fieldBytes,
          take: async ({ filename, contentType, ...sent }, fields) => {
            const incoming = { ...sent, declaredType: contentType, signal };
            const taken = fields.has('path')
              ? await takeInAt(services, panel, pathOfForm(fields, filename), incoming)
              : await takeInSomewhere(services, panel, incoming);
            return { taken, filename };
          },
          discard: ({ taken }) => discardTakenIn(services, taken),
          signal,
        });
        const placementOf = () => placementOfForm(fields, file.filename, most.metadataBytes);
        return told(await keepFile(services, panel, file.taken, placementOf));
      },
    }),
    endpoint({
      path: `${STORAGE}/upload-b64`,
      summary: 'Stores a file that is sent as base64 or as a data URL',
      ...writing,
      body: schemas.Base64Upload,
      // Four characters for three bytes, and what stands around them.
      bodyBytes: Math.ceil(most.fileBytes * 1.4) + limits.bodyBytes,
      // Beside the data nothing may be as long.
      longStringBytes: limits.storage.fieldBytes,
      reply: schemas.File,
      handle: async call => {
        const { path, data, content_type, ...given } = call.body;
        const panel = await panelOfRequest(db, call);
        const { longTexts } = call;
        const { base64, type } = inlineData(data, longTexts);
        if (longTexts.size > (typeof base64 === 'string' ? 0 : 1)) {
          const metadata = JSON.stringify(given.metadata ?? null);
          const isInMetadata = longTexts.withDigests(metadata) !== metadata;
          throw isInMetadata
            ? metadataTooLarge(most.metadataBytes)
            : validationError('body', 'has a text that is too long');
        }
        const placement = placementOfJson(pathOf(path), given, most.metadataBytes);
        const atLeastBytes = await base64Bytes(base64);
        if (atLeastBytes === undefined) throw dataNotBase64();
        const sent = { content: decodeBase64(base64), declaredType: content_type || type, atLeastBytes };
        return told(await uploadFile(services, panel, placement, { ...sent, signal: call.signal }));
      },
    }),
    endpoint({
      path: `${STORAGE}/upload/init`,
      summary: 'Announces a file that the client then posts to `url`',
      ...writing,
      body: schemas.DirectUpload,
      reply: schemas.Announced,
      handle: async call => {
        const { path, filename, content_type, size, ...given } = call.body;
        const panel = await panelOfRequest(db, call);
        const placement = placementOfJson(pathOf(path, filename), given, most.metadataBytes);
        return announceUpload(services, panel.id, placement, {
          contentType: announcedType(content_type),
          sizeBytes: size,
        });
      },
    }),
    endpoint({
      path: `${STORAGE}/upload/complete`,
      summary: 'Makes a file of what was posted',
      ...writing,
      body: schemas.UploadId,
      reply: schemas.File,
      handle: async call => {
        const panel = await panelOfRequest(db, call);
        return told(await completeUpload(services, panel, call.body.upload_id, call.signal));
      },
    }),
  ];
}

function readingEndpoints(services: StorageServices): Endpoint[] {
  const { database, limits: most } = services;
  const db = database.query;
  const fields = storedFileFields(most);
  return [
    endpoint({
      path: `${STORAGE}/list`,
      summary: 'Lists the files of a directory, newest first, and the names of its sub-folders',
      ...reading,
      body: schemas.List,
      reply: schemas.Files,
      handle: async call => {
        const { params = {}, links = true, recursive = false, ...place } = call.body;
        const panel = await panelOfRequest(db, call);
        const { files, folders } = await listFiles(db, fields, panel, { ...place, recursive }, params);
        return { files: files.map(row => (links ? linked(services, panel, row) : fileOf(row, panel))), folders };
      },
    }),
    endpoint({
      path: `${STORAGE}/count`,
      summary: 'Counts files',
      ...reading,
      body: schemas.Place,
      reply: Type.Integer(),
      handle: async call => {
        const { params = {}, recursive = true, ...place } = call.body;
        const panel = await panelOfRequest(db, call);
        return countFiles(db, fields, panel, { ...place, recursive }, params);
      },
    }),
    endpoint({
      path: `${STORAGE}/get`,
      summary: 'Reads one file by its id or path',
      ...reading,
      body: schemas.FileName,
      reply: schemas.File,
      handle: async call => {
        const { id, path } = call.body;
        if ((id === undefined) === (path === undefined)) throw validationError('body', 'must name an id or a path');
        const panel = await panelOfRequest(db, call);
        const file = await requireFile(db, panel, id === undefined ? { path: path ?? '' } : { id });
        requireRight(panel.file_storage, file.folder, 'read');
        return linked(services, panel, file);
      },
    }),
    endpoint({
      path: `${STORAGE}/url`,
      summary: 'Makes links to files',
      ...reading,
      body: Type.Object({
        ids: schemas.fileIds(most),
        ttl_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: most.linkMinutes })),
        download: Type.Optional(Type.Boolean()),
      }),
      reply: Type.Array(schemas.LinkReply),
      handle: async call => {
        const { ids, ttl_minutes: minutes, download = false } = call.body;
        const panel = await panelOfRequest(db, call);
        const files = await Promise.all(ids.map(id => requireFile(db, panel, { id })));
        return files.map(file => {
          requireRight(panel.file_storage, file.folder, 'read');
          const { url, expiresAt } = linkTo(services, panel, file, { download, minutes });
          return { id: file.id, url, expires_at: expiresAt };
        });
      },
    }),
    endpoint({
      path: `${STORAGE}/usage`,
      summary: "Tells how much the panel's files take",
      ...reading,
      body: Type.Object({}),
      reply: schemas.Usage,
      handle: async call => usageOf(db, await panelOfRequest(db, call)),
    }),
  ];
}

function changingEndpoints(services: StorageServices): Endpoint[] {
  const { database, limits: most } = services;
  const db = database.query;
  return [
    endpoint({
      path: `${STORAGE}/update`,
      summary: 'Moves a file, or replaces its metadata or record',
      ...writing,
      body: schemas.Update,
      reply: schemas.File,
      handle: async call => {
        const { id, path, metadata, record, unlink_record = false } = call.body;
        if (record && unlink_record) throw validationError('record', 'can not go with unlink_record');
        const changes = {
          ...(metadata !== undefined && { metadata: metadataOf(metadata, most.metadataBytes) }),
          ...(record && { record: { collection: record.collection, key: record.key.toLowerCase() } }),
          ...(unlink_record && { record: null }),
        };
        const panel = await panelOfRequest(db, call);
        const changed = await updateFile(services, panel.id, id, ({ name }) => ({
          ...changes,
          ...(path !== undefined && { path: pathOf(path, name) }),
        }));
        return linked(services, changed.panel, changed.row);
      },
    }),
    endpoint({
      path: `${STORAGE}/delete`,
      summary: 'Deletes a file; its links are dead at once',
      ...writing,
      body: schemas.FileId,
      reply: Accepted,
      handle: async call => {
        const panel = await panelOfRequest(db, call);
        await deleteFile(services, panel.id, call.body.id);
        return accepted;
      },
    }),
    endpoint({
      path: `${STORAGE}/delete-many`,
      summary: 'Deletes files in order, and stops at the first failure',
      ...writing,
      body: Type.Object({ ids: schemas.fileIds(most) }),
      reply: Accepted,
      handle: async call => {
        const panel = await panelOfRequest(db, call);
        for (const id of call.body.ids) await deleteFile(services, panel.id, id);
        return accepted;
      },
    }),
  ];
}

function announcedType(given: string): string {
  const declared = declaredType(given);
  if (declared) return declared.type + declared.parameters;
  if (given.trim().toLowerCase() !== UNKNOWN_TYPE) throw validationError('content_type', 'is no content type');
  return UNKNOWN_TYPE;
}

function linked(services: StorageServices, panel: PanelInUse, row: StoredFileRow): StoredFile {
  return withLinks(services, panel, fileOf(row, panel));
}
