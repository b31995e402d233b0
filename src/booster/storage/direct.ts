/**
 * Direct upload: the client announces a file, posts it past the API, and completes it.
 *
 *   init ──▶ announced: storage is reserved, and a form lets anybody post exactly so many bytes for an hour
 *              ── complete ──▶ the posted bytes pass the gate like any others ──▶ a file
 *              ── the hour ends ──▶ nothing
 *
 * With S3 the client posts the form straight to the bucket, otherwise to a route of ours that makes the same checks.
 * The form can be posted again for as long as it is valid, so the posted bytes can change after any check. Completing
 * therefore copies the bytes to a key that nobody else can write to, and checks the copy.
 */

import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Reservation } from '../../accounts/account.ts';
import { lockAccounts, release, reserve } from '../../accounts/reservations.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import {
  ApiError,
  directUploadUnavailable,
  fileNotUploaded,
  requestAborted,
  uploadedSizeDiffers,
  uploadedTypeDiffers,
  uploadFormChanged,
  uploadNotFound,
  validationError,
} from '../../errors.ts';
import { acceptContent } from '../../files/accept-content.ts';
import { withoutParameters } from '../../files/accepted-types.ts';
import { parseDeclaredType } from '../../files/names.ts';
import { readForm } from '../../files/read-form.ts';
import { BlobNotFound, type Blobs, newBlobKey, requireBlobKey } from '../../platform/blobs/blobs.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId, newSecret, secretsEqual } from '../../platform/ids.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import { requireRecord } from '../records/store.ts';
import type { BoosterTables, PanelRow } from '../tables.ts';
import { requireCapacity } from './capacity.ts';
import { panelAccount, type StorageServices } from './files.ts';
import { acceptedTypes, requireAcceptedFile } from './folders.ts';
import { getFolder, getName } from './paths.ts';
import { calculateGrowth, checkPlacement, type Placement, type Stored, writeStoredFile } from './storing.ts';

export const POST_PATH = '/api/v3/booster/storage/upload';

type UploadRow = Selectable<BoosterTables['booster_uploads']>;

interface Announcement {
  upload_id: string;
  url: string;
  fields: Record<string, string>;
  expires_at: number;
}

const MINUTE_MS = 60_000;

export async function announceUpload(
  services: StorageServices,
  panelId: string,
  placement: Placement,
  announced: { contentType: string; sizeBytes: number },
): Promise<Announcement> {
  const { database, limits, publicUrl, blobs } = services;
  if (!limits.directUpload) throw directUploadUnavailable();
  const upload = await database.query.transaction().execute(async transaction => {
    const panel = await lockEnabledPanelForNoKeyUpdate(transaction, panelId);
    const replaced = await checkPlacement(transaction, panel, placement);
    requireAcceptedFile(panel.file_storage, placement.path, announced, limits);
    if (placement.record) await requireRecord(transaction, panel, placement.record);
    const growth = calculateGrowth(placement.path, announced.sizeBytes, replaced);
    await requireCapacity(transaction, panel, growth);
    const reservation = await reserve(transaction, panelAccount(panel), 'storage', Math.max(0, growth.bytes));
    const expires_at = new Date(Date.now() + limits.directUploadMinutes * MINUTE_MS);
    return insertUpload(transaction, panel, { placement, announced, growth, reservation, expires_at });
  });
  passPoint('direct.announced');
  const { id, blob_key, size: sizeBytes, content_type: contentType, expires_at: expiresAt } = upload;
  const form = (await blobs.presignPost?.(requireBlobKey(blob_key), { sizeBytes, contentType, expiresAt })) ?? {
    url: `${publicUrl()}${POST_PATH}/${id}`,
    fields: formFields(upload),
  };
  return { upload_id: id, ...form, expires_at: expiresAt.getTime() };
}

/** Receives the form of an upload when no storage service does. When this throws, nothing is left behind. */
export async function receivePost(services: StorageServices, request: FastifyRequest, id: string, signal: AbortSignal) {
  const { database, blobs, limits } = services;
  const upload = await findOpenUpload(database.query, id);
  if (!upload || blobs.presignPost) throw uploadNotFound();
  const key = requireBlobKey(upload.blob_key);
  const fields = new Map<string, string>();
  let isStored = false;
  try {
    const formLimits = { fileBytes: limits.fileBytes, fieldBytes: fixedLimits.formFieldBytes };
    for await (const part of readForm(request, formLimits)) {
      if (part.type === 'field') {
        fields.set(part.name, part.value);
        continue;
      }
      requireSameFields(fields, upload);
      requireSameType(part.contentType, upload);
      const content = requireExactSize(part.content, upload.size);
      await blobs.put(key, content, { limitBytes: upload.size, signal });
      isStored = true;
      passPoint('direct.posted');
    }
    if (!isStored) throw validationError('file', 'is required');
    // Fields that follow the file are not part of the form that the client got.
    requireSameFields(fields, upload);
  } catch (error) {
    if (isStored) await blobs.delete(key).catch(() => {});
    throw signal.aborted ? requestAborted() : error;
  }
}

export async function completeUpload(
  services: StorageServices,
  panel: PanelRow,
  id: string,
  signal: AbortSignal,
): Promise<Stored> {
  const { database, blobs } = services;
  const upload = await findOpenUpload(database.query, id);
  if (upload?.panel_id !== panel.id) throw uploadNotFound();
  const { path, size, content_type: declaredType, reservation } = upload;
  const content = await acceptContent(services, {
    filename: getName(path),
    declaredType,
    content: await openPostedContent(blobs, upload, signal),
    limitBytes: size,
    chargeTo: reservation,
    acceptedTypes: acceptedTypes(panel.file_storage, getFolder(path)),
    signal,
  });
  passPoint('direct.taken-in');
  try {
    const stored = await database.query.transaction().execute(async transaction => {
      const locked = await lockEnabledPanelForNoKeyUpdate(transaction, panel.id);
      const { numDeletedRows } = await transaction
        .deleteFrom('booster_uploads')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw uploadNotFound();
      passPoint('direct.removed');
      return { panel: locked, row: await writeStoredFile(services, transaction, locked, upload, content) };
    });
    passPoint('direct.stored');
    return stored;
  } catch (error) {
    // After any other error, the commit may have happened although its answer was lost. The daily sweep then finds the
    // blob if nothing refers to it.
    if (error instanceof ApiError) await blobs.delete(content.blobKey).catch(() => {});
    throw error;
  }
}

/** The database leaves tombstones for the blobs of uploads that are deleted. */
export async function discardExpiredUploads(db: Query): Promise<void> {
  await db.transaction().execute(async transaction => {
    const expired = await transaction
      .deleteFrom('booster_uploads')
      .where('expires_at', '<', new Date())
      .returning('reservation')
      .execute();
    await lockAccounts(
      transaction,
      expired.map(({ reservation }) => reservation.account),
    );
    for (const { reservation } of expired) await release(transaction, reservation);
    passPoint('direct.expired');
  });
}

export async function findUploadBlobKeys(db: Query, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('booster_uploads').select('blob_key').where('blob_key', 'in', keys).execute();
  return rows.map(row => row.blob_key);
}

async function insertUpload(
  transaction: Query,
  panel: PanelRow,
  upload: {
    placement: Placement;
    announced: { contentType: string; sizeBytes: number };
    growth: { files: number; bytes: number };
    reservation: Reservation;
    expires_at: Date;
  },
): Promise<UploadRow> {
  const { placement, announced, growth, reservation, expires_at } = upload;
  return transaction
    .insertInto('booster_uploads')
    .values({
      id: newId(),
      panel_id: panel.id,
      path: placement.path,
      size: announced.sizeBytes,
      content_type: announced.contentType,
      metadata: toStorableJson(placement.metadata),
      record: placement.record && toStorableJson(placement.record),
      overwrite: placement.overwrite,
      rename: placement.rename,
      blob_key: newBlobKey(),
      secret: newSecret(),
      reservation: toStorableJson(reservation),
      reserved_files: growth.files,
      // An upload that will free storage does so only when it is completed.
      reserved_bytes: Math.max(0, growth.bytes),
      expires_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function findOpenUpload(db: Query, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('booster_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
}

/** The fields of our own form. A form in which one is missing, added or changed is refused. */
function formFields({ id, content_type, size, expires_at, secret }: UploadRow): Record<string, string> {
  return {
    upload_id: id,
    'Content-Type': content_type,
    size: String(size),
    expires_at: String(expires_at.getTime()),
    secret,
  };
}

function requireSameFields(fields: ReadonlyMap<string, string>, upload: UploadRow): void {
  const expected = Object.entries(formFields(upload));
  const isSame = expected.every(([name, value]) => secretsEqual(fields.get(name) ?? '', value));
  if (!isSame || fields.size !== expected.length) throw uploadFormChanged();
}

function requireSameType(contentType: string, upload: UploadRow): void {
  const declared = parseDeclaredType(contentType)?.type;
  // The form parser reports `text/plain` for a part that declares no type.
  if (!declared || declared === 'text/plain') return;
  if (declared !== withoutParameters(upload.content_type)) throw uploadedTypeDiffers();
}

async function* requireExactSize(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let seen = 0;
  for await (const chunk of content) {
    seen += chunk.byteLength;
    if (seen > bytes) break;
    yield chunk;
  }
  if (seen !== bytes) throw uploadedSizeDiffers();
}

async function openPostedContent(blobs: Blobs, { blob_key, size }: UploadRow, signal: AbortSignal) {
  const { stream, sizeBytes } = await blobs.get(requireBlobKey(blob_key), { signal }).catch(error => {
    throw error instanceof BlobNotFound ? fileNotUploaded() : error;
  });
  if (sizeBytes === size) return stream;
  stream.destroy();
  throw uploadedSizeDiffers();
}
