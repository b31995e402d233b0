/** Reads the contents of a PDF that `text_to_pdf` made, for tests. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  /** The lines of each page, joined in the order in which they were drawn. */
  pages: string[];
  fonts: string[];
  links: string[];
  size: [width: number, height: number];
}

export function readPdf(content: Uint8Array): ReadPdf {
  const whole = Buffer.from(content).toString('latin1');
  assert.match(whole, /^%PDF-1\./);
  assert.match(whole, /%%EOF\s*$/);
  const objects = new Map(
    whole.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms).map(([, id = '', body = '']) => [id, body] as const),
  );
  const part = (id = '') => objects.get(id) ?? assert.fail(`no object ${id}`);
  const reference = (body: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  const catalog = part(reference(whole.slice(whole.lastIndexOf('trailer')), 'Root'));
  const kids = [...part(reference(catalog, 'Pages')).matchAll(/(\d+) 0 R/g)].map(([, id]) => part(id));
  const pages = kids.map(page => {
    const resources = part(reference(page, 'Resources'));
    const letters = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
        name,
        toUnicode(stream(part(reference(part(id), 'ToUnicode')))),
      ]),
    );
    return shownText(stream(part(reference(page, 'Contents'))), letters);
  });
  const all = [...objects.values()].join('\n');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(kids[0] ?? '') ?? [];
  return {
    pages,
    fonts: [...new Set([...all.matchAll(/\/BaseFont \/[A-Z]{6}\+(\S+)/g)].map(([, name = '']) => name))].sort(),
    links: [...all.matchAll(/\/URI \((.*?)\)/g)].map(([, link = '']) => link),
    size: [Number(width), Number(height)],
  };
}

function stream(body: string): string {
  const [, data = ''] = /stream\n(.*)\nendstream/s.exec(body) ?? [];
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
}

/** Maps the number of each glyph to its characters. */
function toUnicode(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[(.*?)\]/gs)) {
    for (const [at, [, code = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
      const text = Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
      letters.set(Number.parseInt(first, 16) + at, text);
    }
  }
  return letters;
}

function shownText(commands: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  const texts = commands.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/gs);
  return texts
    .map(([, font = '', shown = '']) => {
      const glyphs = [...shown.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      return glyphs.map(glyph => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '?').join('');
    })
    .toArray()
    .join('\n');
}
