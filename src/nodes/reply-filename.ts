import { isUtf8 } from 'node:buffer';
import type { OutboundReply } from '../platform/outbound/outbound.ts';

/** Returns the name from the server, from the URL, or one that is based on the type. It is never a path. */
export function replyFilename({ headers, url }: Pick<OutboundReply, 'headers' | 'url'>, contentType: string): string {
  const candidates = [...dispositionNames(headers['content-disposition'] ?? ''), filenameFromUrl(url)];
  return candidates.map(toBareName).find(name => name !== '') ?? `response.${fileExtension(contentType)}`;
}

/** RFC 6266 prefers `filename*` to `filename`. */
function dispositionNames(disposition: string): string[] {
  const [, charset = '', encoded = ''] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition) ?? [];
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
  return [percentDecode(encoded, /^utf-8$/i.test(charset) ? 'utf8' : 'latin1'), decodeIfUtf8(plain)];
}

function filenameFromUrl(url: string): string {
  return percentDecode(URL.parse(url)?.pathname.split('/').at(-1) ?? '', 'utf8');
}

/** Invalid escapes stay as they are. If the bytes are not valid UTF-8, the whole text stays as it is. */
function percentDecode(text: string, charset: 'utf8' | 'latin1'): string {
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  if (charset === 'utf8' && !isUtf8(bytes)) return text;
  return bytes.toString(charset);
}

/** Node decodes header bytes as Latin-1, but many servers send UTF-8. */
function decodeIfUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

function toBareName(text: string): string {
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

/** For most types, the subtype is the extension: png, pdf, zip, mp4, woff2. */
function fileExtension(contentType: string): string {
  const subtype = contentType.split('/')[1] ?? '';
  return EXTENSIONS[contentType] ?? (/^[a-z0-9]{2,5}$/.test(subtype) ? subtype : 'bin');
}
