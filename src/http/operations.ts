/** The few GETs: for those who run the service, and for those who read its reference. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';
import { type Documented, openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

export interface Dependency {
  name: string;
  /** Throws when it can not be reached. */
  check(): Promise<void>;
}

export interface OperationsOptions extends Documented {
  dependencies: readonly Dependency[];
  metrics: Metrics;
  version: string;
  publicUrl: () => string;
}

const CHECK_TIMEOUT_MS = 5_000;

export function registerOperations(server: FastifyInstance, options: OperationsOptions): void {
  const { endpoints, links, dependencies, metrics, version, publicUrl } = options;

  server.get('/health', async () => ({ status: 'ok' }));

  server.get('/ready', async (request, reply) => {
    const results = await Promise.all(
      dependencies.map(async ({ name, check }) => {
        const failure = await within(check(), CHECK_TIMEOUT_MS).catch((error: unknown) => error ?? 'failed');
        if (failure) request.log.warn({ reqId: request.id, err: failure }, `${name} is not ready`);
        return [name, failure ? 'unreachable' : 'ok'] as const;
      }),
    );
    const ready = results.every(([, state]) => state === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) });
  });

  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));

  server.get('/api/v3/openapi.json', async () => openApiDocument({ endpoints, links }, version, publicUrl()));

  server.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(referencePage(endpoints, version)),
  );
}

async function within(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
