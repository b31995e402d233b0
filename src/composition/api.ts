/** The whole API: every endpoint and every link, and who may call them how often. */
import path from 'node:path';
import { administrationEndpoints } from '../accounts/administration-routes.ts';
import { sessionEndpoints } from '../accounts/session-routes.ts';
import { findOrCreateBuilder } from '../assistants/assistants.ts';
import { auditEndpoints } from '../audit/routes.ts';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import { fileUploadEndpoint } from '../files/routes.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import { type BodyServices, createBodyServices } from '../http/request-body.ts';
import { installationEndpoints } from '../installation/routes.ts';
import { liveEndpoints } from '../live/routes.ts';
import { runConsoleEndpoints } from '../runs/api/console-routes.ts';
import { requirePassingTests } from '../runs/testing/execution.ts';
import { startedRunsEndpoints } from '../triggers/booster-runs.ts';
import { formPreviewEndpoint } from '../triggers/forms/preview.ts';
import { listenEndpoint } from '../triggers/listening.ts';
import { variableEndpoints } from '../variables/routes.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { workflowConsoleEndpoints } from '../workflows/console-routes.ts';
import { workflowEndpoints } from '../workflows/routes.ts';
import { type ApiServices, openApiServices } from './api-services.ts';
import type { Areas } from './areas.ts';
import { installationServices } from './installation.ts';
import { listLinks } from './links.ts';
import type { Platform } from './platform.ts';
import { type ProvisioningServices, provisioningEndpoints } from './provisioning.ts';
import { VERSION } from './version.ts';

export interface Api extends Pick<ApiServices, 'identities' | 'rateLimiter' | 'streams'> {
  /** What reading the bodies of requests may cost. */
  bodies: BodyServices;
  endpoints: readonly Endpoint[];
  links: readonly Link[];
}

export async function openApi(platform: Platform, areas: Areas, opened: AsyncDisposableStack): Promise<Api> {
  const services = await openApiServices(platform, opened);
  const { identities, rateLimiter, streams } = services;
  const { http, service } = platform.config;
  const bodies = createBodyServices({
    folder: path.join(service.dataFolder, 'bodies'),
    memoryBytes: http.requestMegabytes * MEGABYTE,
    diskBytes: http.requestDiskMegabytes * MEGABYTE,
  });
  const endpoints = listEndpoints(platform, areas, services);
  return { identities, rateLimiter, bodies, streams, endpoints, links: listLinks(platform, areas, services) };
}

function listEndpoints(platform: Platform, areas: Areas, { identities, streams, live }: ApiServices): Endpoint[] {
  const { config, database, listener, publicUrl, sealer, jobQueue: jobs } = platform;
  const { passwords, files, checker, booster, approvals, runs, chats } = areas;
  const provisioning: ProvisioningServices = {
    database,
    passwords,
    sealer,
    publicUrl,
    jobs,
    limitMegabytes: config.storage.panelMegabytes,
    evictIdentity: identities.evict,
  };
  return [
    ...provisioningEndpoints(() => provisioning),
    ...sessionEndpoints({
      database,
      passwords,
      publicUrl,
      version: VERSION,
      oidcName: config.oidc.issuer === undefined ? undefined : config.oidc.name,
      evictIdentity: identities.evict,
    }),
    ...administrationEndpoints({ database, jobs, publicUrl, sendsMail: config.mail.smtpUrl !== undefined }),
    ...auditEndpoints(database),
    ...areas.connectors.endpoints,
    ...areas.personalMcpServers.endpoints,
    ...workflowEndpoints({
      database,
      publicUrl,
      sealer,
      checker,
      jobs,
      findCredentials: areas.credentialUses.findUsable,
      onCreated: findOrCreateBuilder,
      requirePassingTests: (caller, workflow, definition) =>
        requirePassingTests(runs.starting, caller, workflow, definition, runs.runner.shutdownSignal),
    }),
    ...workflowConsoleEndpoints({ database, publicUrl, sealer, checker }),
    ...variableEndpoints({
      database,
      requireWorkflow: async (db, caller, id) => (await requireWorkflow(db, caller, id, 'write')).workflow,
    }),
    listenEndpoint({ database, checker, listener, streams, publicUrl, sealer, limits: fixedLimits.workflow }),
    formPreviewEndpoint(platform.markdownToHtml),
    fileUploadEndpoint(files),
    ...runs.endpoints,
    ...areas.polling.endpoints,
    ...runConsoleEndpoints({ database, limits: runs.starting.limits, watchers: runs.watchers, streams }),
    ...liveEndpoints({ database, live, streams }),
    ...installationEndpoints(installationServices(platform, areas)),
    ...chats.endpoints,
    ...approvals.endpoints,
    ...areas.waits.endpoints,
    ...areas.credentials.endpoints,
    ...booster.endpoints,
    ...startedRunsEndpoints(database.query),
  ];
}
