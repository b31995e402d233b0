/** Writes and reads compressed files of lines, with a checksum of what is in them. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export async function writeLines(
  file: string,
  lines: AsyncIterable<string>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* encode() {
    for await (const line of lines) {
      const text = `${line}\n`;
      hash.update(text);
      rows++;
      yield text;
    }
  }
  await pipeline(Readable.from(encode()), createGzip(), createWriteStream(file, { mode: 0o600 }));
  return { rows, sha256: hash.digest('hex') };
}

/** Ends with an error when the file is damaged. */
export async function* readLines(file: string): AsyncGenerator<string, void, void> {
  const text = new PassThrough({ encoding: 'utf8' });
  const copying = pipeline(createReadStream(file), createGunzip(), text);
  // It is awaited below. Until then an error must not end the process.
  copying.catch(() => {});
  yield* splitLines(text);
  await copying;
}

/** Splits at line feeds only: node:readline also splits at U+2028 and U+2029, which JSON contains unescaped. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    for (const other of others) {
      yield parts.join('');
      parts = [other];
    }
  }
  const rest = parts.join('');
  if (rest !== '') yield rest;
}

export async function hashLines(file: string): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const line of readLines(file)) {
    hash.update(`${line}\n`);
    rows++;
  }
  return { rows, sha256: hash.digest('hex') };
}
