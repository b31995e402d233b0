import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { type Attachment, StepError } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { file, flag, integer } from '../contract/tool-params.ts';
import { CsvRows } from './csv-rows.ts';

export const createCsvSplit = () =>
  defineTool({
    name: 'csv_split',
    title: 'Split CSV',
    description:
      'Splits a CSV file of any size into files of so many rows, each with the header. Result: files (attachments), ' +
      'count of the files, and rows (without the header).',
    outputSchema: Type.Object({ files: Type.Array(attachment), count: Type.Integer(), rows: Type.Integer() }),
    inputSchema: Type.Object(
      {
        file: file('A CSV file in UTF-8, or another encoding that has ASCII.'),
        rows: integer('Rows', 'Rows of each file. The last one may have fewer.', { minimum: 1, maximum: 100_000_000 }),
        header: Type.Optional(flag('Header', 'Whether the first row names the columns.', true)),
      },
      strict,
    ),
    call: async ({ file, rows: perFile, header = true }, { files }) => {
      const opened = await files.open(file);
      const { filename, content_type: contentType } = opened.attachment;
      const source = new CsvRows(opened.read());
      const saved: Attachment[] = [];
      try {
        const mark = await source.readMark();
        const beginning = Buffer.concat([mark, header ? await source.readHeader() : Buffer.alloc(0)]);
        const headers = source.count;
        while (await source.hasMore()) {
          if (saved.length === toolLimits.splitFiles) {
            throw new StepError(`The file would become more than ${toolLimits.splitFiles} files`);
          }
          const content = withBeginning(beginning, source.take(perFile));
          saved.push(await files.save({ filename: numbered(filename, saved.length + 1), contentType, content }));
        }
        const count = saved.length;
        return {
          output: { files: saved, count, rows: source.count - headers },
          text: `Made ${count} ${count === 1 ? 'file' : 'files'}`,
          fileIds: saved.map(({ file_id }) => file_id),
        };
      } finally {
        await source.close();
      }
    },
  });

async function* withBeginning(beginning: Buffer, rest: AsyncIterable<Uint8Array>) {
  yield beginning;
  yield* rest;
}

/** `orders-1.csv` */
function numbered(filename: string, number: number): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? `${filename.slice(0, dot)}-${number}${filename.slice(dot)}` : `${filename}-${number}`;
}
