/** Converts the body of a reply to a value: JSON, text, or a file of the run. */
import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { fixedLimits } from '../configuration/limits.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';
import type { OutboundReply, ReplyHead, ReplySink } from '../platform/outbound/outbound.ts';
import { replyFilename } from './reply-filename.ts';
import { type Attachment, type StepContext, StepError, type StepFiles } from './step.ts';

interface ReplyBody {
  /** Null when the reply has no body. */
  body: unknown;
  fileIds: string[];
}

/** Saves large files while they arrive. A request has one of its own. */
export class ReplyFiles implements ReplySink {
  readonly limitBytes: number;
  readonly #files: StepFiles;
  #saved: Attachment | undefined;

  constructor({ files }: Pick<StepContext, 'files'>) {
    this.#files = files;
    this.limitBytes = files.streamBytes;
  }

  /** What a server says about a failure belongs into the error of the step. */
  takes = (head: ReplyHead, beginning: Buffer): boolean =>
    head.status < 400 && detectBodyKind(contentType(head), beginning, { isCut: true }) === 'file';

  save = async (head: ReplyHead, body: AsyncIterable<Buffer>, sizeBytes: number | undefined): Promise<void> => {
    const type = contentType(head)?.essence ?? 'application/octet-stream';
    const filename = replyFilename(head, type);
    this.#saved = await this.#files.save({ filename, contentType: type, content: body, atLeastBytes: sizeBytes });
  };

  get saved(): ReplyBody | undefined {
    return this.#saved && { body: this.#saved, fileIds: [this.#saved.file_id] };
  }
}

/** With `textIsFile`, a text becomes a file too, because its sender says that it is one. */
export async function readReplyBody(
  reply: OutboundReply,
  { files, signal }: Pick<StepContext, 'files' | 'signal'>,
  { textIsFile = false }: { textIsFile?: boolean } = {},
): Promise<ReplyBody> {
  if (reply.body.length === 0) return { body: null, fileIds: [] };
  const type = contentType(reply);
  const kind = detectBodyKind(type, reply.body);
  if (kind === 'file' || (kind === 'text' && textIsFile)) return saveBody(reply, type, files);

  if (reply.body.length > fixedLimits.run.replyBytes.value) {
    throw new StepError(`The reply is text or JSON of more than ${fixedLimits.run.replyBytes.value} bytes`);
  }
  const text = decode(reply.body, type);
  return { body: kind === 'text' ? text : await parseJsonOrText(text, signal), fileIds: [] };
}

const MAX_EXCERPT_CHARACTERS = 300;

/** Returns the beginning of a text in one line, or an empty text for other bodies. */
export function bodyExcerpt(reply: OutboundReply): string {
  const type = contentType(reply);
  if (detectBodyKind(type, reply.body) === 'file') return '';
  // This allows four bytes for each character, and as much again for white space.
  const beginning = reply.body.subarray(0, MAX_EXCERPT_CHARACTERS * 8);
  const line = decode(beginning, type, { stream: true }).replace(/\s+/g, ' ').trim();
  return line.length <= MAX_EXCERPT_CHARACTERS ? line : `${line.slice(0, MAX_EXCERPT_CHARACTERS).toWellFormed()}…`;
}

/** Undefined when the server sends no valid content type. */
function contentType({ headers }: Pick<OutboundReply, 'headers'>): MIMEType | undefined {
  try {
    return new MIMEType(headers['content-type'] ?? '');
  } catch {
    return undefined;
  }
}

const TEXT_TYPES = new Set([
  'application/xml',
  'application/javascript',
  'application/ecmascript',
  'application/x-javascript',
  'application/x-www-form-urlencoded',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/json-seq',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/graphql',
  'application/sql',
]);

/** A body that is cut may end in the middle of a character. */
function detectBodyKind(
  type: MIMEType | undefined,
  body: Buffer,
  { isCut = false }: { isCut?: boolean } = {},
): 'json' | 'text' | 'file' {
  // Without a type, text is parsed as JSON if possible.
  const ends = isCut ? [0, 1, 2, 3] : [0];
  if (!type) return ends.some(bytes => isUtf8(body.subarray(0, body.length - bytes))) ? 'json' : 'file';
  const { essence } = type;
  if (essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json')) return 'json';
  return type.type === 'text' || essence.endsWith('+xml') || TEXT_TYPES.has(essence) ? 'text' : 'file';
}

/** With `stream`, the bytes may end in the middle of a character. */
function decode(body: Buffer, type: MIMEType | undefined, options?: { stream: boolean }): string {
  return createDecoder(type?.params.get('charset') ?? 'utf-8').decode(body, options);
}

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** Returns the text itself if it is no JSON, because some servers send a wrong content type. */
async function parseJsonOrText(text: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await parseJson(text, { signal });
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    if (error instanceof JsonTooDeep) throw new StepError(`The reply can not be read: ${error.message}`);
    throw error;
  }
}

async function saveBody(reply: OutboundReply, type: MIMEType | undefined, files: StepFiles): Promise<ReplyBody> {
  const contentType = type?.essence ?? 'application/octet-stream';
  const filename = replyFilename(reply, contentType);
  const attachment = await files.save({ filename, contentType, content: reply.body });
  return { body: attachment, fileIds: [attachment.file_id] };
}
