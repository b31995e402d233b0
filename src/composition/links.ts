/** Everything that is called without an API key: links, webhooks, forms, and the MCP server. */
import { oidcLinks } from '../accounts/oidc-links.ts';
import { fileLinks } from '../files/links.ts';
import type { Link } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { mcpLinks } from '../mcp/links.ts';
import { formLinks } from '../triggers/forms/links.ts';
import { webhookLinks } from '../triggers/webhook.ts';
import type { ApiServices } from './api-services.ts';
import type { Areas } from './areas.ts';
import type { Platform } from './platform.ts';
import { VERSION } from './version.ts';

export function listLinks(platform: Platform, areas: Areas, services: ApiServices): Link[] {
  const { config, log, database, publicUrl, sealer } = platform;
  const { files, checker, booster, approvals, deciding, runs } = areas;
  const { identities, rateLimiter, replies } = services;
  const { shutdownSignal } = runs.runner;
  const limits = {
    ...areas.scheduling.limits,
    ...config.triggers,
    inputCharacters: config.runs.inputCharacters,
    calls: config.http.rateLimits ? config.webhooks.calls : undefined,
  };
  const calls = {
    ...{ database, files, rateLimiter, shutdownSignal },
    announceQueued: () => runs.runner.announceQueued(),
    tracer: platform.tracer,
  };
  return [
    ...signInLinks(platform, rateLimiter),
    ...fileLinks(files),
    ...areas.credentials.links({ identities, rateLimiter, hasConsole: config.http.console }),
    ...booster.links,
    ...approvals.links,
    ...areas.waits.links({
      ...{ files, rateLimiter, shutdownSignal },
      limits: { ...config.webhooks, inputCharacters: config.runs.inputCharacters },
    }),
    ...formLinks({
      ...calls,
      sealer,
      threads: platform.threads,
      markdownToHtml: platform.markdownToHtml,
      limits,
    }),
    ...webhookLinks({
      ...calls,
      ...{ checker, log, replies, runner: runs.runner },
      limits: { ...limits, ...config.webhooks, calls: limits.calls },
      plans: runs.starting.plans,
      runLimits: runs.starting.limits,
      followers: runs.starting.followers,
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
  ];
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
