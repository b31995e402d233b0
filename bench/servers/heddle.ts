/** Heddle's own server and its console, with one endpoint that does nothing, behind everything that a request passes. */
import path from 'node:path';
import { createFirstAdministrator } from '../../src/accounts/first-start.ts';
import { openSystem } from '../../src/composition/system.ts';
import { VERSION } from '../../src/composition/version.ts';
import { readConfig } from '../../src/configuration/config.ts';
import { createConsole } from '../../src/console/console.ts';
import { registerConsole } from '../../src/console/pages.ts';
import { Accepted, accepted } from '../../src/http/endpoint.ts';
import { registerOperations } from '../../src/http/operations.ts';
import { createProbes, registerProbes } from '../../src/http/probes.ts';
import { createServer } from '../../src/http/server.ts';
import { manageMemory } from '../../src/platform/memory/manage-memory.ts';
import { endpoint } from '../../test/support/bound-endpoint.ts';

manageMemory();
const { BENCH_WORK, ...environment } = process.env;
const system = await openSystem({ config: readConfig(environment), work: BENCH_WORK !== 'off' });
await createFirstAdministrator(system.database.query, {
  email: 'bench@localhost',
  key: system.config.administrator.key,
});
const nothing = endpoint({
  path: '/api/v3/bench/nothing',
  summary: 'Does nothing',
  scope: 'service.workflow',
  tier: 'default',
  reply: Accepted,
  handle: async () => accepted,
});
const server = createServer({ ...system, endpoints: [...system.endpoints, nothing] });
registerOperations(server, {
  endpoints: system.endpoints,
  links: system.links,
  version: VERSION,
  publicUrl: system.publicUrl,
});
const { metrics, log } = system;
registerConsole(server, createConsole({ root: path.join(import.meta.dirname, '..', '..'), log }));
registerProbes(server, createProbes({ dependencies: [], metrics, metricsToken: undefined, log }));
const url = await server.listen({ host: '127.0.0.1', port: 0 });
system.setAddress(url);
process.send?.({ url });
