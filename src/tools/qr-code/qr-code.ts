import Type from 'typebox';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict, text } from '../../nodes/param-schemas.ts';
import { widget } from '../../nodes/widgets.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { runInThread } from '../contract/run-in-thread.ts';
import { defineTool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { choice, color, filename, integer } from '../contract/tool-params.ts';
import type { QrCodeInput } from './qr-code-thread.ts';

const THREAD = new URL('./qr-code-thread.ts', import.meta.url);

export const createQrCode = (threads: ThreadPool) =>
  defineTool({
    name: 'qr_code',
    title: 'QR code',
    description: 'Draws a QR code of a text or a URL, as a PNG or SVG file. Result: file (an attachment).',
    outputSchema: Type.Object({ file: attachment }),
    inputSchema: Type.Object(
      {
        text: text('Text', 'What the code says: a text, a URL and so on, up to 2953 bytes.', widget('long-text')),
        format: Type.Optional(choice('Format', ['png', 'svg'], 'Kind of the file.')),
        size: Type.Optional(
          integer('Size', 'Width and height in pixels.', { minimum: 50, maximum: 2000, default: 400 }),
        ),
        margin: Type.Optional(
          integer('Margin', 'Empty space around the code, in dots of it. Readers want 4.', {
            minimum: 0,
            maximum: 20,
            default: 4,
          }),
        ),
        error_correction: Type.Optional(
          choice('Error correction', ['M', 'L', 'Q', 'H'], 'How much may be lost: L 7, M 15, Q 25, H 30 percent.'),
        ),
        dark: Type.Optional(color('Dark color', '#000000')),
        light: Type.Optional(color('Light color', '#ffffff')),
        filename: Type.Optional(filename('qr-code.png')),
      },
      strict,
    ),
    call: async (params, context) => {
      const { format = 'png', size = 400, margin = 4, error_correction = 'M' } = params;
      const { text, dark = '#000000', light = '#ffffff', filename = 'qr-code' } = params;
      const input: QrCodeInput = { text, format, size, margin, correction: error_correction, dark, light };
      const content = await runInThread<Uint8Array>(threads, THREAD, input, context);
      const contentType = format === 'png' ? 'image/png' : 'image/svg+xml';
      return saveResultFile(context, { filename, extension: `.${format}`, contentType, content });
    },
  });
