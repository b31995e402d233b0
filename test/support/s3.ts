import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';

export interface S3Account {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Bucket extends S3Account {
  bucket: string;
  stop(): Promise<void>;
}

export interface S3Unavailable {
  unavailable: string;
}

/**
 * Creates an empty bucket on a real S3 server, or returns the reason why there is none, for the test's `skip`.
 *
 * HEDDLE_TEST_S3 describes the server as the JSON of an S3Account. Without it, a server is started here
 * and stopped with the bucket. To start one for many test files, put the JSON of what launchS3() returned into
 * HEDDLE_TEST_S3 for all of them; that may also be the JSON of an S3Unavailable.
 */
export async function startS3(): Promise<S3Bucket | S3Unavailable> {
  const shared = process.env.HEDDLE_TEST_S3;
  if (shared !== undefined) {
    const account = parseShared(shared);
    if ('unavailable' in account) return account;
    const bucket = await createBucket(account);
    return { ...account, bucket, stop: () => removeBucket(account, bucket) };
  }
  const server = await launchS3();
  if ('unavailable' in server) return server;
  try {
    return { ...server, bucket: await createBucket(server) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Opens a client for operations that the driver does not offer. The caller destroys it. */
export function s3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Account): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Starts a separate server. It ends with stop(), and by itself when this process dies. */
export async function launchS3(): Promise<(S3Account & { stop(): Promise<void> }) | S3Unavailable> {
  const [monitorPort, s3Port] = await Promise.all([freePort(), freePort()]);
  const accessKeyId = randomBytes(10).toString('hex');
  const secretAccessKey = randomBytes(20).toString('hex');
  const server = spawn('bash', [
    fileURLToPath(new URL('radosgw.sh', import.meta.url)),
    join(tmpdir(), 'heddle-test-radosgw'),
    join(tmpdir(), `heddle-test-radosgw-${randomBytes(8).toString('hex')}`),
    String(monitorPort),
    String(s3Port),
    accessKeyId,
    secretAccessKey,
  ]);
  let errors = '';
  server.stderr.setEncoding('utf8').on('data', text => {
    errors += text;
  });
  const ended = new Promise<void>(resolve => {
    server.on('error', error => {
      errors += error.message;
    });
    server.on('close', () => resolve());
  });
  const ready = once(createInterface({ input: server.stdout }), 'line').then(() => true);
  if (await Promise.race([ready, ended])) {
    const stop = async () => {
      server.stdin.end();
      await ended;
    };
    return { endpoint: `http://127.0.0.1:${s3Port}`, region: 'us-east-1', accessKeyId, secretAccessKey, stop };
  }
  if (server.pid === undefined || server.exitCode === packagesUnavailable) {
    return { unavailable: `no S3 server to test with: ${errors.trim().split('\n').at(-1)}` };
  }
  throw new Error(`The S3 server to test with did not start:\n${errors}`);
}

/** The exit code of radosgw.sh on a machine where it cannot run, as opposed to a failure. */
const packagesUnavailable = 77;

/** Finds a port that was free a moment ago, because the daemons cannot choose and report their own. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port');
  return address.port;
}

function parseShared(json: string): S3Account | S3Unavailable {
  const given: unknown = JSON.parse(json);
  if (typeof given !== 'object' || given === null) throw new Error('HEDDLE_TEST_S3 must be a JSON object');
  const text = (name: string): string => {
    const value: unknown = Reflect.get(given, name);
    if (typeof value !== 'string') throw new Error(`HEDDLE_TEST_S3 lacks "${name}"`);
    return value;
  };
  if ('unavailable' in given) return { unavailable: text('unavailable') };
  return {
    endpoint: text('endpoint'),
    region: text('region'),
    accessKeyId: text('accessKeyId'),
    secretAccessKey: text('secretAccessKey'),
  };
}

async function createBucket(account: S3Account): Promise<string> {
  const bucket = `heddle-test-${randomBytes(8).toString('hex')}`;
  const client = s3Client(account);
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
  return bucket;
}

async function removeBucket(account: S3Account, bucket: string): Promise<void> {
  const client = s3Client(account);
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) {
      for (const { Key } of page.Contents ?? []) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    }
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}
