import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import type { Attachment } from '../../nodes/step.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam, toFilename } from '../contract/tool-files.ts';
import { file } from '../contract/tool-params.ts';
import type { ZipEntry } from './zip-archive.ts';

const THREAD = new URL('./zip-extract-thread.ts', import.meta.url);

export const createZipExtract = (threads: ThreadPool) =>
  defineTool({
    name: 'zip_extract',
    title: 'Unpack a zip archive',
    description:
      'Unpacks the files of a zip archive. Result: files, a list of path (inside the archive) and file (an attachment); ' +
      'and count.',
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
    call: async ({ file, endings }, context) => {
      const { content } = await readFileParam(context, file);
      const input = { content, endings };
      const entries = await runInThread<ZipEntry[]>(threads, THREAD, input, context, {
        transfer: [content],
      });
      const files: { path: string; file: Attachment }[] = [];
      for (const { path, content } of entries) {
        const filename = toFilename(path.split(/[/\\]/).at(-1) ?? path);
        files.push({
          path,
          file: await context.files.save({ filename, content }),
        });
      }
      const count = files.length;
      return {
        output: { files, count },
        text: `Unpacked ${count} ${count === 1 ? 'file' : 'files'}`,
        fileIds: files.map(each => each.file.file_id),
      };
    },
  });
