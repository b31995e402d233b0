/** The few GETs: for those who run the service, and for those who read its reference. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';
import { singleFlight } from '../platform/single-flight.ts';
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
  // Nobody needs a key for these, so however many ask, little is done for them.
  const metricsText = singleFlight(() => metrics.text());
  const checks = singleFlight(() => Promise.all(dependencies.map(checkDependency)));
  const page = onceFor(() => referencePage(endpoints, version));
  const document = onceFor(url => JSON.stringify(openApiDocument({ endpoints, links }, version, url)));

  async function checkDependency({ name, check }: Dependency): Promise<[name: string, state: 'ok' | 'unreachable']> {
    const failure = await within(check(), CHECK_TIMEOUT_MS).catch((error: unknown) => error ?? 'failed');
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

  server.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page('')),
  );
}

/** What was made last, for as long as it is asked for by the same name. */
function onceFor(make: (name: string) => string): (name: string) => string {
  let made: { name: string; text: string } | undefined;
  return name => {
    if (made?.name !== name) made = { name, text: make(name) };
    return made.text;
  };
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
