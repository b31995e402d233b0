/** What is reached without a key: links to files, and the forms of direct uploads. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../configuration/limits.ts';
import { imageNotResized, imagesBusy, uploadNotFound, validationError } from '../../errors.ts';
import { fileIdOf } from '../../files/inline.ts';
import { closing } from '../../http/closing.ts';
import type { Link } from '../../http/endpoint.ts';
import { openBlob, type ServedFile, sendFile } from '../../http/file-reply.ts';
import { type Blobs, requireBlobKey } from '../../platform/blobs/blobs.ts';
import { formatFor, ImageRefused, ImagesBusy, isResizable, type Resizer } from '../../platform/images/resizer.ts';
import { POSTS, receivePost } from './direct.ts';
import type { StorageServices } from './files.ts';
import { withoutParameters } from './folders.ts';
import { type LinkedFile, linkFollower } from './linked-files.ts';
import { type Grant, LINKS } from './links.ts';

export interface ServingServices extends StorageServices {
  images: Resizer;
}

export function storageLinks(services: ServingServices): Link[] {
  const follow = linkFollower(services.database);
  return [
    {
      method: 'GET',
      path: `${LINKS}/:id/:grant`,
      cors: true,
      async handle(request, reply) {
        const { file, grant } = await follow(request.params);
        const size = wantedSize(request.query);
        const isResized = size !== undefined && isResizable(file.content_type);
        const served = isResized
          ? await resized(services, file, size, { request, reply })
          : whole(services.blobs, file);
        if (isResized) reply.header('vary', 'accept');
        return sendFile(request, reply, served, {
          disposition: grant.download || !isShown(file.content_type) ? 'attachment' : 'inline',
          cacheControl: cacheControl(grant),
        });
      },
    },
    {
      method: 'POST',
      path: `${POSTS}/:id`,
      cors: true,
      async handle(request, reply) {
        const { id } = Object(request.params);
        if (fileIdOf(id) === undefined) throw uploadNotFound();
        await receivePost(services, request, id, closing(reply));
        return reply.code(204).send();
      },
    },
  ];
}

/** Whether a browser shows it. What could run something is always downloaded. */
function isShown(contentType: string): boolean {
  const type = withoutParameters(contentType);
  return (/^(image|audio|video)\//.test(type) && !/[+/]xml$/.test(type)) || type === 'application/pdf';
}

function cacheControl({ expiresAt }: Grant): string {
  if (expiresAt === null) return 'public, max-age=0, must-revalidate';
  return `private, max-age=${Math.floor((expiresAt - Date.now()) / 1000)}`;
}

function whole(blobs: Blobs, file: LinkedFile): ServedFile {
  return {
    filename: file.name,
    contentType: file.content_type,
    sizeBytes: file.size,
    tag: file.sha256,
    open: openBlob(blobs, requireBlobKey(file.blob_key), file.size),
  };
}

async function resized(
  { blobs, images }: ServingServices,
  file: LinkedFile,
  size: WantedSize,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<ServedFile> {
  const format = formatFor(request.headers.accept, file.content_type);
  const source = {
    name: file.sha256,
    owner: file.owner,
    read: () => blobs.read(requireBlobKey(file.blob_key), file.size),
  };
  const image = await images.resize(source, { ...size, format }, closing(reply)).catch(explain);
  return {
    filename: file.name,
    contentType: image.contentType,
    sizeBytes: image.sizeBytes,
    tag: `${file.sha256}-${size.width}x${size.height}-${format}`,
    open: async range => (range ? image.bytes.subarray(range.start, range.end + 1) : image.bytes),
  };
}

function explain(error: unknown): never {
  if (error instanceof ImageRefused) throw imageNotResized();
  throw error instanceof ImagesBusy ? imagesBusy() : error;
}

interface WantedSize {
  width: number;
  height: number;
}

/** A side that is not asked for is bounded too: that of a narrow image may be far longer. */
function wantedSize(query: unknown): WantedSize | undefined {
  const { w, h } = Object(query);
  if (w === undefined && h === undefined) return undefined;
  return { width: pixelsOf('w', w), height: pixelsOf('h', h) };
}

function pixelsOf(name: string, value: unknown): number {
  if (value === undefined) return limits.images.pixels;
  if (typeof value !== 'string' || !/^[1-9]\d{0,5}$/.test(value))
    throw validationError(name, 'must be a number of pixels');
  return Math.min(Number(value), limits.images.pixels);
}
