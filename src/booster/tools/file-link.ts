import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import { defineTool } from '../../tools/contract/tool.ts';
import { flag, integer, requireExactlyOne } from '../../tools/contract/tool-params.ts';
import { requireStoredFile, type StorageServices } from '../storage/files.ts';
import { requireRight } from '../storage/folders.ts';
import { createLink } from '../storage/links.ts';
import { readPanel } from './effects.ts';
import { id, panelId } from './tool-schemas.ts';

const MINUTES_PER_HOUR = 60;

export const createFileLink = (services: StorageServices) => {
  const { linkHours } = fixedLimits.storage;
  return defineTool({
    name: 'booster_file_link',
    title: 'Make a link to a file',
    description:
      'Makes a link to a file in the file storage of a booster panel that works for a given time, by its id or path. ' +
      'Whoever has it can open the file without signing in. Result: url, expires_at (milliseconds since 1970).',
    outputSchema: Type.Object({ url: Type.String(), expires_at: Type.Integer() }),
    inputSchema: Type.Object(
      {
        panel_id: panelId,
        id: Type.Optional(id('File', 'Id of the stored file.')),
        path: Type.Optional(text('Path', 'Path of the stored file, instead of its id.')),
        hours: integer('Hours', 'For how many hours the link works.', { minimum: 1, maximum: linkHours }),
        download: Type.Optional(flag('Download', 'Whether browsers save the file instead of showing it.', false)),
      },
      strict,
    ),
    call: async (input, context) => {
      const { id, path = '', hours, download = false } = input;
      requireExactlyOne({ id, path: input.path });
      const output = await readPanel(services, context, input, async panel => {
        const file = await requireStoredFile(services.database.query, panel, id === undefined ? { path } : { id });
        requireRight(panel.file_storage, file.folder, 'read');
        const { url, expiresAt } = createLink(services, panel, file, { download, minutes: hours * MINUTES_PER_HOUR });
        return { url, expires_at: expiresAt };
      });
      return { output, text: `Made a link for ${hours} ${hours === 1 ? 'hour' : 'hours'}` };
    },
  });
};
