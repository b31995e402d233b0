/** `/api/v3/booster/storage/private`: the files of a panel. */

import Type from 'typebox';
import { fixedLimits, MEGABYTE } from '../../configuration/limits.ts';
import { dataNotBase64, metadataTooLarge, validationError } from '../../errors.ts';
import { decodeBase64, decodedBase64Bytes } from '../../files/base64.ts';
import { parseInlineData } from '../../files/inline.ts';
import { parseDeclaredType, UNKNOWN_TYPE } from '../../files/names.ts';
import { about } from '../../http/described.ts';
import { Accepted, accepted, type Call, type Endpoint, endpointWith } from '../../http/endpoint.ts';
import { PanelHeader, requireRequestedPanel } from '../access.ts';
import { changeRequestedPanel } from '../requested-changes.ts';
import type { PanelRow } from '../tables.ts';
import { deleteFile, updateFile } from './changes.ts';
import { announceUpload, completeUpload } from './direct.ts';
import {
  requireStoredFile,
  type StorageLimits,
  type StorageServices,
  type StoredFileRow,
  toStoredFile,
} from './files.ts';
import { requireRight } from './folders.ts';
import { createLink, withLinks } from './links.ts';
import { countFiles, listFiles, readStorageUsage, storedFileFields } from './listing.ts';
import { checkMetadata } from './metadata.ts';
import { parsePath } from './paths.ts';
import { parseJsonPlacement } from './placements.ts';
import * as schemas from './schemas.ts';
import type { StoredFile } from './stored-file.ts';
import type { Stored } from './storing.ts';
import { uploadFile, uploadForm } from './uploading.ts';

const STORAGE = '/api/v3/booster/storage/private';
/** What a JSON body may have beside a file in base64. */
const SURROUNDING_BYTES = 10 * MEGABYTE;
const reading = { scope: 'service.booster.storage', tier: 'default', headers: PanelHeader } as const;
const writing = { scope: 'service.booster.storage.write', tier: 'default', headers: PanelHeader } as const;
const changing = { ...writing, startsRuns: true } as const;

const endpoint = endpointWith<StorageServices>();

export function storageEndpoints(limits: StorageLimits): Endpoint<StorageServices>[] {
  return [
    ...uploadEndpoints(limits),
    ...listingEndpoints(limits),
    ...readingEndpoints(limits),
    ...changingEndpoints(limits),
  ];
}

function uploadEndpoints(limits: StorageLimits): Endpoint<StorageServices>[] {
  return [
    endpoint({
      path: `${STORAGE}/upload`,
      failures: [409],
      summary: 'Stores a file: a multipart form with the fields `file` and `path`',
      ...changing,
      form: schemas.UploadForm,
      reply: schemas.File,
      handle: (services, call) =>
        storeFor(services, call, (services, panel) => uploadForm(services, panel, call.request, call.signal)),
    }),
    endpoint({
      path: `${STORAGE}/upload-b64`,
      failures: [409],
      summary: 'Stores a file that is sent as base64 or as a data URL',
      ...changing,
      body: schemas.Base64Upload,
      // Base64 takes four characters for three bytes, and other fields surround it.
      bodyBytes: Math.ceil(limits.fileBytes * 1.4) + SURROUNDING_BYTES,
      // No other field may be as long as the data.
      longStringBytes: fixedLimits.storage.fieldBytes,
      reply: schemas.File,
      handle: (services, call) =>
        storeFor(services, call, async (services, panel) => {
          const { path, data, content_type, ...options } = call.body;
          const { longTexts } = call;
          const { base64, type } = parseInlineData(data, longTexts);
          if (longTexts.size > (typeof base64 === 'string' ? 0 : 1)) {
            const metadata = JSON.stringify(options.metadata ?? null);
            const isInMetadata = longTexts.withDigests(metadata) !== metadata;
            throw isInMetadata
              ? metadataTooLarge(limits.metadataBytes)
              : validationError('body', 'has a text that is too long');
          }
          const placement = parseJsonPlacement(parsePath(path), options, limits.metadataBytes);
          const atLeastBytes = await decodedBase64Bytes(base64);
          if (atLeastBytes === undefined) throw dataNotBase64();
          const sent = { content: decodeBase64(base64), declaredType: content_type || type, atLeastBytes };
          return uploadFile(services, panel, placement, { ...sent, signal: call.signal });
        }),
    }),
    endpoint({
      path: `${STORAGE}/upload/init`,
      failures: [409],
      summary: 'Announces a file that the client then posts to `url`',
      ...writing,
      body: schemas.DirectUpload,
      reply: schemas.Announced,
      handle: async (services, call) => {
        const { path, filename, content_type, size, ...options } = call.body;
        const panel = await requireRequestedPanel(services, call);
        const placement = parseJsonPlacement(parsePath(path, filename), options, limits.metadataBytes);
        return announceUpload(services, panel.id, placement, {
          contentType: parseAnnouncedType(content_type),
          sizeBytes: size,
        });
      },
    }),
    endpoint({
      path: `${STORAGE}/upload/complete`,
      failures: [409],
      summary: 'Makes a file of what was posted',
      ...changing,
      body: schemas.UploadId,
      reply: schemas.File,
      handle: (services, call) =>
        storeFor(services, call, (services, panel) =>
          completeUpload(services, panel, call.body.upload_id, call.signal),
        ),
    }),
  ];
}

function listingEndpoints(limits: StorageLimits): Endpoint<StorageServices>[] {
  const fields = storedFileFields(limits);
  return [
    endpoint({
      path: `${STORAGE}/list`,
      summary: 'Lists the files of a directory, newest first, and the names of its sub-folders',
      ...reading,
      body: schemas.FileListQuery,
      reply: schemas.Files,
      handle: async (services, call) => {
        const { params = {}, links = true, recursive = false, ...scope } = call.body;
        const panel = await requireRequestedPanel(services, call);
        const { query: db } = services.database;
        const { files, folders } = await listFiles(db, fields, panel, { ...scope, recursive }, params);
        return {
          files: files.map(row => (links ? toLinkedFile(services, panel, row) : toStoredFile(row, panel))),
          folders,
        };
      },
    }),
    endpoint({
      path: `${STORAGE}/count`,
      summary: 'Counts files',
      ...reading,
      body: schemas.FileCountQuery,
      reply: Type.Integer(),
      handle: async (services, call) => {
        const { params = {}, recursive = true, ...scope } = call.body;
        const panel = await requireRequestedPanel(services, call);
        return countFiles(services.database.query, fields, panel, { ...scope, recursive }, params);
      },
    }),
  ];
}

function readingEndpoints(limits: StorageLimits): Endpoint<StorageServices>[] {
  return [
    endpoint({
      path: `${STORAGE}/get`,
      summary: 'Reads one file by its id or path',
      ...reading,
      body: schemas.FileName,
      reply: schemas.File,
      handle: async (services, call) => {
        const { id, path } = call.body;
        if ((id === undefined) === (path === undefined)) throw validationError('body', 'must name an id or a path');
        const panel = await requireRequestedPanel(services, call);
        const name = id === undefined ? { path: path ?? '' } : { id };
        const file = await requireStoredFile(services.database.query, panel, name);
        requireRight(panel.file_storage, file.folder, 'read');
        return toLinkedFile(services, panel, file);
      },
    }),
    endpoint({
      path: `${STORAGE}/url`,
      summary: 'Makes links to files',
      ...reading,
      body: Type.Object({
        ids: schemas.fileIds(limits),
        ttl_minutes: about(
          'For how many minutes the link works.',
          Type.Optional(Type.Integer({ minimum: 1, maximum: limits.linkMinutes })),
        ),
        download: about('Whether browsers save the file instead of showing it.', Type.Optional(Type.Boolean())),
      }),
      reply: Type.Array(schemas.LinkReply),
      handle: async (services, call) => {
        const { ids, ttl_minutes: minutes, download = false } = call.body;
        const panel = await requireRequestedPanel(services, call);
        const files = await Promise.all(ids.map(id => requireStoredFile(services.database.query, panel, { id })));
        return files.map(file => {
          requireRight(panel.file_storage, file.folder, 'read');
          const { url, expiresAt } = createLink(services, panel, file, { download, minutes });
          return { id: file.id, url, expires_at: expiresAt };
        });
      },
    }),
    endpoint({
      path: `${STORAGE}/usage`,
      summary: "Returns how much storage the panel's files take",
      ...reading,
      body: Type.Object({}),
      reply: schemas.StorageUsage,
      handle: async (services, call) =>
        readStorageUsage(services.database.query, await requireRequestedPanel(services, call)),
    }),
  ];
}

function changingEndpoints(limits: StorageLimits): Endpoint<StorageServices>[] {
  return [
    endpoint({
      path: `${STORAGE}/update`,
      failures: [409],
      summary: 'Moves a file, or replaces its metadata or record',
      ...changing,
      body: schemas.Update,
      reply: schemas.File,
      handle: async (services, call) => {
        const { id, path, metadata, record, unlink_record = false } = call.body;
        if (record && unlink_record) throw validationError('record', 'can not go with unlink_record');
        const changes = {
          ...(metadata !== undefined && { metadata: checkMetadata(metadata, limits.metadataBytes) }),
          ...(record && { record: { collection: record.collection, key: record.key.toLowerCase() } }),
          ...(unlink_record && { record: null }),
        };
        return storeFor(services, call, (services, panel) =>
          updateFile(services, panel.id, id, ({ name }) => ({
            ...changes,
            ...(path !== undefined && { path: parsePath(path, name) }),
          })),
        );
      },
    }),
    endpoint({
      path: `${STORAGE}/delete`,
      summary: 'Deletes a file; its links are dead at once',
      ...changing,
      body: schemas.FileId,
      reply: Accepted,
      handle: async (services, call) => {
        await changeRequestedPanel(services, call, (services, panel) => deleteFile(services, panel.id, call.body.id));
        return accepted;
      },
    }),
    endpoint({
      path: `${STORAGE}/delete-many`,
      summary: 'Deletes files in order, and stops at the first failure',
      ...changing,
      body: Type.Object({ ids: schemas.fileIds(limits) }),
      reply: Accepted,
      handle: async (services, call) => {
        await changeRequestedPanel(services, call, async (services, panel) => {
          for (const id of call.body.ids) await deleteFile(services, panel.id, id);
        });
        return accepted;
      },
    }),
  ];
}

/** Stores or changes a file on behalf of the caller, and answers with the file. */
async function storeFor(
  services: StorageServices,
  call: Call,
  store: (services: StorageServices, panel: PanelRow) => Promise<Stored>,
): Promise<StoredFile> {
  const { panel, row } = await changeRequestedPanel(services, call, store);
  return toLinkedFile(services, panel, row);
}

function parseAnnouncedType(announced: string): string {
  const declared = parseDeclaredType(announced);
  if (declared) return declared.type + declared.parameters;
  if (announced.trim().toLowerCase() !== UNKNOWN_TYPE) throw validationError('content_type', 'is no content type');
  return UNKNOWN_TYPE;
}

function toLinkedFile(services: StorageServices, panel: PanelRow, row: StoredFileRow): StoredFile {
  return withLinks(services, panel, toStoredFile(row, panel));
}
