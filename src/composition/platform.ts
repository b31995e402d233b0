/**
 * What an installation chooses of the platform: where its files are kept, where its traces go, and after which silence
 * its processes count as dead.
 */
import path from 'node:path';
import type { Config } from '../configuration/config.ts';
import { limits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openDiskBlobs } from '../platform/blobs/disk.ts';
import { createLiveness, type Liveness } from '../platform/heartbeat/liveness.ts';
import type { Logger } from '../platform/log.ts';
import { noTracer, type Tracer } from '../platform/traces/tracer.ts';

export async function openBlobs(config: Config): Promise<Blobs> {
  const { s3Bucket, s3AccessKeyId, s3SecretAccessKey, s3Endpoint } = config;
  if (s3Bucket === undefined || s3AccessKeyId === undefined || s3SecretAccessKey === undefined) {
    return openDiskBlobs(path.join(config.dataFolder, 'blobs'));
  }
  // The S3 client is heavy, and most installations do without it.
  const { openS3Blobs } = await import('../platform/blobs/s3.ts');
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

export async function openTracer(config: Config, version: string, log: Logger): Promise<Tracer> {
  const endpoint = config.tracesUrl ?? config.otelEndpoint;
  if (endpoint === undefined || config.otelDisabled === 'true') return noTracer;
  // The SDK takes 0.3 seconds and 28 MB of memory.
  const { createTracer } = await import('../platform/traces/open-telemetry.ts');
  return createTracer({
    endpoint,
    headers: config.otelHeaders ?? {},
    serviceName: config.otelServiceName,
    serviceVersion: version,
    resourceAttributes: config.otelResourceAttributes ?? {},
    sampler: config.otelSampler,
    samplerRatio: config.otelSamplerRatio,
    onError: err => log.warn({ err }, 'with the collector of traces'),
  });
}

export function openLiveness({ silenceSeconds }: Config, database: HeddleDatabase, log: Logger): Liveness {
  const { hungSeconds } = limits.run;
  const onError = (err: unknown) => log.error({ err }, 'while showing that this process lives');
  return createLiveness({ database, silenceSeconds, hungSeconds, onError });
}
