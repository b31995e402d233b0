/**
 * Reads secrets that are stored elsewhere, when they are used. A value is read again after a minute, so that a secret
 * that changes there changes here, and it serves ten minutes more while its store is away.
 */
import { unlessAborted } from '../../platform/concurrency/promises.ts';
import { ExternalSecretError } from './external-secret-error.ts';
import { parseReference } from './references.ts';
import { readSecretFile } from './secret-files.ts';
import { createVault, type VaultSettings } from './vault.ts';

export { findExternalSource, findReferenceProblem, isExternal } from './references.ts';

export interface ExternalSecretOptions {
  /** The variables of the process that start with HEDDLE_SECRET_. */
  variables: Readonly<Record<string, string>>;
  /** The folder of secret files. Undefined when there is none. */
  folder?: string | undefined;
  vault?: VaultSettings | undefined;
  now?: () => number;
}

export interface ExternalSecrets {
  /** Rejects with a StepError, whose sentence names the reference and never a value. */
  resolve(reference: string, signal: AbortSignal): Promise<string>;
}

const FRESH_MS = 60_000;
const AWAY_MS = 600_000;
/** More references than this are read each time. */
const MOST_CACHED = 1000;

interface Cached {
  value: string;
  readAt: number;
}

export function createExternalSecrets(options: ExternalSecretOptions): ExternalSecrets {
  const { now = Date.now } = options;
  const read = createReader(options, now);
  const cached = new Map<string, Cached>();
  const reading = new Map<string, Promise<string>>();

  async function readAgain(reference: string): Promise<string> {
    const known = cached.get(reference);
    try {
      const value = await read(reference);
      remember(reference, { value, readAt: now() });
      return value;
    } catch (error) {
      const isAway = error instanceof ExternalSecretError && error.isAway;
      if (isAway && known && now() < known.readAt + FRESH_MS + AWAY_MS) return known.value;
      cached.delete(reference);
      throw error;
    }
  }

  function remember(reference: string, entry: Cached): void {
    for (const [each, { readAt }] of cached) if (now() >= readAt + FRESH_MS + AWAY_MS) cached.delete(each);
    if (cached.size < MOST_CACHED || cached.has(reference)) cached.set(reference, entry);
  }

  /** All who need the same value at the same time wait for one request. */
  function readOnce(reference: string): Promise<string> {
    const current = reading.get(reference);
    if (current) return current;
    const started = readAgain(reference).finally(() => reading.delete(reference));
    reading.set(reference, started);
    return started;
  }

  return {
    async resolve(reference, signal) {
      signal.throwIfAborted();
      const known = cached.get(reference);
      if (known && now() < known.readAt + FRESH_MS) return known.value;
      return unlessAborted(readOnce(reference), signal);
    },
  };
}

function createReader(
  { variables, folder, vault }: ExternalSecretOptions,
  now: () => number,
): (reference: string) => Promise<string> {
  const readVault = vault && createVault(vault, now);
  return async text => {
    const reference = parseReference(text);
    if (typeof reference === 'string') throw new ExternalSecretError(`The reference to a secret ${reference}`);
    switch (reference.source) {
      case 'env':
        return readVariable(variables, reference.variable);
      case 'file':
        return readSecretFile(folder, reference.name);
      case 'vault':
        if (readVault) return readVault(reference.path, reference.field);
        throw new ExternalSecretError(
          `The secret '${reference.path}' can not be read from Vault: HEDDLE_VAULT_URL is not set`,
        );
    }
  };
}

function readVariable(variables: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (!value) throw new ExternalSecretError(`The variable ${name} is not set`);
  return value;
}
