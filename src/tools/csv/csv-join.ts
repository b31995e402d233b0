import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { files as filesParam, strict } from '../../nodes/param-schemas.ts';
import { type OpenedFile, StepError } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { formatSize, toFilename } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { filename, flag } from '../contract/tool-params.ts';
import { CsvRows } from './csv-rows.ts';

export const createCsvJoin = () =>
  defineTool({
    name: 'csv_join',
    title: 'Join CSV files',
    description:
      'Joins CSV files of any size, which must have the same header, into one. Result: file (an attachment), and rows ' +
      '(without the header).',
    outputSchema: Type.Object({ file: attachment, rows: Type.Integer() }),
    inputSchema: Type.Object(
      {
        files: filesParam('CSV files in one encoding, in their order.'),
        header: Type.Optional(flag('Header', 'Whether the first row of each file names the columns.', true)),
        filename: Type.Optional(filename('joined.csv')),
      },
      strict,
    ),
    call: async ({ files: references, header = true, filename = 'joined.csv' }, { files }) => {
      const given = [references].flat();
      if (given.length === 0) throw new StepError("'files' must not be empty");
      if (given.length > toolLimits.splitFiles)
        throw new StepError(`At most ${toolLimits.splitFiles} files can be joined`);
      const opened: OpenedFile[] = [];
      for (const reference of given) opened.push(await files.open(reference));
      const counts = { rows: 0 };
      const file = await files.save({
        filename: toFilename(filename, '.csv'),
        contentType: 'text/csv',
        content: join(opened, header, counts),
      });
      const text = `Made ${file.filename} (${formatSize(file.size)})`;
      return { output: { file, rows: counts.rows }, text, fileIds: [file.file_id] };
    },
  });

const LINE_FEED = 0x0a;
const LINE_END = Buffer.from('\r\n');

async function* join(
  opened: readonly OpenedFile[],
  hasHeader: boolean,
  counts: { rows: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  let first: { columns: string; filename: string } | undefined;
  let endsLine = true;
  for (const file of opened) {
    const source = new CsvRows(file.read());
    try {
      const mark = await source.readMark();
      if (hasHeader && (await source.hasMore())) {
        const { filename } = file.attachment;
        const header = await source.readHeader();
        const columns = header.toString('latin1').trimEnd();
        if (first && columns !== first.columns) {
          throw new StepError(`The columns of '${filename}' are not those of '${first.filename}'`);
        }
        if (!first) {
          yield Buffer.concat([mark, header]);
          endsLine = header.at(-1) === LINE_FEED;
        }
        first ??= { columns, filename };
        counts.rows--;
      }
      // The last row of the file before may have no line end.
      if (!endsLine && (await source.hasMore())) yield LINE_END;
      for await (const part of source.take(Number.POSITIVE_INFINITY)) {
        yield part;
        endsLine = part.at(-1) === LINE_FEED;
      }
      counts.rows += source.count;
    } finally {
      await source.close();
    }
  }
}
