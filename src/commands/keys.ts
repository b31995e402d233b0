/** `heddle keys`: the keys with which secrets are encrypted, also while the service runs. */
import { keyFileOf } from '../composition/platform.ts';
import { countSealedSecrets, type Rewrapped, rewrapSealedSecrets } from '../composition/sealed-columns.ts';
import type { System } from '../composition/system.ts';
import { type InstallationKey, newInstallationKey } from '../platform/sealing/installation-keys.ts';
import { addToKeyFile, findKeyFile } from '../platform/sealing/key-file.ts';
import { recordKey } from '../platform/sealing/open-keys.ts';
import { withSystem } from './local-service.ts';
import { UsageError } from './usage-error.ts';

interface ListedKey {
  key: string;
  newest: boolean;
  in_file: boolean;
  secrets: number;
}

export async function listKeys(): Promise<ListedKey[]> {
  return withSystem({ creates: false }, readKeys);
}

export async function addKey(): Promise<Record<string, string>> {
  return withSystem({ creates: false }, addNewKey);
}

export async function rotateKeys(): Promise<Record<string, unknown>> {
  return withSystem({ creates: false }, rotate);
}

async function readKeys({ config, background }: System): Promise<ListedKey[]> {
  const counts = await countSealedSecrets(background.pool);
  const keys = await requireKeys(keyFileOf(config));
  const missing = [...counts.keys()].filter(id => !keys.some(key => key.id === id));
  return [...keys.map(({ id }) => id), ...missing].map((id, index) => ({
    key: id,
    newest: index === 0,
    in_file: !missing.includes(id),
    secrets: counts.get(id) ?? 0,
  }));
}

async function addNewKey({ config, background }: System): Promise<Record<string, string>> {
  const file = keyFileOf(config);
  const key = newInstallationKey();
  // The file comes first: a key that only the database knew would keep every process from starting.
  await addToKeyFile(file, key);
  await recordKey(background.pool, key);
  return {
    key: key.id,
    file,
    next: "copy the file to the other machines, if there are any, and run 'heddle keys rotate'",
  };
}

async function rotate({ config, background, sealer }: System): Promise<Record<string, unknown>> {
  const file = keyFileOf(config);
  const [newest, ...older] = await requireKeys(file);
  const results = await rewrapSealedSecrets(background.pool, sealer, newest.id);
  const counts = await countSealedSecrets(background.pool);
  const isUsed = ({ id }: InstallationKey) => counts.has(id);
  return {
    newest: newest.id,
    ...Object.fromEntries(results.flatMap(toCount)),
    wrapped: sum(results, ({ wrapped }) => wrapped),
    failed: sum(results, ({ failed }) => failed),
    still_used: older.filter(isUsed).map(({ id }) => id),
    next: describeNext(
      file,
      older.filter(key => !isUsed(key)),
    ),
  };
}

function toCount({ place, wrapped }: Rewrapped): [string, number][] {
  return wrapped > 0 ? [[place, wrapped]] : [];
}

function sum(results: readonly Rewrapped[], count: (result: Rewrapped) => number): number {
  return results.reduce((total, result) => total + count(result), 0);
}

function describeNext(file: string, unused: readonly InstallationKey[]): string {
  if (unused.length === 0) return 'nothing: no key can be removed';
  const ids = unused.map(({ id }) => id).join(', ');
  return `no secret needs ${ids} any more: once every machine has the newest key, remove the older lines from ${file}`;
}

async function requireKeys(file: string): Promise<[InstallationKey, ...InstallationKey[]]> {
  const [newest, ...older] = (await findKeyFile(file)) ?? [];
  if (!newest) throw new UsageError(`the key file ${file} is gone`, 'installation');
  return [newest, ...older];
}
