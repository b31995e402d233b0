import { isUtf8 } from 'node:buffer';
import type { OutboundReply } from '../platform/outbound/outbound.ts';

/** As the server names it, otherwise as the URL does, otherwise after its type. A bare name, never a path. */
export function replyFilename({ headers, url }: Pick<OutboundReply, 'headers' | 'url'>, contentType: string): string {
  const candidates = [...dispositionNames(headers['content-disposition'] ?? ''), pathName(url)];
  return candidates.map(bareName).find(name => name !== '') ?? `response.${extensionOf(contentType)}`;
}

/** RFC 6266: `filename*` is preferred to `filename`. */
function dispositionNames(disposition: string): string[] {
  const [, charset = '', encoded = ''] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition) ?? [];
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
  return [percentDecoded(encoded, /^utf-8$/i.test(charset) ? 'utf8' : 'latin1'), utf8IfItIs(plain)];
}

function pathName(url: string): string {
  return percentDecoded(URL.parse(url)?.pathname.split('/').at(-1) ?? '', 'utf8');
}

/** What is no escape stays as it is, and so does everything where the bytes are no UTF-8. */
function percentDecoded(text: string, charset: 'utf8' | 'latin1'): string {
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  if (charset === 'utf8' && !isUtf8(bytes)) return text;
  return bytes.toString(charset);
}

/** Header bytes arrive as Latin-1 characters, but many servers mean UTF-8. */
function utf8IfItIs(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

function bareName(text: string): string {
  const name = (text.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim();
  return /^\.*$/.test(name) ? '' : name;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'application/gzip': 'gz',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** Of most types the name is the extension: png, pdf, zip, mp4, woff2. */
function extensionOf(contentType: string): string {
  const subtype = contentType.split('/')[1] ?? '';
  return EXTENSIONS[contentType] ?? (/^[a-z0-9]{2,5}$/.test(subtype) ? subtype : 'bin');
}
