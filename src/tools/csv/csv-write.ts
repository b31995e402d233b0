import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { choice, columns, filename, flag, rows } from '../contract/tool-params.ts';
import type { CsvWriteInput } from './csv-write-thread.ts';

const THREAD = new URL('./csv-write-thread.ts', import.meta.url);

export const createCsvWrite = (threads: ThreadPool) =>
  defineTool({
    name: 'csv_write',
    title: 'Write CSV',
    description:
      'Writes rows as CSV, into a file or as text. Cells are written as they are, also those that a spreadsheet ' +
      'program would take for a formula. Result: file (an attachment) or text, and count.',
    outputSchema: Type.Object({
      file: Type.Optional(attachment),
      text: Type.Optional(Type.String()),
      count: Type.Integer(),
    }),
    inputSchema: Type.Object(
      {
        rows,
        columns: Type.Optional(columns),
        header: Type.Optional(flag('Header', 'Whether the first row names the columns.', true)),
        delimiter: Type.Optional(
          Type.String({
            title: 'Delimiter',
            description: 'The character between cells.',
            minLength: 1,
            maxLength: 1,
            pattern: '^[^"\\r\\n]$',
            default: ',',
          }),
        ),
        bom: Type.Optional(
          flag('Byte order mark', 'Whether the file begins with one: Excel then knows that it is UTF-8.', false),
        ),
        as: Type.Optional(choice('Result', ['file', 'text'], 'Whether the result is a file or a text.')),
        filename: Type.Optional(filename('table.csv')),
      },
      strict,
    ),
    call: async (params, context) => {
      const { rows, columns, header = true, delimiter = ',', bom = false, as = 'file' } = params;
      const input: CsvWriteInput = { rowsJson: JSON.stringify(rows), columns, header, delimiter, bom, as };
      const csv = await runInThread<string | Uint8Array>(threads, THREAD, input, context);
      const count = rows.length;
      if (typeof csv === 'string') return { output: { text: csv, count }, text: `Wrote ${count} rows` };
      const { filename = 'table.csv' } = params;
      return saveResultFile(context, {
        filename,
        extension: '.csv',
        contentType: 'text/csv',
        content: csv,
        more: { count },
      });
    },
  });
