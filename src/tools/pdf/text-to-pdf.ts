import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import { widget } from '../../nodes/widgets.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { checkLength, choice, filename, flag } from '../contract/tool-params.ts';
import type { PdfInput, PdfResult } from './text-to-pdf-thread.ts';

const THREAD = new URL('./text-to-pdf-thread.ts', import.meta.url);
const POINTS_PER_MM = 72 / 25.4;

export const createTextToPdf = (threads: ThreadPool) =>
  defineTool({
    name: 'text_to_pdf',
    title: 'Text to PDF',
    description:
      'Sets a text as a PDF file: Markdown with headings, lists, tables, code, quotations and links, or plain text. ' +
      'Knows Latin, Greek, Cyrillic and other scripts of the DejaVu fonts. Result: file (an attachment), and pages.',
    outputSchema: Type.Object({ file: attachment, pages: Type.Integer() }),
    inputSchema: Type.Object(
      {
        text: text('Text', 'What stands in the document.', widget('long-text')),
        format: Type.Optional(
          choice(
            'Format',
            ['markdown', 'plain', 'monospace'],
            'How the text is written. Monospace is plain text with letters of equal width.',
          ),
        ),
        title: Type.Optional(text('Title', 'Title of the document, as programs show it. It is not printed.')),
        page_size: Type.Optional(choice('Page size', ['A4', 'A3', 'A5', 'LETTER', 'LEGAL'], 'Size of the paper.')),
        landscape: Type.Optional(flag('Landscape', 'Whether the pages are wider than high.', false)),
        margin_mm: Type.Optional(
          Type.Number({ title: 'Margin', description: 'In millimetres.', minimum: 5, maximum: 60, default: 20 }),
        ),
        font_size: Type.Optional(
          Type.Number({ title: 'Font size', description: 'In points.', minimum: 6, maximum: 32, default: 11 }),
        ),
        page_numbers: Type.Optional(flag('Page numbers', 'Whether each page has its number at the foot.', true)),
        filename: Type.Optional(filename('document.pdf')),
      },
      strict,
    ),
    call: async (params, context) => {
      const {
        format = 'markdown',
        title = '',
        page_size = 'A4',
        landscape = false,
        filename = 'document.pdf',
      } = params;
      const { margin_mm = 20, font_size = 11, page_numbers = true } = params;
      const input: PdfInput = {
        text: checkLength('text', params.text, toolLimits.pdfCharacters),
        format,
        settings: {
          pageSize: page_size,
          landscape,
          marginPoints: margin_mm * POINTS_PER_MM,
          fontSize: font_size,
          title,
          author: context.user.name,
          // The time of the step makes the file the same, however often the step is retried.
          createdAt: context.startedAt,
          pageNumbers: page_numbers,
        },
      };
      const { content, pages } = await runInThread<PdfResult>(threads, THREAD, input, context);
      const result = { filename, extension: '.pdf', contentType: 'application/pdf', content };
      return saveResultFile(context, { ...result, more: { pages } });
    },
  });
