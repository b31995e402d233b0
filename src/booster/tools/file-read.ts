import Type from 'typebox';
import { MEGABYTE } from '../../configuration/limits.ts';
import { fileNotFound } from '../../errors.ts';
import { withoutParameters } from '../../files/accepted-types.ts';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { type BlobKey, BlobNotFound, requireBlobKey } from '../../platform/blobs/blobs.ts';
import { defineTool } from '../../tools/contract/tool.ts';
import { formatSize } from '../../tools/contract/tool-files.ts';
import { requireExactlyOne } from '../../tools/contract/tool-params.ts';
import { decodeText } from '../../tools/text/text-decoding.ts';
import { requireStoredFile, type StorageServices, toStoredFile } from '../storage/files.ts';
import { requireRight } from '../storage/folders.ts';
import { withLinks } from '../storage/links.ts';
import type { PanelRow } from '../tables.ts';
import { readPanel } from './effects.ts';
import { id, panelId } from './tool-schemas.ts';

/** Longer texts are left to tools that read files. */
const TEXT_BYTES = 256 * 1024;

export const createFileRead = (services: StorageServices) =>
  defineTool({
    name: 'booster_file_read',
    title: 'Read a file',
    description:
      'Reads a file from the file storage of a booster panel, by its id or path. Result: file (an attachment that ' +
      'other steps can use), text (of a text file of at most 256 KB, otherwise null), and stored (the file as the ' +
      'panel has it: {id, path, size, content_type, metadata, record, ...}).',
    outputSchema: Type.Object({ file: attachment, text: Type.Unknown(), stored: Type.Unknown() }),
    inputSchema: Type.Object(
      {
        panel_id: panelId,
        id: Type.Optional(id('File', 'Id of the stored file.')),
        path: Type.Optional(text('Path', 'Path of the stored file, instead of its id.')),
      },
      strict,
    ),
    call: async (input, context) => {
      const { id, path = '' } = input;
      requireExactlyOne({ id, path: input.path });
      const { key, stored } = await readPanel(services, context, input, panel =>
        findStored(services, panel, id === undefined ? { path } : { id }),
      );
      const { name, size, content_type } = stored;
      const isShort = size <= TEXT_BYTES && isText(content_type);
      const content = isShort ? await services.blobs.read(key, size).catch(throwIfDeleted) : undefined;
      const file = await context.files.save({
        filename: name,
        contentType: content_type,
        ...(content ? { content } : { content: readStored(services, key, context.signal), atLeastBytes: size }),
      });
      return {
        output: { file, text: content ? decodeText(content) : null, stored },
        text: `Read ${stored.path} (${formatSize(stored.size)})`,
        fileIds: [file.file_id],
      };
    },
  });

async function findStored(services: StorageServices, panel: PanelRow, by: { id: string } | { path: string }) {
  const { database, limits } = services;
  const row = await requireStoredFile(database.query, panel, by);
  requireRight(panel.file_storage, row.folder, 'read');
  if (row.size > limits.runFileBytes) {
    throw new StepError(`The file '${row.name}' is larger than ${limits.runFileBytes / MEGABYTE} MB`);
  }
  return { key: requireBlobKey(row.blob_key), stored: withLinks(services, panel, toStoredFile(row, panel)) };
}

async function* readStored({ blobs }: StorageServices, key: BlobKey, signal: AbortSignal) {
  const { stream } = await blobs.get(key, { signal }).catch(throwIfDeleted);
  yield* stream as AsyncIterable<Buffer>;
}

/** The file may have been deleted since its row was read. */
function throwIfDeleted(error: unknown): never {
  throw error instanceof BlobNotFound ? fileNotFound() : error;
}

function isText(contentType: string): boolean {
  const type = withoutParameters(contentType);
  return type.startsWith('text/') || /^application\/(.+\+)?(json|xml|yaml|javascript)$/.test(type);
}
