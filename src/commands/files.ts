/** `heddle file`: put, get and list. */
import { createWriteStream, openAsBlob } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../platform/error-details.ts';
import { Answer, type Invocation } from './command.ts';
import { type Connection, withConnection } from './connecting.ts';
import { readCount } from './inputs.ts';
import { ago, bytes, toHumanReadable } from './print.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_LISTED = 20;

export async function putFiles(invocation: Invocation): Promise<unknown> {
  const names = invocation.rest('FILE');
  const blobs = await Promise.all(names.map(openFile));
  return withConnection(invocation, async ({ client }) => {
    const stored: { file_id: string; filename: string; size: number; content_type: string }[] = [];
    for (const [index, blob] of blobs.entries()) {
      const filename = path.basename(names[index] ?? 'file');
      const { file_id, size, content_type } = await client.files.upload(blob, { filename });
      stored.push({ file_id, filename, size, content_type });
    }
    return stored;
  });
}

/** Without an argument it shows what is known of the file `--entity-id`. */
export async function getFile(invocation: Invocation): Promise<unknown> {
  const id = invocation.optionalArgument('FILE');
  const known = invocation.option('entity-id');
  if (id === undefined && known === undefined) throw new UsageError("FILE is missing: see 'heddle file get --help'");
  return withConnection(invocation, async connection => {
    const file = await connection.client.files.get(id ?? known ?? '');
    if (id === undefined) return file;
    const { body } = await connection.client.files.download(reachable(connection, file.file_url));
    const target = invocation.option('output') ?? path.basename(file.filename);
    const isStdout = target === '-';
    // A file that is there is only replaced when it was named.
    const flags = invocation.option('output') === undefined ? 'wx' : 'w';
    const output = isStdout ? process.stdout : createWriteStream(target, { flags });
    await pipeline(Readable.fromWeb(body), output, { end: !isStdout }).catch(error => {
      if (errorCode(error) === 'EEXIST') throw new UsageError(`${target} exists already: name another with --output`);
      throw error;
    });
    if (isStdout) return undefined;
    return new Answer({ file: target, size: file.size }, `Written to ${target} (${bytes(file.size)}).`);
  });
}

export async function listFiles(invocation: Invocation): Promise<unknown> {
  const limit = readCount('limit', invocation.option('limit'), DEFAULT_LISTED);
  const found = await withConnection(invocation, ({ client }) => client.files.find({ limit_to: limit }));
  const rows = found.map(({ id, filename, content_type, size, created }) => ({
    id,
    filename,
    type: content_type,
    size: bytes(size),
    created: ago(created.timestamp),
  }));
  return new Answer(found, rows.length > 0 ? toHumanReadable(rows) : 'There are no files.');
}

/** The links of an installation on this machine lead to its service, which may not run. */
function reachable({ isLocal, url }: Connection, link: string): string {
  if (!isLocal) return link;
  const { pathname, search } = new URL(link);
  return `${url}${pathname}${search}`;
}

async function openFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch {
    throw new UsageError(`the file '${file}' can not be read`);
  }
}
