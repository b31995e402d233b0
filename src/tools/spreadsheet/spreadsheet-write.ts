import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { columns, filename, requireExactlyOne, rows } from '../contract/tool-params.ts';
import type { SheetInput } from './spreadsheet-write-thread.ts';

const THREAD = new URL('./spreadsheet-write-thread.ts', import.meta.url);
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const Sheet = Type.Object(
  {
    name: Type.String({
      title: 'Name',
      description: 'Name of the sheet, at most 31 characters.',
      minLength: 1,
      maxLength: 31,
    }),
    rows,
    columns: Type.Optional(columns),
  },
  strict,
);

export const createSpreadsheetWrite = (threads: ThreadPool) =>
  defineTool({
    name: 'spreadsheet_write',
    title: 'Write a spreadsheet',
    description:
      'Writes rows into an .xlsx file, as one sheet or several, with the names of the columns above them. Texts stay ' +
      'texts, also those that look like formulas or numbers. Result: file (an attachment), and count of all rows.',
    outputSchema: Type.Object({ file: attachment, count: Type.Integer() }),
    inputSchema: Type.Object(
      {
        rows: Type.Optional(rows),
        columns: Type.Optional(columns),
        sheets: Type.Optional(
          Type.Array(Sheet, {
            title: 'Sheets',
            description: 'Several sheets, instead of rows.',
            minItems: 1,
            maxItems: 50,
          }),
        ),
        filename: Type.Optional(filename('table.xlsx')),
      },
      strict,
    ),
    call: async ({ rows, columns, sheets, filename = 'table.xlsx' }, context) => {
      requireExactlyOne({ rows, sheets });
      const input: SheetInput[] = sheets ?? [{ name: 'Sheet1', rows: rows ?? [], ...(columns ? { columns } : {}) }];
      const content = await runInThread<Uint8Array>(threads, THREAD, JSON.stringify(input), context);
      const count = input.reduce((sum, sheet) => sum + sheet.rows.length, 0);
      return saveResultFile(context, {
        filename,
        extension: '.xlsx',
        contentType: CONTENT_TYPE,
        content,
        more: { count },
      });
    },
  });
