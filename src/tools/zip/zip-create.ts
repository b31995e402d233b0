import Type from 'typebox';
import { MEGABYTE } from '../../configuration/limits.ts';
import { attachment } from '../../nodes/output-schemas.ts';
import { files, strict } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam, saveResultFile, toFilename } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { filename } from '../contract/tool-params.ts';
import type { ZipEntry } from './zip-archive.ts';

const THREAD = new URL('./zip-create-thread.ts', import.meta.url);

export const createZipCreate = (threads: ThreadPool) =>
  defineTool({
    name: 'zip_create',
    title: 'Make a zip archive',
    description: 'Packs files into a zip archive. Result: file (an attachment), and count of the files in it.',
    outputSchema: Type.Object({ file: attachment, count: Type.Integer() }),
    inputSchema: Type.Object(
      { files: files('The files to pack.'), filename: Type.Optional(filename('files.zip')) },
      strict,
    ),
    call: async ({ files, filename = 'files.zip' }, context) => {
      const references = [files].flat();
      if (references.length === 0) throw new StepError("'files' must not be empty");
      if (references.length > toolLimits.archiveFiles) {
        throw new StepError(`An archive can have at most ${toolLimits.archiveFiles} files`);
      }
      const entries: ZipEntry[] = [];
      let remaining: number = toolLimits.resultFileBytes;
      for (const reference of references) {
        const { attachment, content } = await readFileParam(context, reference, toolLimits.resultFileBytes);
        remaining -= content.byteLength;
        if (remaining < 0) {
          throw new StepError(`The files are larger than ${toolLimits.resultFileBytes / MEGABYTE} MB together`);
        }
        entries.push({ path: freeName(toFilename(attachment.filename), entries), content });
      }
      const transfer = entries.map(({ content }) => content);
      const content = await runInThread<Uint8Array>(threads, THREAD, entries, context, { transfer });
      const result = { filename, extension: '.zip', contentType: 'application/zip', content };
      return saveResultFile(context, { ...result, more: { count: entries.length } });
    },
  });

/** `report.pdf`, then `report (2).pdf`. */
function freeName(name: string, entries: readonly ZipEntry[]): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; entries.some(({ path }) => path === free); number++) free = `${stem} (${number})${ending}`;
  return free;
}
