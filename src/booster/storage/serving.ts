/** The routes that need no API key: links to files, and the forms of direct uploads. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { imageNotResizable, tooManyImageResizes, uploadNotFound, validationError } from '../../errors.ts';
import { withoutParameters } from '../../files/accepted-types.ts';
import { parseFileId } from '../../files/inline.ts';
import { closeSignal } from '../../http/close-signal.ts';
import { about } from '../../http/described.ts';
import { FormFile, type Link, Uuid } from '../../http/endpoint.ts';
import { AT_ONCE_BYTES, openBlob, type ServedFile, sendFile } from '../../http/file-reply.ts';
import { cacheSmallBlobs } from '../../platform/blobs/blob-cache.ts';
import { type Blobs, requireBlobKey } from '../../platform/blobs/blobs.ts';
import { chooseFormat, ImageRefused, ImagesBusy, isResizable, type Resizer } from '../../platform/images/resizer.ts';
import { POST_PATH, receivePost } from './direct.ts';
import type { StorageServices } from './files.ts';
import { createLinkResolver, type LinkedFile, type ResolveLink } from './link-resolver.ts';
import { FILE_LINK_PATH, type Grant } from './links.ts';

export interface ServingServices extends StorageServices {
  images: Resizer;
  resolveLink: ResolveLink;
  /** Caches the blobs that are read at once. */
  smallBlobs: Pick<Blobs, 'get' | 'read'>;
}

const SignedLink = Type.Object({
  id: Uuid,
  grant: about('What the link allows and until when, signed.', Type.String()),
});
const RequestedImage = Type.Object({
  w: about('The greatest width of an image, in pixels.', Type.Optional(Type.Integer({ minimum: 1, examples: [320] }))),
  h: about('The greatest height of an image, in pixels.', Type.Optional(Type.Integer({ minimum: 1, examples: [240] }))),
});
const DirectForm = Type.Object(
  { file: about('The file. It must be the last field.', FormFile) },
  { additionalProperties: Type.String() },
);

export function createServing(services: StorageServices, images: Resizer): ServingServices {
  const { cachedBytes: limitBytes } = fixedLimits.storage;
  return {
    ...services,
    images,
    resolveLink: createLinkResolver(services),
    smallBlobs: cacheSmallBlobs(services.blobs, { limitBytes, largestBytes: AT_ONCE_BYTES }),
  };
}

export const storageLinks: Link<ServingServices>[] = [
  {
    method: 'GET',
    path: `${FILE_LINK_PATH}/:id/:grant`,
    cors: true,
    reference: {
      operationId: 'boosterStorageFile',
      summary: 'Download a file of a panel by its signed link',
      description: 'Answers ranges and conditional requests. Images can be asked for in a smaller size.',
      tier: 'default',
      params: SignedLink,
      query: RequestedImage,
      reply: FormFile,
      replyType: '*/*',
      failures: [403, 404, 416, 422],
    },
    async handle(services, request, reply) {
      const { file, grant } = await services.resolveLink(request.params);
      const size = parseRequestedSize(request.query);
      const isResized = size !== undefined && isResizable(file.content_type);
      const served = isResized
        ? await serveResized(services, file, size, { request, reply })
        : serveWhole(services.smallBlobs, file);
      if (isResized) reply.header('vary', 'accept');
      return sendFile(request, reply, served, {
        disposition: grant.download || !isShownInline(file.content_type) ? 'attachment' : 'inline',
        cacheControl: cacheControl(grant),
      });
    },
  },
  {
    method: 'POST',
    path: `${POST_PATH}/:id`,
    cors: true,
    reference: {
      operationId: 'boosterStorageUpload',
      summary: 'Upload a file directly, with the form of `upload/init`',
      description: 'Send the `fields` of `upload/init` first, and the file last.',
      tier: 'default',
      params: Type.Object({ id: Uuid }),
      form: DirectForm,
      status: 204,
      failures: [403, 404, 422],
    },
    async handle(services, request, reply) {
      const { id } = Object(request.params);
      if (parseFileId(id) === undefined) throw uploadNotFound();
      await receivePost(services, request, id, closeSignal(reply));
      return reply.code(204).send();
    },
  },
];

/** Whether a browser may show the file. A file that could run scripts is always downloaded. */
function isShownInline(contentType: string): boolean {
  const type = withoutParameters(contentType);
  return (/^(image|audio|video)\//.test(type) && !/[+/]xml$/.test(type)) || type === 'application/pdf';
}

function cacheControl({ expiresAt }: Grant): string {
  if (expiresAt === null) return 'public, max-age=0, must-revalidate';
  return `private, max-age=${Math.floor((expiresAt - Date.now()) / 1000)}`;
}

function serveWhole(blobs: Pick<Blobs, 'get' | 'read'>, file: LinkedFile): ServedFile {
  return {
    filename: file.name,
    contentType: file.content_type,
    sizeBytes: file.size,
    tag: file.sha256,
    open: openBlob(blobs, requireBlobKey(file.blob_key), file.size),
  };
}

async function serveResized(
  { blobs, images }: ServingServices,
  file: LinkedFile,
  size: RequestedSize,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<ServedFile> {
  const format = chooseFormat(request.headers.accept, file.content_type);
  const source = {
    name: file.sha256,
    owner: file.owner,
    read: () => blobs.read(requireBlobKey(file.blob_key), file.size),
  };
  const image = await images.resize(source, { ...size, format }, closeSignal(reply)).catch(throwImageError);
  return {
    filename: file.name,
    contentType: image.contentType,
    sizeBytes: image.sizeBytes,
    tag: `${file.sha256}-${size.width}x${size.height}-${format}`,
    open: async range => (range ? image.bytes.subarray(range.start, range.end + 1) : image.bytes),
  };
}

function throwImageError(error: unknown): never {
  if (error instanceof ImageRefused) throw imageNotResizable();
  throw error instanceof ImagesBusy ? tooManyImageResizes() : error;
}

interface RequestedSize {
  width: number;
  height: number;
}

/** A side that is not requested is limited too, because that of a narrow image may be far longer. */
function parseRequestedSize(query: unknown): RequestedSize | undefined {
  const { w, h } = Object(query);
  if (w === undefined && h === undefined) return undefined;
  return { width: parsePixels('w', w), height: parsePixels('h', h) };
}

function parsePixels(name: string, value: unknown): number {
  if (value === undefined) return fixedLimits.images.pixels;
  if (typeof value !== 'string' || !/^[1-9]\d{0,5}$/.test(value))
    throw validationError(name, 'must be a number of pixels');
  return Math.min(Number(value), fixedLimits.images.pixels);
}
