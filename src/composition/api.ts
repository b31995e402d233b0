/** The whole API: every endpoint and every link, and who may call them how often. */
import path from 'node:path';
import { administrationEndpoints } from '../accounts/administration-routes.ts';
import { oidcLinks } from '../accounts/oidc-links.ts';
import { sessionEndpoints } from '../accounts/session-routes.ts';
import { findOrCreateBuilder } from '../assistants/assistants.ts';
import { auditEndpoints } from '../audit/routes.ts';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import { fileLinks } from '../files/links.ts';
import { fileUploadEndpoint } from '../files/routes.ts';
import { type Identities, openIdentities } from '../http/authentication.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import { type OpenStreams, openStreams } from '../http/open-streams.ts';
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts';
import { type BodyServices, createBodyServices } from '../http/request-body.ts';
import { installationEndpoints } from '../installation/routes.ts';
import { openLiveStreams } from '../live/live-streams.ts';
import { liveEndpoints } from '../live/routes.ts';
import { mcpLinks } from '../mcp/links.ts';
import { runConsoleEndpoints } from '../runs/api/console-routes.ts';
import { requirePassingTests } from '../runs/testing/execution.ts';
import { startedRunsEndpoints } from '../triggers/booster-runs.ts';
import { formLinks } from '../triggers/forms/links.ts';
import { formPreviewEndpoint } from '../triggers/forms/preview.ts';
import { listenEndpoint } from '../triggers/listening.ts';
import { webhookLinks } from '../triggers/webhook.ts';
import { openStoredReplies } from '../triggers/webhooks/replies.ts';
import { variableEndpoints } from '../variables/routes.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { workflowConsoleEndpoints } from '../workflows/console-routes.ts';
import { workflowEndpoints } from '../workflows/routes.ts';
import type { Areas } from './areas.ts';
import { installationServices } from './installation.ts';
import type { Platform } from './platform.ts';
import { type ProvisioningServices, provisioningEndpoints } from './provisioning.ts';
import { VERSION } from './version.ts';

export interface Api {
  identities: Identities;
  /** Undefined when rates are not limited. */
  rateLimiter: RateLimiter | undefined;
  /** What reading the bodies of requests may cost. */
  bodies: BodyServices;
  endpoints: readonly Endpoint[];
  links: readonly Link[];
  /** The streams that clients keep open. */
  streams: OpenStreams;
}

export async function openApi(platform: Platform, areas: Areas, opened: AsyncDisposableStack): Promise<Api> {
  const { config, log, database, publicUrl, sealer, jobQueue: jobs } = platform;
  const { passwords, files, checker, booster, approvals, deciding, runs, chats } = areas;
  const identities = await openIdentities(database, platform.listener);
  opened.defer(() => identities.close());
  const rateLimiter = config.http.rateLimits ? createRateLimiter(database, config.http.requestsPerMinute) : undefined;
  const bodies = createBodyServices({
    folder: path.join(config.service.dataFolder, 'bodies'),
    memoryBytes: config.http.requestMegabytes * MEGABYTE,
    diskBytes: config.http.requestDiskMegabytes * MEGABYTE,
  });
  const provisioning: ProvisioningServices = {
    database,
    passwords,
    sealer,
    publicUrl,
    jobs,
    limitMegabytes: config.storage.panelMegabytes,
    evictIdentity: identities.evict,
  };
  const onError = (err: unknown) => log.error({ err }, 'with the streams of clients');
  const { listener } = platform;
  const streams = await openStreams({ database, listener, mostPerUser: fixedLimits.live.streams, onError });
  opened.defer(() => streams.stop());
  const live = await openLiveStreams({ database, listener, onError });
  opened.defer(() => live.close());
  const replies = await openStoredReplies(database, listener);
  opened.defer(() => replies.close());
  return {
    identities,
    rateLimiter,
    bodies,
    streams,
    endpoints: [
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
    ],
    links: [
      ...signInLinks(platform, rateLimiter),
      ...fileLinks(files),
      ...areas.credentials.links({ identities, rateLimiter, hasConsole: config.http.console }),
      ...booster.links,
      ...approvals.links,
      ...areas.waits.links({
        ...{ files, rateLimiter },
        limits: { ...config.webhooks, inputCharacters: config.runs.inputCharacters },
        shutdownSignal: runs.runner.shutdownSignal,
      }),
      ...formLinks({
        database,
        sealer,
        files,
        threads: platform.threads,
        markdownToHtml: platform.markdownToHtml,
        rateLimiter,
        limits: {
          ...areas.scheduling.limits,
          ...config.triggers,
          inputCharacters: config.runs.inputCharacters,
          calls: config.http.rateLimits ? config.webhooks.calls : undefined,
        },
        shutdownSignal: runs.runner.shutdownSignal,
        announceQueued: () => runs.runner.announceQueued(),
        tracer: platform.tracer,
      }),
      ...webhookLinks({
        database,
        files,
        checker,
        rateLimiter,
        limits: {
          ...areas.scheduling.limits,
          ...config.triggers,
          ...config.webhooks,
          inputCharacters: config.runs.inputCharacters,
          calls: config.http.rateLimits ? config.webhooks.calls : undefined,
        },
        shutdownSignal: runs.runner.shutdownSignal,
        announceQueued: () => runs.runner.announceQueued(),
        tracer: platform.tracer,
        runner: runs.runner,
        plans: runs.starting.plans,
        runLimits: runs.starting.limits,
        log,
        followers: runs.starting.followers,
        replies,
        credentials: areas.credentialUses,
        http: platform.outbound,
      }),
      ...mcpLinks({
        runs: runs.requested,
        offered: config.tools.mcpWorkflows,
        personal: areas.personalTools,
        approvals: deciding,
        identities,
        rateLimiter,
        publicUrl,
        version: VERSION,
        log,
      }),
    ],
  };
}

/** Without an identity provider, there is nothing to link to. */
function signInLinks(
  { config, database, publicUrl, log }: Platform,
  rateLimiter: RateLimiter | undefined,
): readonly Link[] {
  const { issuer, clientId, ...rest } = config.oidc;
  if (issuer === undefined || clientId === undefined) return [];
  return oidcLinks({ database, settings: { ...rest, issuer, clientId }, publicUrl, rateLimiter, log });
}
