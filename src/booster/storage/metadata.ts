/** Checks the JSON object that a client may store with a file. Pure. */
import { metadataKeyInvalid, metadataNotAnObject, metadataTooLarge } from '../../errors.ts';
import { parseSmallJson } from '../../http/json-body.ts';
import { isObject } from '../../platform/is-object.ts';

export type Metadata = Record<string, unknown>;

export function checkMetadata(value: unknown, limitBytes: number): Metadata {
  if (!isObject(value)) throw metadataNotAnObject();
  if (Buffer.byteLength(JSON.stringify(value)) > limitBytes) throw metadataTooLarge(limitBytes);
  checkKeys(value);
  return value;
}

/** In a form, metadata is a text. */
export function parseMetadata(text: string, limitBytes: number): Metadata {
  return checkMetadata(parseJson(text), limitBytes);
}

function parseJson(text: string): unknown {
  try {
    return parseSmallJson(Buffer.from(text));
  } catch {
    throw metadataNotAnObject();
  }
}

function checkKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && (key.startsWith('$') || key.includes('.'))) throw metadataKeyInvalid();
    checkKeys(inner);
  }
}
