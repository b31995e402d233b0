/** The secret fields of credentials: how they are stored, and how they are read when they are used. */
import { StepError } from '../nodes/step.ts';
import { isObject } from '../platform/is-object.ts';
import { type Sealer, SealingError } from '../platform/sealing/sealing.ts';
import type { FieldValues } from './kinds/declaration.ts';
import type { CredentialRow } from './tables.ts';

export type SecretTexts = Readonly<Record<string, string>>;

/** Reads a secret that is stored elsewhere, such as `env:NAME`. Rejects with a StepError that says why it can not. */
export type ReadExternal = (reference: string, signal: AbortSignal) => Promise<string>;

type SealedRow = Pick<CredentialRow, 'id' | 'name' | 'version' | 'sealed'>;

export function sealFields(
  sealer: Sealer,
  { id, version }: { id: string; version: number },
  fields: SecretTexts,
): Buffer {
  return sealer.seal(JSON.stringify(fields), sealingContext(id, version));
}

/** The fields as they were entered. Those that are stored elsewhere are references. */
export function openSealedFields(sealer: Sealer, { id, version, sealed }: SealedRow): SecretTexts {
  const fields: unknown = JSON.parse(sealer.open(sealed, sealingContext(id, version)));
  if (!isObject(fields)) throw new Error('the sealed fields of a credential are no object');
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => isText(entry[1])));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function sealingContext(id: string, version: number): string {
  return `credentials/${id}/${version}`;
}

export interface SecretReader {
  sealer: Sealer;
  readExternal: ReadExternal;
}

export interface ReadFields {
  /** All fields that are set, secret ones included. */
  values: FieldValues;
  /** The values of the secret ones. */
  secrets: string[];
}

/** Reads all fields for their use. Throws a StepError that names the credential, and never a value. */
export async function readFields(
  { sealer, readExternal }: SecretReader,
  row: SealedRow & Pick<CredentialRow, 'fields' | 'secrets'>,
  signal: AbortSignal,
): Promise<ReadFields> {
  const stored = openForUse(sealer, row);
  const read = Object.entries(stored).map(async ([name, text]): Promise<[string, string]> => {
    const isElsewhere = (row.secrets[name]?.source ?? 'value') !== 'value';
    return [name, isElsewhere ? await readExternal(text, signal) : text];
  });
  const secrets = Object.fromEntries(await Promise.all(read));
  return { values: { ...row.fields, ...secrets }, secrets: Object.values(secrets) };
}

function openForUse(sealer: Sealer, row: SealedRow): SecretTexts {
  try {
    return openSealedFields(sealer, row);
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    const message = `The credential '${row.name}' can not be decrypted with the keys of this installation`;
    throw new StepError(message, { cause: error });
  }
}
