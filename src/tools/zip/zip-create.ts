import Type from 'typebox';
import { MEGABYTE } from '../../configuration/limits.ts';
import { attachment } from '../../nodes/output-schemas.ts';
import { files as filesParam, strict } from '../../nodes/param-schemas.ts';
import { type OpenedFile, StepError } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { formatSize, toFilename } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { filename } from '../contract/tool-params.ts';
import { writeZip } from './zip-writer.ts';

export const createZipCreate = () =>
  defineTool({
    name: 'zip_create',
    title: 'Make a zip archive',
    description:
      'Packs files of any size into a zip archive. Result: file (an attachment), and count of the files in it.',
    outputSchema: Type.Object({ file: attachment, count: Type.Integer() }),
    inputSchema: Type.Object(
      { files: filesParam('The files to pack.'), filename: Type.Optional(filename('files.zip')) },
      strict,
    ),
    call: async ({ files: given, filename = 'files.zip' }, { files }) => {
      const references = [given].flat();
      if (references.length === 0) throw new StepError("'files' must not be empty");
      if (references.length > toolLimits.archiveFiles) {
        throw new StepError(`An archive can have at most ${toolLimits.archiveFiles} files`);
      }
      const names = new Set<string>();
      const sources: (OpenedFile & { path: string })[] = [];
      let remaining = files.streamBytes;
      for (const reference of references) {
        const opened = await files.open(reference);
        remaining -= opened.sizeBytes;
        if (remaining < 0) {
          throw new StepError(`The files are larger than ${Math.floor(files.streamBytes / MEGABYTE)} MB together`);
        }
        const path = freeName(toFilename(opened.attachment.filename), names);
        names.add(path);
        sources.push({ ...opened, path });
      }
      const file = await files.save({
        filename: toFilename(filename, '.zip'),
        contentType: 'application/zip',
        content: writeZip(sources),
      });
      const text = `Made ${file.filename} (${formatSize(file.size)})`;
      return { output: { file, count: sources.length }, text, fileIds: [file.file_id] };
    },
  });

/** `report.pdf`, then `report (2).pdf`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${stem} (${number})${ending}`;
  return free;
}
