/** Checks metadata while somebody types it. Pure. The service checks it again. */

import { explain } from '../look/explain.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';

export type Metadata = Record<string, unknown>;

/** Returns what is wrong with the text, or the metadata that it is. */
export function parseMetadata(text: string): { problem: string } | { metadata: Metadata } {
  const parsed = parseJson(text.trim() === '' ? '{}' : text);
  if ('problem' in parsed) return { problem: words.notJsonBecause(parsed.problem) };
  const { value } = parsed;
  if (!isObject(value)) return { problem: texts.notObject };
  const key = findInvalidKey(value);
  return key === undefined ? { metadata: value } : { problem: texts.badKey(key) };
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: explain(error) };
  }
}

function isObject(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findInvalidKey(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(findInvalidKey).find(key => key !== undefined);
  if (!isObject(value)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$') || key.includes('.')) return key;
    const found = findInvalidKey(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
