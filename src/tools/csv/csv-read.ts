import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam } from '../contract/tool-files.ts';
import { checkLength, file, flag, limit, longText, offset, requireExactlyOne } from '../contract/tool-params.ts';
import type { ReadTable } from '../tables/table.ts';
import type { CsvReadInput } from './csv-read-thread.ts';

const THREAD = new URL('./csv-read-thread.ts', import.meta.url);

export const createCsvRead = (threads: ThreadPool) =>
  defineTool({
    name: 'csv_read',
    title: 'Read CSV',
    description:
      'Reads a table from CSV. Result: rows (objects by column name; lists of cells when there is no header), count, ' +
      'columns. Cells are texts unless numbers are asked for; cells that are missing at the end of a row are null.',
    outputSchema: Type.Object({
      rows: Type.Array(Type.Unknown()),
      count: Type.Integer(),
      columns: Type.Array(Type.String()),
    }),
    inputSchema: Type.Object(
      {
        text: Type.Optional(longText('Text', 'The CSV itself.')),
        file: Type.Optional(file('A CSV file, instead of the text.')),
        header: Type.Optional(flag('Header', 'Whether the first row names the columns.', true)),
        delimiter: Type.Optional(
          Type.String({
            title: 'Delimiter',
            description: 'The character between cells. Without it, it is found out: comma, semicolon, tab or bar.',
            minLength: 1,
            maxLength: 1,
          }),
        ),
        numbers: Type.Optional(
          flag(
            'Numbers',
            'Whether cells such as 12 or -0.5 become numbers. Those with leading zeros stay texts.',
            false,
          ),
        ),
        offset: Type.Optional(offset),
        limit: Type.Optional(limit),
      },
      strict,
    ),
    call: async ({ text, file, header = true, delimiter, numbers = false, offset = 0, limit }, context) => {
      requireExactlyOne({ text, file });
      if (text !== undefined) checkLength('text', text);
      const content = file === undefined ? undefined : (await readFileParam(context, file)).content;
      const input: CsvReadInput = { text, content, delimiter, numbers, slice: { header, offset, limit } };
      const transfer = content ? [content] : [];
      const json = await runInThread<string>(threads, THREAD, input, context, { transfer });
      const output: ReadTable = JSON.parse(json);
      return { output, text: `Read ${output.count} ${output.count === 1 ? 'row' : 'rows'}` };
    },
  });
