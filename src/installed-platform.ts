/**
 * What an installation chooses of the platform: where its files are kept, where its traces go, and after which silence
 * its processes count as dead.
 */
import path from 'node:path';
import type { Config } from './config.ts';
import type { HeddleDatabase } from './database.ts';
import { limits } from './limits.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { openDiskBlobs } from './platform/blobs/disk.ts';
import { createLiveness, type Liveness } from './platform/heartbeat/liveness.ts';
import type { Logger } from './platform/log.ts';
import { createTracer, noTracer, type Tracer } from './platform/traces/tracer.ts';

export async function openBlobs(config: Config): Promise<Blobs> {
  const { s3Bucket, s3AccessKeyId, s3SecretAccessKey, s3Endpoint } = config;
  if (s3Bucket === undefined || s3AccessKeyId === undefined || s3SecretAccessKey === undefined) {
    return openDiskBlobs(path.join(config.dataFolder, 'blobs'));
  }
  // The S3 client is heavy, and most installations do without it.
  const { openS3Blobs } = await import('./platform/blobs/s3.ts');
  return openS3Blobs({
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    region: config.s3Region,
    forcePathStyle: config.s3PathStyle,
    prefix: config.s3Prefix,
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint }),
  });
}

export function openTracer({ tracesUrl }: Config, version: string, log: Logger): Tracer {
  if (tracesUrl === undefined) return noTracer;
  return createTracer({
    endpoint: tracesUrl,
    serviceName: 'heddle',
    serviceVersion: version,
    onError: err => log.warn({ err }, 'traces could not be sent'),
  });
}

export function openLiveness({ silenceSeconds }: Config, database: HeddleDatabase, log: Logger): Liveness {
  const { hungSeconds } = limits.run;
  const onError = (err: unknown) => log.error({ err }, 'while showing that this process lives');
  return createLiveness({ database, silenceSeconds, hungSeconds, onError });
}
