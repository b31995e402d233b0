/** The files that the pages of forms load. They do not come from the console, which an installation may leave out. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Link } from '../../http/endpoint.ts';

export interface FormAsset {
  name: string;
  type: string;
  content: Buffer;
  /** Part of the URL, so that a browser may keep the file for ever. */
  version: string;
}

export interface FormAssets {
  style: FormAsset;
  script: FormAsset;
}

export type ReadAssets = () => Promise<FormAssets>;

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const FONT_PATH = '/form/font.woff2';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

export function assetPath({ name, version }: FormAsset): string {
  return `/form/${name}?v=${version}`;
}

/** Reads the files when the first page needs them. */
export function createFormAssets(): ReadAssets {
  let reading: Promise<FormAssets> | undefined;
  return () => {
    reading ??= Promise.all([
      readAsset('page.css', 'text/css; charset=utf-8'),
      readAsset('page.js', 'text/javascript; charset=utf-8'),
    ]).then(([style, script]) => ({ style, script }));
    return reading;
  };
}

async function readAsset(name: string, type: string): Promise<FormAsset> {
  const content = await readFile(path.join(import.meta.dirname, name));
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { name, type, content, version };
}

export const assetLinks: Link<{ readAssets: ReadAssets }>[] = [
  assetLink('page.css', ({ style }) => style),
  assetLink('page.js', ({ script }) => script),
  {
    method: 'GET',
    path: FONT_PATH,
    // Previews and sandboxed frames have no origin, and browsers load fonts only with permission.
    cors: true,
    async handle(_services, _request, reply) {
      const font = await readFont();
      // Without the font, pages use the one of the system.
      if (!font) return reply.code(404).send();
      return reply.type('font/woff2').header('cache-control', A_DAY).send(font);
    },
  },
];

function assetLink(name: string, choose: (assets: FormAssets) => FormAsset): Link<{ readAssets: ReadAssets }> {
  return {
    method: 'GET',
    path: `/form/${name}`,
    cors: false,
    async handle({ readAssets }, _request, reply) {
      const { type, content } = choose(await readAssets());
      return reply.type(type).header('cache-control', IMMUTABLE).send(content);
    },
  };
}

/** The font of the console, if it was built. */
async function readFont(): Promise<Buffer | undefined> {
  const folder = path.join(ROOT, 'web', 'dist', 'assets');
  const files = await readdir(folder).catch(() => []);
  const font = files.find(file => /^geist-latin-wght-normal.*\.woff2$/.test(file));
  return font === undefined ? undefined : readFile(path.join(folder, font));
}
