/** The body of a request: JSON, a text, a file, or a form that may have files. */
import { randomUUID } from 'node:crypto';
import { isObject } from '../platform/is-object.ts';
import { type OutboundBody, type StreamedBody, sizeOfStreamed } from '../platform/outbound/streamed-body.ts';
import type { HttpRequestParams } from './http-request-params.ts';
import { toJsonBody } from './http-sending.ts';
import { type StepContext, StepError } from './step.ts';

interface Payload {
  body: OutboundBody;
  contentType: string;
  /** Whether no other content type would be right. */
  isFixed?: boolean;
}

type BodyParams = Pick<HttpRequestParams, 'body' | 'file' | 'form'>;

export async function createPayload(
  { body, file, form }: BodyParams,
  { files, signal }: Pick<StepContext, 'files' | 'signal'>,
): Promise<Payload | undefined> {
  const hasBody = body !== undefined && body !== null && body !== '';
  if (Number(hasBody) + Number(file !== undefined) + Number(form !== undefined) > 1) {
    throw new StepError("A request has one of 'body', 'file' and 'form'");
  }
  if (file !== undefined) {
    const opened = await files.open(file);
    return { body: { parts: [opened] }, contentType: opened.attachment.content_type };
  }
  if (form !== undefined) return createForm(form, files);
  if (!hasBody) return undefined;
  return typeof body === 'string'
    ? { body: Buffer.from(body), contentType: 'text/plain; charset=utf-8' }
    : { body: Buffer.from(await toJsonBody(body, signal)), contentType: 'application/json' };
}

/** As browsers write forms (HTML standard, multipart/form-data encoding algorithm). */
async function createForm(form: Readonly<Record<string, unknown>>, files: StepContext['files']): Promise<Payload> {
  const boundary = `heddle-${randomUUID()}`;
  const parts: StreamedBody['parts'][number][] = [];
  const write = (text: string) => parts.push(Buffer.from(text));
  for (const [name, given] of Object.entries(form)) {
    for (const value of [given].flat()) {
      if (value === null) continue;
      write(`--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`);
      if (isObject(value) && typeof value.file_id === 'string') {
        const file = await files.open(value);
        const { filename, content_type } = file.attachment;
        write(`; filename="${escapeName(filename)}"\r\nContent-Type: ${content_type}\r\n\r\n`);
        parts.push(file);
      } else {
        write(`\r\n\r\n${toText(value)}`);
      }
      write('\r\n');
    }
  }
  write(`--${boundary}--\r\n`);
  const body = { parts };
  const hasFiles = parts.some(part => !Buffer.isBuffer(part));
  const whole = hasFiles
    ? body
    : Buffer.concat(
        parts.filter(part => Buffer.isBuffer(part)),
        sizeOfStreamed(body),
      );
  return { body: whole, contentType: `multipart/form-data; boundary=${boundary}`, isFixed: true };
}

function toText(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
