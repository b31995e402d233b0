/** The input of a run as text and as value, and the files in an output. PURE. */

import { explain } from '../look/explain.ts';
import { parseJson } from '../look/json/parse-json.ts';
import * as texts from '../texts/run-parts.ts';

/** Parses JSON that the service wrote. What was cut is not JSON any more and stays a text. */
export function parseInput(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

export type ParsedObject = { value: Record<string, unknown> } | { problem: string };

/** Reads what somebody typed as the input of a run. */
export function readTypedInput(text: string): ParsedObject {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> };
    }
    return { problem: texts.inputMustObjectName };
  } catch (error) {
    return { problem: explain(error) };
  }
}

export interface AttachedFile {
  readonly file_id: string;
  readonly filename: string;
  readonly content_type: string;
  readonly file_url: string;
  readonly size: number;
}

/** Finds the files that an output describes, in the order of the ids, and those of which only the id is known. */
export function findFiles(output: unknown, ids: readonly string[]): (AttachedFile | { file_id: string })[] {
  const found = new Map<string, AttachedFile>();
  const queue: unknown[] = [output];
  for (const value of queue) {
    if (typeof value !== 'object' || value === null) continue;
    if (isAttachment(value)) found.set(value.file_id, value);
    for (const inner of Object.values(value)) queue.push(inner);
  }
  return ids.map(file_id => found.get(file_id) ?? { file_id });
}

function isAttachment(value: object): value is AttachedFile {
  return (
    'file_id' in value &&
    typeof value.file_id === 'string' &&
    'filename' in value &&
    typeof value.filename === 'string' &&
    'file_url' in value &&
    typeof value.file_url === 'string'
  );
}

/** The path of a link on this page's own host, which may be another than that of the public URL. */
export function localPath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return `${pathname}${search}`;
}
