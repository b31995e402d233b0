import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { IncomingContent } from '../../files/accept-content.ts';
import { guessContentType, UNKNOWN_TYPE } from '../../files/names.ts';
import { text as filledText, freeObject, strict } from '../../nodes/param-schemas.ts';
import { defineTool, type ToolContext } from '../../tools/contract/tool.ts';
import { formatSize } from '../../tools/contract/tool-files.ts';
import { checkLength, file, longText, requireExactlyOne } from '../../tools/contract/tool-params.ts';
import { requireStoredFile, type StorageServices, toStoredFile } from '../storage/files.ts';
import { withLinks } from '../storage/links.ts';
import { parsePath } from '../storage/paths.ts';
import { parseJsonPlacement } from '../storage/placements.ts';
import type { Stored } from '../storage/storing.ts';
import { uploadFile } from '../storage/uploading.ts';
import { changePanel } from './effects.ts';
import { overwrite, panelId, recordReference, rename } from './tool-schemas.ts';

const Params = Type.Object(
  {
    panel_id: panelId,
    path: filledText(
      'Path',
      'Where the file is stored: folder/sub-folders/name. A path that ends with / is completed by the name of the file.',
    ),
    file: Type.Optional(file('The file to store.')),
    text: Type.Optional(longText('Text', 'The content as a text, instead of a file.')),
    content_type: Type.Optional(
      Type.String({
        title: 'Content type',
        description: 'Content type of the file. Without it, that of the given file, or what the name tells.',
        maxLength: fixedLimits.contentTypeCharacters,
      }),
    ),
    metadata: Type.Optional(freeObject('Metadata', 'JSON object of at most 4 KB that is kept with the file.')),
    record: Type.Optional(recordReference),
    overwrite: Type.Optional(overwrite),
    rename: Type.Optional(rename),
  },
  strict,
);

export const createFileSave = (services: StorageServices) =>
  defineTool({
    name: 'booster_file_save',
    title: 'Save a file',
    description:
      'Stores a file, or a text as a file, in the file storage of a booster panel. Result: the stored file {id, path, ' +
      'folder, name, size, content_type, sha256, metadata, record, created, updated, expires_at, url, download_url, ...}.',
    inputSchema: Params,
    call: async ({ file, text, content_type, ...input }, context) => {
      requireExactlyOne({ file, text });
      const { content, filename, type } = await openContent(context, input.path, { file, text });
      const { signal } = context;
      const { panel, row } = await changePanel<Stored>(services, context, input, {
        make: async (panel, own) => {
          const placement = parseJsonPlacement(parsePath(input.path, filename), input, services.limits.metadataBytes);
          // The content of a file is read again when the database was away meanwhile.
          return uploadFile(own, panel, placement, { ...content(), declaredType: content_type || type, signal });
        },
        findResult: async (panel, id) => ({
          panel,
          row: await requireStoredFile(services.database.query, panel, { id }),
        }),
      });
      const stored = withLinks(services, panel, toStoredFile(row, panel));
      return { output: stored, text: `Stored ${stored.path} (${formatSize(stored.size)})` };
    },
  });

interface Content {
  content(): Pick<IncomingContent, 'content' | 'atLeastBytes'>;
  filename?: string;
  type: string | undefined;
}

async function openContent(
  { files }: ToolContext,
  path: string,
  { file, text = '' }: { file?: string | Record<string, unknown> | undefined; text?: string | undefined },
): Promise<Content> {
  if (file === undefined) {
    const isNamed = guessContentType(path) !== UNKNOWN_TYPE;
    const content = Buffer.from(checkLength('text', text));
    return { content: () => ({ content }), type: isNamed ? undefined : 'text/plain' };
  }
  const opened = await files.open(file);
  const { filename, content_type: type } = opened.attachment;
  return { content: () => ({ content: opened.read(), atLeastBytes: opened.sizeBytes }), filename, type };
}
