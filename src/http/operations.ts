/** The few GET endpoints: for the operators of the service, and for the readers of its reference. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';
import { singleFlight } from '../platform/single-flight.ts';
import { type Documented, openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

interface Dependency {
  name: string;
  /** Throws when it can not be reached. */
  check(): Promise<void>;
}

interface OperationsOptions extends Documented {
  dependencies: readonly Dependency[];
  metrics: Metrics;
  version: string;
  publicUrl: () => string;
}

const CHECK_TIMEOUT_MS = 5_000;

export function registerOperations(server: FastifyInstance, options: OperationsOptions): void {
  const { endpoints, links, dependencies, metrics, version, publicUrl } = options;
  // These endpoints need no key, so concurrent requests share one result.
  const metricsText = singleFlight(() => metrics.text());
  const checks = singleFlight(() => Promise.all(dependencies.map(checkDependency)));
  const page = cacheLast(() => referencePage(endpoints, version));
  const document = cacheLast(url => JSON.stringify(openApiDocument({ endpoints, links }, version, url)));

  async function checkDependency({ name, check }: Dependency): Promise<[name: string, state: 'ok' | 'unreachable']> {
    const failure = await withTimeout(check(), CHECK_TIMEOUT_MS).catch((error: unknown) => error ?? 'failed');
    if (failure) server.log.warn({ err: failure }, `${name} is not ready`);
    return [name, failure ? 'unreachable' : 'ok'];
  }

  server.get('/health', async () => ({ status: 'ok' }));

  server.get('/ready', async (_request, reply) => {
    const results = await checks();
    const ready = results.every(([, state]) => state === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) });
  });

  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metricsText()));

  server.get('/api/v3/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document(publicUrl())),
  );

  server.get('/docs/api', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page('')),
  );
}

/** Caches the text for the last input. */
function cacheLast(build: (input: string) => string): (input: string) => string {
  let last: { input: string; text: string } | undefined;
  return input => {
    if (last?.input !== input) last = { input, text: build(input) };
    return last.text;
  };
}

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
