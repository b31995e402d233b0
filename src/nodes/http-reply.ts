/** The body of a reply as a value: JSON, text, or a file of the run. */
import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { limits } from '../configuration/limits.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';
import type { OutboundReply } from '../platform/outbound/outbound.ts';
import { replyFilename } from './reply-filename.ts';
import { type StepContext, StepError, type StepFiles } from './step.ts';

export interface ReplyBody {
  /** Null: the reply has none. */
  body: unknown;
  fileIds: string[];
}

export async function readReplyBody(
  reply: OutboundReply,
  { files, signal }: Pick<StepContext, 'files' | 'signal'>,
): Promise<ReplyBody> {
  if (reply.body.length === 0) return { body: null, fileIds: [] };
  const type = contentType(reply);
  const kind = kindOf(type, reply.body);
  if (kind === 'file') return saveBody(reply, type, files);

  if (reply.body.length > limits.run.replyBytes.value) {
    throw new StepError(`The reply is text or JSON of more than ${limits.run.replyBytes.value} bytes`);
  }
  const text = decode(reply.body, type);
  return { body: kind === 'text' ? text : await jsonOrText(text, signal), fileIds: [] };
}

const EXCERPT_CHARACTERS = 300;

/** The beginning of a text in one line; empty when the body is none. */
export function bodyExcerpt(reply: OutboundReply): string {
  const type = contentType(reply);
  if (kindOf(type, reply.body) === 'file') return '';
  // Four bytes for each character, and as much again for white space.
  const beginning = reply.body.subarray(0, EXCERPT_CHARACTERS * 8);
  const line = decode(beginning, type, { stream: true }).replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_CHARACTERS ? line : `${line.slice(0, EXCERPT_CHARACTERS).toWellFormed()}…`;
}

/** Undefined when the server names none, or none that can be read. */
function contentType({ headers }: OutboundReply): MIMEType | undefined {
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

function kindOf(type: MIMEType | undefined, body: Buffer): 'json' | 'text' | 'file' {
  // Without a type, what parses is JSON, and other text is text.
  if (!type) return isUtf8(body) ? 'json' : 'file';
  const { essence } = type;
  if (essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json')) return 'json';
  return type.type === 'text' || essence.endsWith('+xml') || TEXT_TYPES.has(essence) ? 'text' : 'file';
}

/** `stream`: the bytes may end in the middle of a character. */
function decode(body: Buffer, type: MIMEType | undefined, options?: { stream: boolean }): string {
  return decoderFor(type?.params.get('charset') ?? 'utf-8').decode(body, options);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** Servers call things JSON that are not. */
async function jsonOrText(text: string, signal: AbortSignal): Promise<unknown> {
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
