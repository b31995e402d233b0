/**
 * Puts values in the place of markers while a request is sent: in its URL, its headers and its body, each written as the
 * place demands.
 */
import { StepError } from '../../nodes/step.ts';
import type { AuthorizedHop } from '../../platform/outbound/outbound.ts';
import { isStreamed } from '../../platform/outbound/streamed-body.ts';
import { isHeaderValue } from '../kinds/declaration.ts';
import { TEMPLATE_PLACES, type TemplatePlace } from '../kinds.ts';

/** The value that a marker stands for. */
export interface MarkedValue {
  marker: string;
  value: string;
  /** For the sentence when the value can not be sent: the names of credential and field. */
  credential: string;
  field: string;
}

/** Finds the markers that a request contains, literally or percent-encoded, and the parts in which they stand. */
export function findMarkers(
  { url, headers, body = '' }: AuthorizedHop,
  markers: Iterable<string>,
): Map<string, TemplatePlace[]> {
  const address = url.pathname + url.search;
  // Files are sent as they are: markers stand only in what the author wrote.
  const contents = isStreamed(body)
    ? body.parts.filter(part => Buffer.isBuffer(part))
    : [typeof body === 'string' ? body : toBuffer(body)];
  const parts: Record<TemplatePlace, (writing: string) => boolean> = {
    url: writing => address.includes(writing),
    header: writing => headers.some(([, value]) => value.includes(writing)),
    body: writing => contents.some(content => content.includes(writing)),
  };
  const found = [...markers].map((marker): [string, TemplatePlace[]] => [
    marker,
    TEMPLATE_PLACES.filter(place => writings(marker).some(parts[place])),
  ]);
  return new Map(found.filter(([, places]) => places.length > 0));
}

export function replaceMarkers(hop: AuthorizedHop, values: readonly MarkedValue[]): AuthorizedHop {
  if (values.length === 0) return hop;
  return {
    ...hop,
    url: replaceInUrl(hop.url, values),
    headers: replaceInHeaders(hop.headers, values),
    ...replaceInBody(hop, values),
  };
}

function replaceInUrl(url: URL, values: readonly MarkedValue[]): URL {
  const replaced = new URL(url);
  replaced.pathname = replaceText(url.pathname, values, encodeURIComponent);
  replaced.search = replaceText(url.search, values, encodeURIComponent);
  return replaced;
}

function replaceInHeaders(headers: AuthorizedHop['headers'], values: readonly MarkedValue[]): AuthorizedHop['headers'] {
  return headers.map(([name, text]) => {
    for (const { marker, value, credential, field } of values) {
      if (!text.includes(marker) || isHeaderValue(value)) continue;
      throw new StepError(`The field '${field}' of the credential '${credential}' can not be sent in a header`);
    }
    return [name, replaceText(text, values, value => value)];
  });
}

function replaceInBody({ headers, body }: AuthorizedHop, values: readonly MarkedValue[]): Pick<AuthorizedHop, 'body'> {
  if (body === undefined) return { body };
  const encode = bodyEncoding(headers);
  if (typeof body === 'string') return { body: replaceText(body, values, encode) };
  if (!isStreamed(body)) return { body: replaceInBytes(body, values, encode) };
  const parts = body.parts.map(part => ('read' in part ? part : toBuffer(replaceInBytes(part, values, encode))));
  return { body: { parts } };
}

function replaceInBytes(
  bytes: Uint8Array,
  values: readonly MarkedValue[],
  encode: (value: string) => string,
): Uint8Array {
  const buffer = toBuffer(bytes);
  if (!values.some(({ marker }) => writings(marker).some(writing => buffer.includes(writing)))) return bytes;
  // Latin-1 has one character for each byte, so that bytes that are no text stay as they are.
  const toBytes = (value: string) => Buffer.from(encode(value)).toString('latin1');
  return Buffer.from(replaceText(buffer.toString('latin1'), values, toBytes), 'latin1');
}

/** A quote in a value must not end a string of JSON, and an ampersand must not begin another field of a form. */
function bodyEncoding(headers: AuthorizedHop['headers']): (value: string) => string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? '';
  if (/^[^;]*[/+]json\b/.test(type)) return value => JSON.stringify(value).slice(1, -1);
  if (type.startsWith('application/x-www-form-urlencoded')) return encodeURIComponent;
  return value => value;
}

/** A value is not searched for further markers, because it is data. */
function replaceText(text: string, values: readonly MarkedValue[], encode: (value: string) => string): string {
  const byWriting = new Map(values.flatMap(each => writings(each.marker).map(writing => [writing, each.value])));
  const present = [...byWriting.keys()].filter(writing => text.includes(writing));
  if (present.length === 0) return text;
  const pattern = new RegExp(present.map(writing => RegExp.escape(writing)).join('|'), 'g');
  return text.replace(pattern, writing => encode(byWriting.get(writing) ?? ''));
}

/** How a marker may stand in a request. */
function writings(marker: string): string[] {
  return [...new Set([marker, encodeURIComponent(marker)])];
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
