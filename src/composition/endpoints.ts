/** Every endpoint of the service, in the order of the API description. */
import { administrationEndpoints } from '../accounts/administration-routes.ts';
import { sessionEndpoints } from '../accounts/sign-in/session-routes.ts';
import { approvalEndpoints } from '../approvals/routes.ts';
import { findOrCreateBuilder } from '../assistants/assistants.ts';
import { assistantEndpoints } from '../assistants/routes.ts';
import { auditEndpoints } from '../audit/routes.ts';
import { overviewEndpoints } from '../booster/overview.ts';
import { recordConsoleEndpoints } from '../booster/records/console-routes.ts';
import { recordEndpoints } from '../booster/records/routes.ts';
import { browsingEndpoints } from '../booster/storage/browsing-routes.ts';
import { storageEndpoints } from '../booster/storage/routes.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { mcpServerEndpoints } from '../connectors/mcp-servers/routes.ts';
import { connectorEndpoints } from '../connectors/routes.ts';
import { connectEndpoints } from '../credentials/oauth/routes.ts';
import { credentialEndpoints } from '../credentials/routes.ts';
import { inlineBodyLimits } from '../files/inline.ts';
import { fileUploadEndpoint } from '../files/routes.ts';
import { installationEndpoints } from '../installation/routes.ts';
import { liveEndpoints } from '../live/routes.ts';
import { runConsoleEndpoints } from '../runs/api/console-routes.ts';
import { runEndpoints } from '../runs/api/routes.ts';
import { requirePassingTests } from '../runs/testing/execution.ts';
import { startedRunsEndpoints } from '../triggers/booster-runs.ts';
import { createFormAssets } from '../triggers/forms/assets.ts';
import { formPreviewEndpoint } from '../triggers/forms/preview.ts';
import { createRenewals, listenEndpoint } from '../triggers/listening.ts';
import { pollEndpoints } from '../triggers/polls/routes.ts';
import { variableEndpoints } from '../variables/routes.ts';
import { waitEndpoints } from '../waits/routes.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { workflowConsoleEndpoints } from '../workflows/console-routes.ts';
import { workflowEndpoints } from '../workflows/routes.ts';
import { installationServices } from './installation.ts';
import { type EndpointPart, endpoints } from './parts.ts';
import { provisioningEndpoints } from './provisioning.ts';
import { VERSION } from './version.ts';

export const ENDPOINTS: readonly EndpointPart[] = [
  endpoints(provisioningEndpoints, ({ config, files, passwords, sealer, jobQueue: jobs, identities }) => ({
    ...{ ...files, passwords, sealer, jobs },
    limitMegabytes: config.storage.panelMegabytes,
    evictIdentity: identities.evict,
  })),
  endpoints(sessionEndpoints, ({ config: { oidc }, database, passwords, publicUrl, identities }) => ({
    ...{ database, passwords, publicUrl, version: VERSION },
    oidcName: oidc.issuer === undefined ? undefined : oidc.name,
    evictIdentity: identities.evict,
  })),
  endpoints(administrationEndpoints, ({ config, database, publicUrl, jobQueue: jobs }) => ({
    ...{ database, jobs, publicUrl },
    sendsMail: config.mail.smtpUrl !== undefined,
  })),
  endpoints(auditEndpoints, ({ database }) => ({ database })),
  endpoints(connectorEndpoints, ({ connectors }) => connectors.services),
  endpoints(mcpServerEndpoints, ({ personalMcpServers }) => personalMcpServers.services),
  endpoints(
    ({ workflows }) => workflowEndpoints(workflows),
    ({ database, publicUrl, sealer, checker, holidays, jobQueue: jobs, credentials, runs }) => ({
      ...{ database, publicUrl, sealer, checker, holidays, jobs },
      findCredentials: credentials.uses.findUsable,
      onCreated: findOrCreateBuilder,
      requirePassingTests: (caller, workflow, definition) =>
        requirePassingTests(runs.services, caller, workflow, definition, runs.runner.shutdownSignal),
    }),
  ),
  endpoints(workflowConsoleEndpoints, ({ database, publicUrl, sealer, checker, holidays }) => ({
    ...{ database, publicUrl, sealer, checker, holidays },
  })),
  endpoints(variableEndpoints, ({ database }) => ({
    database,
    requireWorkflow: async (db, caller, id) => (await requireWorkflow(db, caller, id, 'write')).workflow,
  })),
  endpoints([listenEndpoint], ({ database, checker, listener, streams, publicUrl, sealer }) => ({
    ...{ database, checker, listener, streams, publicUrl, sealer },
    limits: fixedLimits.workflow,
    renewals: createRenewals(database),
  })),
  endpoints([formPreviewEndpoint], ({ markdownToHtml }) => ({ markdownToHtml, readAssets: createFormAssets() })),
  endpoints([fileUploadEndpoint], ({ files }) => files),
  endpoints(
    ({ storage, runs }) => runEndpoints(storage.fileBytes, runs.inputCharacters),
    ({ runs }) => runs.services,
  ),
  endpoints(pollEndpoints, ({ polling }) => polling),
  endpoints(runConsoleEndpoints, ({ database, runs, streams }) => ({
    database,
    limits: runs.services.limits,
    watchers: runs.watchers,
    streams,
  })),
  endpoints(liveEndpoints, ({ database, live, streams }) => ({ database, live, streams })),
  endpoints(installationEndpoints, installationServices),
  endpoints(
    ({ storage }) => assistantEndpoints(storage.fileBytes),
    ({ chats }) => chats.services,
  ),
  endpoints(
    ({ approvals, storage, runs }) =>
      approvalEndpoints(approvals, inlineBodyLimits(storage.fileBytes, runs.inputCharacters)),
    ({ deciding }) => deciding,
  ),
  endpoints(waitEndpoints, ({ database, config, waits: { endDue } }) => ({ database, limits: config.runs, endDue })),
  endpoints(credentialEndpoints, ({ credentials: { store, uses, secrets } }) => ({ ...store, uses, secrets })),
  endpoints(connectEndpoints, ({ credentials: { connections }, publicUrl }) => ({ connections, publicUrl })),
  endpoints(overviewEndpoints, ({ config: { storage }, database, sealer }) => ({
    ...{ database, sealer },
    directUpload: storage.directUpload,
    linkMinutes: storage.linkMinutes,
  })),
  endpoints([...recordEndpoints, ...recordConsoleEndpoints], ({ booster }) => booster.records),
  endpoints(
    ({ storage }) => [...storageEndpoints(storage), ...browsingEndpoints],
    ({ booster }) => booster.storage,
  ),
  endpoints(startedRunsEndpoints, ({ database }) => ({ database })),
];
