/** Reads secrets from the KV engine of HashiCorp Vault or OpenBao, version 1 or 2, over HTTP. */
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../platform/error-details.ts';
import { isObject } from '../../platform/is-object.ts';
import { ExternalSecretError } from './external-secret-error.ts';

export interface VaultSettings {
  url: string;
  token?: string | undefined;
  /** An agent may renew the token in this file, so it is read for every request. */
  tokenFile?: string | undefined;
  namespace?: string | undefined;
  /** Where the KV engine is mounted. */
  mount: string;
}

export type ReadVault = (path: string, field: string) => Promise<string>;

type KvVersion = 1 | 2;

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_048_576;
const VERSION_KNOWN_MS = 600_000;
/** The statuses of servers that are sealed, starting or on standby, and of proxies whose server is away. */
const AWAY_STATUSES: ReadonlySet<number> = new Set([408, 412, 429, 472, 473, 500, 502, 503, 504]);

export function createVault(settings: VaultSettings, now: () => number = Date.now): ReadVault {
  let version: { kv: KvVersion; until: number } | undefined;

  /** Asks for the version of the engine as the tools of Vault do. Every token may ask about what it may read. */
  async function findVersion(): Promise<KvVersion | undefined> {
    if (version && now() < version.until) return version.kv;
    const { status, body } = await get(settings, `sys/internal/ui/mounts/${encodePath(settings.mount)}`);
    if (status !== 200) return undefined;
    const kv = property(property(property(body, 'data'), 'options'), 'version') === '2' ? 2 : 1;
    version = { kv, until: now() + VERSION_KNOWN_MS };
    return kv;
  }

  return async (path, field) => {
    const known = await findVersion();
    const versions: KvVersion[] = known === undefined ? [2, 1] : [known];
    const statuses: number[] = [];
    for (const kv of versions) {
      const { status, body } = await get(settings, secretPath(settings.mount, path, kv));
      statuses.push(status);
      if (status === 200) return readField(path, field, kv, body);
    }
    // A token that may read one of the two gets 403 for the other.
    throw statuses.includes(403) ? refused(path) : new ExternalSecretError(`Vault has no secret '${path}'`);
  };
}

function secretPath(mount: string, path: string, kv: KvVersion): string {
  return `${encodePath(mount)}/${kv === 2 ? 'data/' : ''}${encodePath(path)}`;
}

function readField(path: string, field: string, kv: KvVersion, body: unknown): string {
  const data = property(body, 'data');
  const fields = kv === 2 ? property(data, 'data') : data;
  if (!isObject(fields)) throw new ExternalSecretError(`Vault has no secret '${path}'`);
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && value !== '') return value;
  throw new ExternalSecretError(
    value === undefined || value === ''
      ? `The secret '${path}' in Vault has no field '${field}'`
      : `The field '${field}' of the secret '${path}' in Vault is no text`,
  );
}

async function get(settings: VaultSettings, path: string): Promise<{ status: number; body: unknown }> {
  const { url, namespace } = settings;
  const token = await readToken(settings);
  let reply: Response;
  let text: string;
  try {
    reply = await fetch(`${url}/v1/${path}`, {
      headers: {
        'x-vault-token': token,
        'x-vault-request': 'true',
        ...(namespace !== undefined && { 'x-vault-namespace': namespace }),
      },
      // A redirect would carry the token to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await readLimited(reply);
  } catch (error) {
    if (error instanceof ExternalSecretError) throw error;
    throw new ExternalSecretError(`Vault can not be reached (${describe(error)})`, { isAway: true, cause: error });
  }
  const { status } = reply;
  if (status >= 300 && status < 400) {
    throw new ExternalSecretError(
      'Vault redirects to another address: set HEDDLE_VAULT_URL to that of its active server',
    );
  }
  if (AWAY_STATUSES.has(status)) {
    throw new ExternalSecretError(`Vault can not answer at the moment (status ${status})`, { isAway: true });
  }
  if (status === 200) return { status, body: parse(text) };
  if (status === 403 || status === 404) return { status, body: undefined };
  throw new ExternalSecretError(`Vault answers with the unexpected status ${status}`);
}

async function readToken({ token, tokenFile }: VaultSettings): Promise<string> {
  if (token !== undefined) return token;
  try {
    const found = (await readFile(tokenFile ?? '', 'utf8')).trim();
    if (/^[\x21-\x7e]+$/.test(found)) return found;
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    throw new ExternalSecretError(`The token of Vault can not be read from HEDDLE_VAULT_TOKEN_FILE (${code})`, {
      isAway: true,
      cause: error,
    });
  }
  throw new ExternalSecretError('The file of HEDDLE_VAULT_TOKEN_FILE contains no token', { isAway: true });
}

async function readLimited(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new ExternalSecretError('Vault answers with more than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ExternalSecretError('Vault does not answer with JSON: is HEDDLE_VAULT_URL the address of Vault?');
  }
}

function refused(path: string): ExternalSecretError {
  return new ExternalSecretError(`Vault does not let Heddle read the secret '${path}': check the token and its policy`);
}

function describe(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 10 seconds';
  return errorCode(error) ?? errorCode(error instanceof Error ? error.cause : undefined) ?? 'connection failed';
}

function property(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
