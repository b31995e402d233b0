/**
 * Lists objects with the AWS SDK, which signs the requests. They are sent like all outgoing requests: to addresses that
 * are allowed, within limits, and to no other host than the one that the credential was opened for.
 */
import { Readable } from 'node:stream';
import { ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { sendRequest } from '../../nodes/http-sending.ts';
import { StepError } from '../../nodes/step.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import type { ToolContext } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';

interface Store {
  endpoint: URL;
  region: string;
  keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

interface Listing {
  bucket: string;
  prefix: string | undefined;
  startAfter: string | undefined;
  limit: number;
}

export interface ListedObject {
  key: string;
  size: number;
  etag: string | null;
  last_modified: string | null;
}

const PAGE = 1000;

export async function listObjects(
  store: Store,
  { bucket, prefix, startAfter, limit }: Listing,
  context: ToolContext,
): Promise<{ items: ListedObject[]; hasMore: boolean }> {
  const client = createClient(store, context);
  const items: ListedObject[] = [];
  let token: string | undefined;
  try {
    for (let page = 0; page < toolLimits.s3.pages; page++) {
      const reply = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          StartAfter: startAfter,
          ContinuationToken: token,
          MaxKeys: Math.min(PAGE, limit - items.length),
        }),
      );
      for (const { Key, Size, ETag, LastModified } of reply.Contents ?? []) {
        if (Key === undefined || items.length >= limit) continue;
        items.push({
          key: Key,
          size: Size ?? 0,
          etag: ETag?.replaceAll('"', '') ?? null,
          last_modified: LastModified?.toISOString() ?? null,
        });
      }
      token = reply.IsTruncated === true ? reply.NextContinuationToken : undefined;
      if (token === undefined || items.length >= limit) break;
    }
  } catch (error) {
    context.signal.throwIfAborted();
    throw explain(error);
  } finally {
    client.destroy();
  }
  return { items, hasMore: token !== undefined };
}

interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  method: string;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
}

function createClient({ endpoint, region, keys }: Store, context: ToolContext): S3Client {
  return new S3Client({
    endpoint: endpoint.href,
    region,
    credentials: keys,
    // The host is then the one that was checked, whatever the name of the bucket is.
    forcePathStyle: true,
    // The step or the poll decides about further attempts.
    maxAttempts: 1,
    requestHandler: {
      handle: async (request: SignedRequest) => ({ response: await send(request, endpoint, context) }),
    },
  });
}

async function send(request: SignedRequest, endpoint: URL, { http, signal }: ToolContext) {
  const url = new URL(endpoint.origin);
  if (request.hostname.replace(/^\[|\]$/g, '') !== url.hostname.replace(/^\[|\]$/g, '')) {
    throw new StepError(`The store '${url.host}' leads elsewhere`);
  }
  url.pathname = request.path;
  url.search = toQuery(request.query ?? {});
  const { host: _, 'content-length': __, ...headers } = request.headers;
  const { timeoutMs } = toolLimits.page;
  const reply = await sendRequest(
    {
      url: url.href,
      method: request.method,
      headers,
      timeoutMs,
      limitBytes: toolLimits.s3.replyBytes,
      // A signature is good for one host alone.
      maxRedirects: 0,
      signal,
    },
    http,
  );
  return { statusCode: reply.status, headers: reply.headers, body: Readable.from([reply.body]) };
}

/** Written exactly as it was signed. */
function toQuery(query: Record<string, string | string[] | null>): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return Object.entries(query)
    .flatMap(([name, value]) =>
      [value].flat().map(each => (each === null ? encode(name) : `${encode(name)}=${encode(each)}`)),
    )
    .join('&');
}

function explain(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const status = error.$metadata.httpStatusCode;
  const retryable = status === undefined || isTransientStatus(status);
  return new StepError(`The store answered: ${error.name}${error.message === '' ? '' : `: ${error.message}`}`, {
    retryable,
    cause: error,
  });
}
