/** How a file is shown, by its real type: what the service found in its bytes, not what its name says. Pure. */
import type { IconName } from '../look/icons.tsx';

export type Preview = 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'none';

/** Texts that are shown as they are written. HTML and XML are among them: their source is shown, and never rendered. */
const TEXTS = new Set([
  'application/json',
  'application/x-ndjson',
  'application/jsonl',
  'application/xml',
  'application/javascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
  'image/svg+xml',
]);

const RESIZABLE = /^image\/(png|jpeg|webp|gif|avif|tiff)$/;

export function previewOf(contentType: string): Preview {
  const type = withoutParameters(contentType);
  if (type.startsWith('text/') || TEXTS.has(type) || /\+(json|xml)$/.test(type)) return 'text';
  if (type === 'application/pdf') return 'pdf';
  const [kind] = type.split('/', 1);
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'none';
}

/** Whether the service makes smaller copies of the picture. */
export function isResizable(contentType: string): boolean {
  return RESIZABLE.test(withoutParameters(contentType));
}

/** A short name: `PDF`, `JPEG`, `CSV`. What has no better one is called by the last part of its type. */
export function typeName(contentType: string): string {
  const type = withoutParameters(contentType);
  const known = NAMES[type];
  if (known !== undefined) return known;
  const last = type.slice(type.indexOf('/') + 1).replace(/^(x-|vnd\.)/, '');
  return last.split(/[+;]/, 1)[0]?.split('.').at(-1)?.toUpperCase() ?? '';
}

const NAMES: Readonly<Record<string, string>> = {
  'application/octet-stream': '–',
  'text/plain': 'Text',
  'text/markdown': 'Markdown',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'audio/mpeg': 'MP3',
  'application/gzip': 'GZIP',
  'image/svg+xml': 'SVG',
};

export function iconOf(contentType: string): IconName {
  const type = withoutParameters(contentType);
  const preview = previewOf(type);
  if (preview === 'image') return 'image';
  if (preview === 'audio') return 'music';
  if (preview === 'video') return 'video';
  if (preview === 'pdf' || type === 'text/plain' || type === 'text/markdown') return 'file-text';
  return preview === 'text' ? 'file-code' : 'file';
}

function withoutParameters(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
