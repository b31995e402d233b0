/** Opens the credentials of a process. */
import type { Notify } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { CredentialUses } from './contract.ts';
import type { CredentialStore } from './credentials.ts';
import type { ExternalSecrets } from './external/external-secrets.ts';
import { type Oauth, openOauth } from './oauth/open.ts';
import type { SecretReader } from './sealed-fields.ts';
import { credentialTasks } from './tasks.ts';
import { createCredentialUses } from './use/use.ts';
import { createCredentialUseRecorder } from './use/use-recorder.ts';

export interface CredentialOptions {
  database: HeddleDatabase;
  /** For the background work, which requests must not wait for. */
  background: HeddleDatabase;
  sealer: Sealer;
  http: OutboundHttp;
  /** Secrets that are stored elsewhere. */
  external: ExternalSecrets;
  notify: Notify;
  onError(error: unknown): void;
}

export interface Credentials {
  uses: CredentialUses;
  /** For those who create credentials on behalf of others: connectors and MCP servers. */
  store: CredentialStore;
  connections: Oauth['connections'];
  secrets: SecretReader;
  tasks: Task[];
  close(): Promise<void>;
}

export function openCredentials(options: CredentialOptions): Credentials {
  const { database, background, sealer, http, external, notify, onError } = options;
  const secrets: SecretReader = { sealer, readExternal: external.resolve };
  const oauth = openOauth({ database, secrets, http, notify });
  const recorder = createCredentialUseRecorder(background, onError);
  const uses = createCredentialUses({ database, http, secrets, tokens: oauth.tokens, recorder });
  const store: CredentialStore = { database, sealer };
  return {
    uses,
    store,
    connections: oauth.connections,
    secrets,
    tasks: credentialTasks(background, notify),
    async close() {
      await oauth.close();
      await recorder.close();
    },
  };
}
