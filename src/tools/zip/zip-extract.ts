import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import type { Attachment } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { toFilename } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { file } from '../contract/tool-params.ts';
import { listZip } from './zip-reader.ts';

export const createZipExtract = () =>
  defineTool({
    name: 'zip_extract',
    title: 'Unpack a zip archive',
    description:
      'Unpacks the files of a zip archive of any size. Result: files, a list of path (inside the archive) and file (an ' +
      'attachment); and count.',
    outputSchema: Type.Object({
      files: Type.Array(Type.Object({ path: Type.String(), file: attachment })),
      count: Type.Integer(),
    }),
    inputSchema: Type.Object(
      {
        file: file('A zip archive.'),
        endings: Type.Optional(
          Type.Array(Type.String({ minLength: 1 }), {
            title: 'Endings',
            description: 'Unpacks only files whose names end so, such as .pdf. Without it: all files.',
            maxItems: 100,
          }),
        ),
      },
      strict,
    ),
    call: async ({ file, endings }, { files: stepFiles }) => {
      const wanted = endings?.map(ending => ending.toLowerCase());
      const isWanted = (path: string) => wanted?.some(ending => path.toLowerCase().endsWith(ending)) ?? true;
      const { archiveFiles: entries, archiveListed: listed } = toolLimits;
      const limits = { entries, listed, bytes: stepFiles.streamBytes };
      const files: { path: string; file: Attachment }[] = [];
      for (const { path, sizeBytes, read } of await listZip(await stepFiles.open(file), limits, isWanted)) {
        const filename = toFilename(path.split(/[/\\]/).at(-1) ?? path);
        files.push({ path, file: await stepFiles.save({ filename, content: read(), atLeastBytes: sizeBytes }) });
      }
      const count = files.length;
      return {
        output: { files, count },
        text: `Unpacked ${count} ${count === 1 ? 'file' : 'files'}`,
        fileIds: files.map(each => each.file.file_id),
      };
    },
  });
