/** Writes multipart forms byte by byte, for forms that no client would send. */
import type { Reply } from '../support/service.ts';
import { type PanelUser, STORAGE } from './booster-panels.ts';

export const BOUNDARY = 'xyz';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** Writes a field. `headers` is appended to the header line that ends with its name. */
export function field(name: string, value: string | Uint8Array, headers = ''): Buffer {
  return part(`content-disposition: form-data; name="${name}"${headers}`, value);
}

/** Writes a file. `filename` is placed between the quotes without escaping. */
export function file(content: string | Uint8Array, filename = 'sent.txt', headers = ''): Buffer {
  return part(`content-disposition: form-data; name="file"; filename="${filename}"${headers}`, content);
}

export function part(headers: string, content: string | Uint8Array): Buffer {
  return Buffer.concat([`--${BOUNDARY}\r\n${headers}\r\n\r\n`, content, '\r\n'].map(piece => Buffer.from(piece)));
}

export function form(...parts: Buffer[]): Buffer<ArrayBuffer> {
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export function sendForm(panel: PanelUser, body: RequestInit['body'], contentType = FORM): Promise<Reply> {
  const headers = { ...panel.headers, 'content-type': contentType };
  return panel.service.send(`${STORAGE}/upload`, { headers, body: body ?? null, duplex: 'half' });
}
