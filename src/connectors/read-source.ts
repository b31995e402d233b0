/** Gets the document that somebody wants to import, and reads it in a thread. */
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import {
  chooseDocumentSource,
  documentNotReadable,
  fileNotFound,
  fileTooLarge,
  galleryEntryNotFound,
} from '../errors.ts';
import { statusLine } from '../nodes/http-sending.ts';
import { type Blobs, requireBlobKey } from '../platform/blobs/blobs.ts';
import { OutboundError, type OutboundHttp } from '../platform/outbound/outbound.ts';
import { ThreadError, type ThreadPool } from '../platform/threads/thread-pool.ts';
import type { GalleryEntry } from './gallery/entry.ts';
import { findInGallery } from './gallery/gallery.ts';
import type { ImportedApi } from './openapi/contract.ts';
import type { ImportInput } from './openapi/import-thread.ts';
import type { DocumentSource } from './schemas.ts';

const THREAD = new URL('./openapi/import-thread.ts', import.meta.url);
const { documentBytes, fetch, import: importing } = fixedLimits.connector;
const SOURCES = ['url', 'document', 'file_id'] as const;

export interface SourceServices {
  database: HeddleDatabase;
  blobs: Blobs;
  http: OutboundHttp;
  threads: ThreadPool;
}

export interface ReadDocument {
  api: ImportedApi;
  content: Uint8Array;
  /** Where it was read. */
  url: string | null;
  gallery: GalleryEntry | undefined;
}

/** `galleryOf` is the entry that the connector was made from, whose changes apply to a newer document as well. */
export async function readSource(
  services: SourceServices,
  userId: string,
  source: DocumentSource,
  { signal, galleryOf }: { signal: AbortSignal; galleryOf?: string | null },
): Promise<ReadDocument> {
  const given = SOURCES.filter(name => source[name] !== undefined);
  // An entry of the gallery has a URL, but its document can also be given by those who can not reach it.
  const isEnough = source.gallery !== undefined && given.length === 0;
  if (given.length !== 1 && !isEnough) throw chooseDocumentSource([...SOURCES, 'gallery']);
  const slug = source.gallery ?? galleryOf ?? undefined;
  const gallery = slug === undefined ? undefined : findInGallery(slug);
  if (source.gallery !== undefined && !gallery) throw galleryEntryNotFound(source.gallery);
  const url = source.url ?? (isEnough ? gallery?.documentUrl : undefined) ?? null;
  const content = await getContent(services, userId, { ...source, url }, signal);
  const input: ImportInput = { content, url, ...(gallery && { overlay: gallery.overlay }) };
  return { api: await importInThread(services.threads, input, userId, signal), content, url, gallery };
}

async function getContent(
  services: SourceServices,
  userId: string,
  { url, document, file_id }: Omit<DocumentSource, 'url'> & { url: string | null },
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (url !== null) return fetchDocument(services.http, url, signal);
  if (file_id !== undefined) return readFile(services, userId, file_id);
  const content = Buffer.from(document ?? '');
  if (content.byteLength > documentBytes) throw tooLarge();
  return content;
}

async function fetchDocument(http: OutboundHttp, url: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const reply = await http.request({
      url,
      headers: { 'User-Agent': 'Heddle', Accept: 'application/json, application/yaml, */*' },
      timeoutMs: fetch.timeoutMs,
      limitBytes: documentBytes,
      maxRedirects: fetch.redirects,
      signal,
    });
    if (reply.status !== 200) throw notFetched(`the server answered ${statusLine(reply)}`);
    return reply.body;
  } catch (error) {
    throw error instanceof OutboundError ? notFetched(error.message) : error;
  }
}

async function readFile({ database, blobs }: SourceServices, userId: string, fileId: string): Promise<Uint8Array> {
  const file = await database.query
    .selectFrom('files')
    .select(['blob_key', 'size'])
    .where('id', '=', fileId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!file) throw fileNotFound();
  const size = Number(file.size);
  if (size > documentBytes) throw fileTooLarge(documentBytes);
  return blobs.read(requireBlobKey(file.blob_key), size);
}

async function importInThread(
  threads: ThreadPool,
  input: ImportInput,
  owner: string,
  signal: AbortSignal,
): Promise<ImportedApi> {
  try {
    return await threads.run<ImportedApi>(THREAD, input, { owner, ...importing, signal });
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error;
    if (error.reason === 'failed' && error.thrown === 'BadInput') throw documentNotReadable(error.message);
    if (error.reason === 'timeout') {
      throw documentNotReadable(`The document takes longer than ${importing.timeoutMs / 1000} seconds to read`);
    }
    if (error.reason === 'memory') {
      throw documentNotReadable(`The document needs more than ${importing.memoryMb} MB of memory to read`);
    }
    throw error;
  }
}

function notFetched(reason: string) {
  return documentNotReadable(`The document could not be fetched: ${reason}`);
}

function tooLarge() {
  return documentNotReadable(`The document is larger than ${documentBytes / MEGABYTE} MB`);
}
