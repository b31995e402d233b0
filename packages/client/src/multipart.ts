/** Sends a file as a form, and tells how far it has come. */

import { type Fetch, toConnectionError } from './attempt.ts';
import { randomId } from './random-id.ts';

/** A `File` or `Blob` (in Node.js, `await openAsBlob(path)` makes one without reading the file), bytes, or a text. */
export type FileContent = Blob | Uint8Array | ArrayBuffer | string;

export interface Progress {
  /** The bytes of the file that have been sent. */
  sent: number;
  total: number;
  /** From 0 to 1. */
  fraction: number;
}

export interface FormWithFile {
  /** They come before the file, which storages that take direct uploads insist on. */
  fields: Readonly<Record<string, string>>;
  file: Blob;
  filename: string;
}

export function toBlob(content: FileContent, contentType?: string): Blob {
  const type = contentType ?? (content instanceof Blob ? content.type : '');
  if (content instanceof Blob) return content.type === type ? content : content.slice(0, content.size, type);
  return new Blob([content instanceof Uint8Array ? new Uint8Array(content) : content], { type });
}

/** The name that a `File` brings along. */
export function fileName(content: FileContent): string | undefined {
  return content instanceof Blob && 'name' in content && typeof content.name === 'string' ? content.name : undefined;
}

/** Without `onProgress`, the platform makes the form. */
export function formRequest(
  form: FormWithFile,
  onProgress: ((progress: Progress) => void) | undefined,
): { form: () => RequestInit; send?: Fetch | undefined } {
  if (!onProgress) return { form: () => ({ body: toFormData(form) }) };
  const report = toReport(form.file.size, onProgress);
  const Xhr = findXmlHttpRequest();
  // Browsers tell the progress of an upload only to XMLHttpRequest; elsewhere the bytes are counted as they are taken.
  if (Xhr) return { form: () => ({ body: toFormData(form) }), send: sendWith(Xhr, form.file.size, report) };
  return { form: () => countedForm(form, report) };
}

function toFormData({ fields, file, filename }: FormWithFile): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('file', file, filename);
  return data;
}

function toReport(total: number, onProgress: (progress: Progress) => void): (sent: number) => void {
  return sent => onProgress({ sent, total, fraction: total === 0 ? 1 : sent / total });
}

/** The bytes of the form, with its length, which storages that take direct uploads insist on as well. */
function countedForm({ fields, file, filename }: FormWithFile, report: (sent: number) => void): RequestInit {
  const boundary = `heddle-${randomId()}`;
  const head = Object.entries(fields)
    .map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"\r\n\r\n${value}\r\n`,
    )
    .concat(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quote(filename)}"\r\n`,
      `Content-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`,
    )
    .join('');
  const whole = new Blob([head, file, `\r\n--${boundary}--\r\n`]);
  const headBytes = new Blob([head]).size;
  let taken = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      taken += chunk.byteLength;
      report(Math.min(file.size, Math.max(0, taken - headBytes)));
      controller.enqueue(chunk);
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    body: whole.stream().pipeThrough(counting),
    duplex: 'half',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(whole.size) },
  };
  return init;
}

function quote(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The part of XMLHttpRequest that is needed, so that the types of browsers are not. */
interface UploadRequest {
  status: number;
  statusText: string;
  responseText: string;
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

function findXmlHttpRequest(): (new () => UploadRequest) | undefined {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: unknown };
  return typeof XMLHttpRequest === 'function' ? (XMLHttpRequest as new () => UploadRequest) : undefined;
}

function sendWith(Xhr: new () => UploadRequest, fileBytes: number, report: (sent: number) => void): Fetch {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new Xhr();
      const abort = () => request.abort();
      const end = (settle: () => void) => () => {
        signal?.removeEventListener('abort', abort);
        settle();
      };
      request.open(method, url);
      for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, String(value));
      request.upload.onprogress = ({ loaded, total }) =>
        report(Math.max(0, Math.min(fileBytes, fileBytes - (total - loaded))));
      request.onload = end(() => resolve(toResponse(request)));
      request.onerror = end(() => reject(toConnectionError(new Error('the upload broke off'), url)));
      request.onabort = end(() => reject(signal?.reason));
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted) end(() => reject(signal.reason))();
      else request.send(body);
    });
}

function toResponse(request: UploadRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, statusText } = request;
  return new Response([204, 205, 304].includes(status) ? null : request.responseText, { status, statusText, headers });
}
