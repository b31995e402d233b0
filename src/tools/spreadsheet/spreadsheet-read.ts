import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { readFileParam } from '../contract/tool-files.ts';
import { file, flag, integer, limit, offset } from '../contract/tool-params.ts';
import type { ReadTable } from '../tables/table.ts';
import type { SpreadsheetReadInput } from './spreadsheet-read-thread.ts';

const THREAD = new URL('./spreadsheet-read-thread.ts', import.meta.url);

export const createSpreadsheetRead = (threads: ThreadPool) =>
  defineTool({
    name: 'spreadsheet_read',
    title: 'Read a spreadsheet',
    description:
      'Reads a sheet of an .xlsx file. Result: rows (objects by column name; lists of cells when there is no header), ' +
      'count, columns. Cells are texts, numbers, booleans or null; dates are ISO texts, formulas their last values. Empty rows are left out.',
    outputSchema: Type.Object({
      rows: Type.Array(Type.Unknown()),
      count: Type.Integer(),
      columns: Type.Array(Type.String()),
    }),
    inputSchema: Type.Object(
      {
        file: file('An .xlsx file.'),
        sheet: Type.Optional(
          Type.Unsafe<string | number>({
            type: ['string', 'integer'],
            title: 'Sheet',
            description: 'Name of the sheet, or its number. The first is 1.',
            minimum: 1,
            minLength: 1,
            default: 1,
          }),
        ),
        header: Type.Optional(flag('Header', 'Whether a row names the columns.', true)),
        header_row: Type.Optional(
          integer('Header row', 'Number of the row at which the table begins.', {
            minimum: 1,
            maximum: 100_000,
            default: 1,
          }),
        ),
        offset: Type.Optional(offset),
        limit: Type.Optional(limit),
      },
      strict,
    ),
    call: async ({ file, sheet = 1, header = true, header_row = 1, offset = 0, limit }, context) => {
      const { content } = await readFileParam(context, file);
      const input: SpreadsheetReadInput = { content, sheet, firstRow: header_row, slice: { header, offset, limit } };
      const json = await runInThread<string>(threads, THREAD, input, context, { transfer: [content] });
      const output: ReadTable = JSON.parse(json);
      return { output, text: `Read ${output.count} ${output.count === 1 ? 'row' : 'rows'}` };
    },
  });
