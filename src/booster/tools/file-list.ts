import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { defineTool } from '../../tools/contract/tool.ts';
import { flag } from '../../tools/contract/tool-params.ts';
import { type StorageServices, toStoredFile } from '../storage/files.ts';
import { withLinks } from '../storage/links.ts';
import { listFiles, storedFileFields } from '../storage/listing.ts';
import { readPanel } from './effects.ts';
import { panelId, queryParams } from './tool-schemas.ts';

const FIELDS =
  'name, path, size, content_type, owner, created, updated, record.collection, record.key, metadata.<path>';

export const createFileList = (services: StorageServices) => {
  const fields = storedFileFields(services.limits);
  return defineTool({
    name: 'booster_file_list',
    title: 'List files',
    description:
      'Lists files in the file storage of a booster panel, the newest first. Result: files (each {id, path, folder, ' +
      'name, size, content_type, metadata, record, created, updated, url, ...}), and folders (names of the sub-folders). ' +
      'Without a folder: only the names of the folders.',
    outputSchema: Type.Object({ files: Type.Array(Type.Unknown()), folders: Type.Array(Type.String()) }),
    inputSchema: Type.Object(
      {
        panel_id: panelId,
        folder: Type.Optional(text('Folder', 'Folder to list.')),
        prefix: Type.Optional(text('Sub-folder', 'Sub-folder inside the folder.')),
        recursive: Type.Optional(flag('Recursive', 'Whether files in sub-folders are listed too.', false)),
        params: Type.Optional(queryParams(FIELDS, services.limits.listedFiles)),
        links: Type.Optional(flag('Links', 'Whether files have links to their content.', true)),
      },
      strict,
    ),
    call: async ({ links = true, ...input }, context) => {
      const { recursive = false, params = {}, folder, prefix } = input;
      const scope = { recursive, ...(folder !== undefined && { folder }), ...(prefix !== undefined && { prefix }) };
      const output = await readPanel(services, context, input, async panel => {
        const { files, folders } = await listFiles(services.database.query, fields, panel, scope, params);
        const stored = files.map(row => toStoredFile(row, panel));
        return { files: links ? stored.map(file => withLinks(services, panel, file)) : stored, folders };
      });
      return { output, text: `Found ${output.files.length} ${output.files.length === 1 ? 'file' : 'files'}` };
    },
  });
};
