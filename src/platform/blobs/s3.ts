import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  type BlobKey,
  BlobNotFound,
  type BlobReader,
  type Blobs,
  type GetOptions,
  isBlobKey,
  type ListedBlob,
  newBlobKey,
  type PostConditions,
  type PostForm,
  type PutOptions,
  requireBlobKey,
  type StoredBlob,
} from './blobs.ts';
import { MeteredSource } from './metering.ts';
import { signPostFields } from './post-policy.ts';

export interface S3Settings {
  /** The default is Amazon's endpoint of the region. */
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Uses `endpoint/bucket/key` instead of `bucket.endpoint/key`, as most servers other than Amazon's require. */
  forcePathStyle: boolean;
  /** The beginning of every object's name, so that the bucket can be used for other things too. */
  prefix?: string;
  /** The number of entries in one page of a listing. The default is the server's, at most 1,000; tests use fewer. */
  listPageSize?: number;
}

/**
 * Stores blobs as objects in one bucket of any S3-compatible store. By the protocol an object appears as a whole or not
 * at all: up to one part is sent in a single request, more in a multipart upload, which is aborted when it fails.
 *
 * This module loads the AWS SDK, so import it only when S3 is configured.
 */
export function openS3Blobs(settings: S3Settings): Blobs {
  return new S3Blobs(settings);
}

class S3Blobs implements Blobs {
  readonly #settings: S3Settings;
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#client = createClient(settings);
    this.#prefix = settings.prefix ?? '';
  }

  /** After the end of the source, the last request is no longer aborted, because its outcome would be unknown. */
  async put(key: BlobKey, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob> {
    const metered = new MeteredSource(source, options);
    const object = this.#toObject(key);
    const upload = new Upload({
      client: this.#client,
      params: { ...object, Body: Readable.from(metered) },
      partSize: Math.max(smallestPartBytes, Math.ceil(options.limitBytes / mostParts)),
      queueSize: partsAtOnce,
      // The cleanup of Upload ignores a failed completion, and an error of the cleanup hides the original one.
      leavePartsOnError: true,
    });
    try {
      await upload.done();
    } catch (error) {
      // The next sweepTemporary() removes what cannot be removed now. The caller gets the original error.
      if (upload.uploadId !== undefined) await this.#abortUpload(object.Key, upload.uploadId).catch(() => {});
      throw error;
    }
    return metered.toStoredBlob(key);
  }

  async get(key: BlobKey, { range, signal }: GetOptions = {}): Promise<BlobReader> {
    const command = new GetObjectCommand({
      ...this.#toObject(key),
      Range: range && `bytes=${range.start}-${range.end}`,
    });
    const found = await this.#client.send(command, { abortSignal: signal }).catch(error => {
      throw isMissing(error) ? new BlobNotFound(key, { cause: error }) : error;
    });
    if (!(found.Body instanceof Readable)) throw new Error('S3 answered without a body');
    const stream = signal ? addAbortSignal(signal, found.Body) : found.Body;
    return { stream, sizeBytes: wholeSizeBytes(found) };
  }

  async read(key: BlobKey, sizeBytes: number): Promise<Uint8Array> {
    const { stream, sizeBytes: found } = await this.get(key);
    const whole = await buffer(stream);
    if (whole.byteLength !== sizeBytes) throw new Error(`The blob ${key} has ${found} bytes, not ${sizeBytes}`);
    return whole;
  }

  async stat(key: BlobKey): Promise<{ sizeBytes: number }> {
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#toObject(key)));
      return { sizeBytes: requireNumber(found.ContentLength) };
    } catch (error) {
      if (!isMissing(error)) throw error;
      // A reply to HEAD has no body that would distinguish a missing blob from a missing bucket.
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#settings.bucket }));
      throw new BlobNotFound(key, { cause: error });
    }
  }

  async delete(key: BlobKey): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#toObject(key)));
  }

  async *list(): AsyncGenerator<ListedBlob, void, undefined> {
    const pages = paginateListObjectsV2(
      { client: this.#client, pageSize: this.#settings.listPageSize },
      { Bucket: this.#settings.bucket, Prefix: this.#prefix },
    );
    for await (const page of pages) {
      for (const { Key: name, Size: sizeBytes, LastModified: modifiedAt } of page.Contents ?? []) {
        const key = this.#toKey(name);
        if (key === undefined || modifiedAt === undefined) continue;
        yield { key, sizeBytes: requireNumber(sizeBytes), modifiedAt };
      }
    }
  }

  /** The age of an upload counts from its start. */
  async sweepTemporary(olderThanMs: number): Promise<number> {
    const youngest = Date.now() - olderThanMs;
    let removed = 0;
    for await (const { Key: name, UploadId: uploadId, Initiated: startedAt } of this.#listUnfinishedUploads()) {
      // Uploads of other programs under the same prefix are left alone.
      if (name === undefined || this.#toKey(name) === undefined) continue;
      if (uploadId === undefined || startedAt === undefined || startedAt.getTime() > youngest) continue;
      await this.#abortUpload(name, uploadId);
      removed += 1;
    }
    return removed;
  }

  async presignPost(key: BlobKey, conditions: PostConditions): Promise<PostForm> {
    const { Bucket: bucket, Key: name } = this.#toObject(key);
    const fields = signPostFields({ ...conditions, bucket, key: name }, this.#settings, new Date());
    return { url: this.#bucketUrl(), fields };
  }

  get postOrigin(): string {
    return new URL(this.#bucketUrl()).origin;
  }

  /** Starting and aborting an upload proves the permission to write without creating an object or a version of one. */
  async check({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    const object = this.#toObject(newBlobKey());
    const started = await this.#client.send(new CreateMultipartUploadCommand(object), { abortSignal: signal });
    if (started.UploadId !== undefined) await this.#abortUpload(object.Key, started.UploadId);
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  /** Follows the client's own rules, some of which are surprising: a name with dots never becomes part of the host. */
  #bucketUrl(): string {
    const { endpoint, region, bucket, forcePathStyle } = this.#settings;
    return this.#client.config.endpointProvider({
      Endpoint: endpoint,
      Region: region,
      Bucket: bucket,
      ForcePathStyle: forcePathStyle,
    }).url.href;
  }

  async *#listUnfinishedUploads(): AsyncGenerator<MultipartUpload, void, undefined> {
    let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
    while (true) {
      const page = await this.#client.send(
        new ListMultipartUploadsCommand({
          Bucket: this.#settings.bucket,
          Prefix: this.#prefix,
          MaxUploads: this.#settings.listPageSize,
          ...markers,
        }),
      );
      yield* page.Uploads ?? [];
      if (page.IsTruncated !== true) return;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  async #abortUpload(name: string, uploadId: string): Promise<void> {
    await this.#client.send(
      new AbortMultipartUploadCommand({ Bucket: this.#settings.bucket, Key: name, UploadId: uploadId }),
    );
  }

  #toObject(key: BlobKey): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: this.#prefix + requireBlobKey(key) };
  }

  #toKey(name: string | undefined): BlobKey | undefined {
    const key = name?.slice(this.#prefix.length);
    return key !== undefined && isBlobKey(key) ? key : undefined;
  }
}

/**
 * The smallest part that S3 allows. An upload has up to `partsAtOnce` parts, and the one being collected, in memory.
 */
const smallestPartBytes = 5 * 1024 * 1024;
const mostParts = 10_000;
const partsAtOnce = 4;

function createClient(settings: S3Settings): S3Client {
  // Every open download occupies a connection until it is read. With the SDK's limit of 50, slow readers would block
  // everything else.
  const agent = { keepAlive: true, maxSockets: 1_000 };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.forcePathStyle,
    // Many servers do not support the SDK's newer checksums. Each body is signed with its SHA-256 nevertheless.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK opens a new connection for every request that waits for 100-continue.
    expectContinueHeader: false,
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 5_000,
      // This is the time until the reply begins, so it limits a part of an upload but not a download.
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
    },
  });
}

function wholeSizeBytes(found: GetObjectCommandOutput): number {
  const total = found.ContentRange?.split('/')[1];
  return requireNumber(total === undefined ? found.ContentLength : Number(total));
}

function requireNumber(value: number | undefined): number {
  if (value === undefined || !Number.isSafeInteger(value)) throw new Error('S3 answered without the size');
  return value;
}

/** A missing bucket is an error of the configuration and must not count as a missing blob. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';
}
