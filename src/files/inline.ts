/** Files as they stand in JSON: sent along as base64, or named by their id. Pure. */
import { isObject } from '../engine/definition.ts';
import { isUuid } from '../platform/ids.ts';

export interface InlineFile {
  /** As it was sent, if at all. */
  filename: string | undefined;
  contentType: string | undefined;
  /** Not yet checked: see `base64Bytes`. */
  base64: string;
}

/** `{filename, mime_type, data}`, or with `name` and `content_type`; undefined when it is something else. */
export function inlineFileOf(value: unknown): InlineFile | undefined {
  if (!isObject(value) || typeof value.data !== 'string') return undefined;
  const filename = value.filename ?? value.name ?? undefined;
  const contentType = value.mime_type ?? value.content_type ?? undefined;
  if (!isTextOrMissing(filename) || !isTextOrMissing(contentType)) return undefined;
  const { base64, type } = inlineData(value.data);
  return { filename, contentType: contentType || type, base64 };
}

/** An object with any other key is something else. */
const FILE_KEYS: ReadonlySet<string> = new Set(['name', 'filename', 'content_type', 'mime_type', 'data', 'size']);

/**
 * A file in free JSON, where no schema says what is meant: an object of a file's fields alone, its name among them, or
 * a data URL. Should its data be no base64, it is no file all the same.
 */
export function freeFileOf(value: unknown): InlineFile | undefined {
  if (typeof value === 'string') {
    if (!/^data:/i.test(value)) return undefined;
    const { base64, type } = inlineData(value);
    return base64.length < value.length ? { filename: undefined, contentType: type, base64 } : undefined;
  }
  if (!isObject(value)) return undefined;
  for (const key in value) if (!FILE_KEYS.has(key)) return undefined;
  const file = inlineFileOf(value);
  return file?.filename === undefined ? undefined : file;
}

/** The base64 of a data URL, and the type that it names; or just base64. */
export function inlineData(data: string): { base64: string; type: string | undefined } {
  const [head, type] = DATA_URL.exec(data.slice(0, 4096)) ?? [];
  return { base64: data.slice(head?.length ?? 0), type: type || undefined };
}

/** Of an attachment, `{file_id}` or a mere id. */
export function fileIdOf(value: unknown): string | undefined {
  const id = isObject(value) ? value.file_id : value;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The largest body that may hold such a file, as base64, which takes a third more, beside other JSON. */
export function inlineBodyBytes(fileBytes: number, otherCharacters: number): number {
  return Math.ceil(fileBytes * 1.4) + 4 * otherCharacters;
}

/** Its head is short: a data URL of another kind is no base64, and is found to be none. */
const DATA_URL = /^\s*data:([^,;]{0,255}(?:;[^,;]{0,255}){0,10}?)?;base64,/i;

function isTextOrMissing(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
