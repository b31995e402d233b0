/** Converts the result of a call to the outcome of a step. */
import type * as Sdk from '@modelcontextprotocol/client';
import { MEGABYTE } from '../../configuration/limits.ts';
import { type Attachment, type NewFile, StepError, type StepOutcome } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';
import type { ToolContext } from '../contract/tool.ts';
import { toFilename } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { type ServerLabel, withoutSecrets } from './failures.ts';

/**
 * Returns the structured result if there is one, and `{text}` otherwise. Images, sound and other bytes become files.
 * Throws a StepError when the tool reports a failure, or when the result is too large.
 */
export async function toOutcome(
  server: ServerLabel,
  { content, structuredContent, isError }: Sdk.CallToolResult,
  context: ToolContext,
): Promise<StepOutcome> {
  const text = content.flatMap(readTexts).join('\n');
  if (isError) {
    // Only the author of the tool knows what the error means, and whoever requested retries requested them for this too.
    const reason = text || JSON.stringify(structuredContent) || 'The tool failed and gave no reason';
    throw new StepError(withoutSecrets(server, reason), { retryable: true });
  }
  checkSize({ text, structuredContent });
  const created = content.flatMap(readFiles);
  if (created.length > toolLimits.mcp.files)
    throw new StepError(`The result has more than ${toolLimits.mcp.files} files`);
  const files: Attachment[] = [];
  for (const [index, file] of created.entries()) files.push(await save(file, index + 1, context));
  return {
    output: withFiles(structuredContent === undefined ? { text } : structuredContent, files),
    text: text || (files.length > 0 ? `Made ${files.map(({ filename }) => filename).join(', ')}` : 'Done'),
    ...(files.length > 0 ? { fileIds: files.map(({ file_id }) => file_id) } : {}),
  };
}

function withFiles(output: unknown, files: readonly Attachment[]): unknown {
  if (files.length === 0) return output;
  return isObject(output) && !('files' in output) ? { ...output, files } : { data: output, files };
}

function checkSize(result: object): void {
  try {
    boundedJson(result);
  } catch (error) {
    throw error instanceof BadInput ? new StepError(error.message) : error;
  }
}

function readTexts(part: Sdk.ContentBlock): string[] {
  if (part.type === 'text') return [part.text];
  if (part.type === 'resource' && 'text' in part.resource) return [part.resource.text];
  if (part.type === 'resource_link') return [`[${part.title ?? part.name}](${part.uri})`];
  return [];
}

interface Bytes {
  filename?: string;
  kind: string;
  contentType: string | undefined;
  base64: string;
}

function readFiles(part: Sdk.ContentBlock): Bytes[] {
  if (part.type === 'image' || part.type === 'audio') {
    return [{ kind: part.type, contentType: part.mimeType, base64: part.data }];
  }
  if (part.type === 'resource' && 'blob' in part.resource) {
    const { uri, mimeType, blob } = part.resource;
    return [{ filename: filenameFromUri(uri), kind: 'file', contentType: mimeType, base64: blob }];
  }
  return [];
}

async function save({ filename, kind, contentType, base64 }: Bytes, number: number, context: ToolContext) {
  const content = Buffer.from(base64, 'base64');
  if (content.byteLength > toolLimits.resultFileBytes) {
    throw new StepError(`A file of the result is larger than ${toolLimits.resultFileBytes / MEGABYTE} MB`);
  }
  const file: NewFile = {
    filename: filename || `${kind}-${number}${extensionFor(contentType)}`,
    contentType,
    content,
  };
  return await context.files.save(file);
}

function filenameFromUri(uri: string): string {
  const path = URL.parse(uri)?.pathname ?? uri;
  const name = path.split('/').at(-1) ?? '';
  try {
    return toFilename(decodeURIComponent(name)).slice(0, 200);
  } catch {
    return toFilename(name).slice(0, 200);
  }
}

function extensionFor(contentType = ''): string {
  const [essence = ''] = contentType.toLowerCase().split(';');
  return EXTENSIONS.get(essence.trim()) ?? '';
}

const EXTENSIONS = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/svg+xml', '.svg'],
  ['audio/wav', '.wav'],
  ['audio/x-wav', '.wav'],
  ['audio/mpeg', '.mp3'],
  ['audio/mp3', '.mp3'],
  ['audio/ogg', '.ogg'],
  ['audio/flac', '.flac'],
]);
