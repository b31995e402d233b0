/** Opens the credentials of a process. */
import type { Notify } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import type { Identities } from '../http/authentication.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { CredentialUses } from './contract.ts';
import type { CredentialStore } from './credentials.ts';
import type { ExternalSecrets } from './external/external-secrets.ts';
import { type Oauth, openOauth } from './oauth/open.ts';
import { connectEndpoints, connectLinks } from './oauth/routes.ts';
import { credentialEndpoints } from './routes.ts';
import type { SecretReader } from './sealed-fields.ts';
import { credentialTasks } from './tasks.ts';
import { createCredentialUses } from './use.ts';
import { createUseRecorder } from './use-recorder.ts';

export interface CredentialOptions {
  database: HeddleDatabase;
  /** For the background work, which requests must not wait for. */
  machinery: HeddleDatabase;
  sealer: Sealer;
  http: OutboundHttp;
  /** Secrets that are stored elsewhere. */
  external: ExternalSecrets;
  notify: Notify;
  publicUrl(): string;
  onError(error: unknown): void;
}

interface LinkServices {
  identities: Pick<Identities, 'identifySession'>;
  rateLimiter: RateLimiter | undefined;
  hasConsole: boolean;
}

export interface Credentials {
  uses: CredentialUses;
  /** For those who create credentials on behalf of others: connectors and MCP servers. */
  store: CredentialStore;
  connections: Oauth['connections'];
  endpoints: Endpoint[];
  links(services: LinkServices): Link[];
  tasks: Task[];
  close(): Promise<void>;
}

export function openCredentials(options: CredentialOptions): Credentials {
  const { database, machinery, sealer, http, external, notify, publicUrl, onError } = options;
  const secrets: SecretReader = { sealer, readExternal: external.resolve };
  const oauth = openOauth({ database, secrets, http, notify });
  const recorder = createUseRecorder(machinery, onError);
  const uses = createCredentialUses({ database, http, secrets, tokens: oauth.tokens, recorder });
  const store: CredentialStore = { database, sealer };
  const { connections } = oauth;
  return {
    uses,
    store,
    connections,
    endpoints: [...credentialEndpoints({ ...store, uses, secrets }), ...connectEndpoints({ connections, publicUrl })],
    links: services => connectLinks({ ...services, connections, publicUrl }),
    tasks: credentialTasks(machinery, notify),
    async close() {
      await oauth.close();
      await recorder.close();
    },
  };
}
