/** Files in JSON: either inline as base64, or referred to by their id. Pure. */
import type { EndpointDescription } from '../http/endpoint.ts';
import { isUuid } from '../platform/ids.ts';
import { isObject } from '../platform/is-object.ts';
import { type LongTextLookup, NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import type { Base64Text } from './base64.ts';

export interface InlineFile {
  /** As the client sent it, if at all. */
  filename: string | undefined;
  contentType: string | undefined;
  /** Not checked yet (see `decodedBase64Bytes`). */
  base64: Base64Text;
}

/**
 * Reads `{filename, mime_type, data}`, or the same with `name` and `content_type`. Returns undefined for other values.
 */
export function parseInlineFile(value: unknown, longTexts: LongTextLookup = NO_LONG_TEXTS): InlineFile | undefined {
  if (!isObject(value) || typeof value.data !== 'string') return undefined;
  const filename = value.filename ?? value.name ?? undefined;
  const contentType = value.mime_type ?? value.content_type ?? undefined;
  if (!isTextOrMissing(filename) || !isTextOrMissing(contentType)) return undefined;
  const { base64, type } = parseInlineData(value.data, longTexts);
  return { filename, contentType: contentType || type, base64 };
}

/** An object with any other key is not a file. */
const FILE_KEYS: ReadonlySet<string> = new Set(['name', 'filename', 'content_type', 'mime_type', 'data', 'size']);

/**
 * Reads a file in free JSON, where no schema says what is meant: an object that has only a file's fields, including its
 * name, or a data URL. The caller must still check the base64: if it is invalid, the value is not a file.
 */
export function parseFreeFile(value: unknown, longTexts: LongTextLookup): InlineFile | undefined {
  if (typeof value === 'string') return dataUrlFile(value, longTexts);
  if (!isObject(value)) return undefined;
  for (const key in value) if (!FILE_KEYS.has(key)) return undefined;
  const file = parseInlineFile(value, longTexts);
  return file?.filename === undefined ? undefined : file;
}

function dataUrlFile(value: string, longTexts: LongTextLookup): InlineFile | undefined {
  const long = longTexts.get(value);
  if (!/^data:/i.test(long?.head ?? value)) return undefined;
  const { base64, type, isDataUrl } = parseInlineData(value, longTexts);
  return isDataUrl ? { filename: undefined, contentType: type, base64 } : undefined;
}

/** Reads base64 with or without the head of a data URL, which names a type. */
export function parseInlineData(
  data: string,
  longTexts: LongTextLookup = NO_LONG_TEXTS,
): { base64: Base64Text; type: string | undefined; isDataUrl: boolean } {
  const long = longTexts.get(data);
  const [head, type] = DATA_URL.exec(long?.head ?? data.slice(0, 4096)) ?? [];
  const start = head?.length ?? 0;
  return {
    base64: long ? { text: long, start } : data.slice(start),
    type: type || undefined,
    isDataUrl: head !== undefined,
  };
}

/** Whether every long text of the request is the content of one of these files. */
export function areAllFiles(longTexts: LongTextLookup, files: readonly InlineFile[]): boolean {
  return longTexts.size === files.filter(({ base64 }) => typeof base64 !== 'string').length;
}

/** Reads the id of a file from an attachment, from `{file_id}` or from the id itself. */
export function parseFileId(value: unknown): string | undefined {
  const id = isObject(value) ? value.file_id : value;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

export type InlineBodyLimits = Required<Pick<EndpointDescription, 'bodyBytes' | 'longStringBytes'>>;

/**
 * The limits of a body that contains a file as base64, which takes a third more bytes, beside JSON of so many
 * characters. A character takes at most six bytes of JSON, so a longer string is either a file or too long.
 */
export function inlineBodyLimits(fileBytes: number, otherCharacters: number): InlineBodyLimits {
  return { bodyBytes: Math.ceil(fileBytes * 1.4) + 4 * otherCharacters, longStringBytes: 6 * otherCharacters };
}

/** The head is short. A data URL of another form is not base64, which the check of the base64 then finds. */
const DATA_URL = /^\s*data:([^,;]{0,255}(?:;[^,;]{0,255}){0,10}?)?;base64,/i;

function isTextOrMissing(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
