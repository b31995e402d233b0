/** Everything that is called without an API key, in the order of the API description: links, webhooks, forms and MCP. */
import { createOwnLinks } from '../accounts/own-links.ts';
import { createOidc } from '../accounts/sign-in/oidc.ts';
import { oidcLinks } from '../accounts/sign-in/oidc-links.ts';
import { ownApprovalLinks } from '../approval-channels/own-links.ts';
import { slackClickLink } from '../approval-channels/slack-clicks.ts';
import { approvalPage } from '../approvals/page.ts';
import { createServing, storageLinks } from '../booster/storage/serving.ts';
import { connectLinks } from '../credentials/oauth/routes.ts';
import { fileLinks } from '../files/links.ts';
import { createMcpLinkServices, mcpLink } from '../mcp/links.ts';
import { createBatchedAccept } from '../runs/starting/accept-queued-runs.ts';
import { createRequireCondition } from '../runs/starting/decide.ts';
import { createFormAssets } from '../triggers/forms/assets.ts';
import { formLinks } from '../triggers/forms/links.ts';
import { createCallServices, webhookLink } from '../triggers/webhook.ts';
import { resumeLink } from '../waits/resume-link.ts';
import { type LinkPart, links, type Opened } from './parts.ts';
import { VERSION } from './version.ts';

export const LINKS: readonly LinkPart[] = [
  links(
    // Without an identity provider, there is nothing to link to.
    ({ oidc }) => (oidc.issuer === undefined || oidc.clientId === undefined ? [] : oidcLinks),
    ({ config, database, publicUrl, rateLimiter, log }) => {
      const { issuer = '', clientId = '', ...rest } = config.oidc;
      const settings = { ...rest, issuer, clientId };
      return { database, settings, oidc: createOidc(database, settings), publicUrl, rateLimiter, log };
    },
  ),
  links(fileLinks, ({ files }) => files),
  links(connectLinks, ({ config, credentials: { connections }, publicUrl, identities, rateLimiter }) => ({
    ...{ connections, publicUrl, identities, rateLimiter },
    hasConsole: config.http.console,
  })),
  links(storageLinks, ({ booster: { storage, images } }) => createServing(storage, images)),
  links(
    // The console has a page of its own for the link in the mail.
    ({ http }) => (http.console ? [] : [approvalPage]),
    ({ publicUrl }) => ({ publicUrl }),
  ),
  links(ownApprovalLinks, ({ database, sealer, deciding, markdownToHtml, rateLimiter }) => ({
    ...{ deciding, markdownToHtml, rateLimiter },
    openOwnLinks: createOwnLinks(database, sealer),
    readAssets: createFormAssets(),
  })),
  links([slackClickLink], ({ database, credentials: { secrets }, jobQueue: jobs, rateLimiter }) => ({
    ...{ database, secrets, jobs, rateLimiter },
  })),
  links([resumeLink], ({ config, database, files, waits, rateLimiter, runs: { runner } }) => ({
    ...{ database, files, rateLimiter },
    openLinks: waits.openLinks,
    shutdownSignal: runner.shutdownSignal,
    limits: { ...config.webhooks, inputCharacters: config.runs.inputCharacters },
  })),
  links(formLinks, opened => {
    const { sealer, threads, markdownToHtml } = opened;
    const calls = { ...callServices(opened), limits: callLimits(opened) };
    return {
      ...calls,
      sealer,
      threads,
      markdownToHtml,
      accept: createBatchedAccept(calls),
      requireCondition: createRequireCondition(calls.database, calls.limits.decide),
      readAssets: createFormAssets(),
    };
  }),
  links([webhookLink], opened => {
    const { config, checker, log, replies, credentials, outbound: http } = opened;
    const { runner, services } = opened.runs;
    const { plans, followers, limits: runLimits } = services;
    const limits = callLimits(opened);
    return createCallServices({
      ...callServices(opened),
      ...{ checker, log, replies, runner, plans, followers, runLimits, http },
      limits: { ...limits, ...config.webhooks, calls: limits.calls },
      credentials: credentials.uses,
    });
  }),
  links(
    [mcpLink],
    ({ config, runs, personalTools: personal, deciding: approvals, identities, rateLimiter, publicUrl, log }) =>
      createMcpLinkServices({
        ...{ personal, approvals, identities, rateLimiter, publicUrl, log },
        runs: runs.services,
        offered: config.tools.mcpWorkflows,
        version: VERSION,
      }),
  ),
];

/** What a call that starts a run needs, of a form as of a webhook. */
function callServices({ database, files, rateLimiter, tracer, runs: { runner } }: Opened) {
  return {
    ...{ database, files, rateLimiter, tracer },
    shutdownSignal: runner.shutdownSignal,
    announceQueued: () => runner.announceQueued(),
  };
}

function callLimits({ config, scheduling }: Opened) {
  return {
    ...scheduling.limits,
    ...config.triggers,
    inputCharacters: config.runs.inputCharacters,
    calls: config.http.rateLimits ? config.webhooks.calls : undefined,
  };
}
