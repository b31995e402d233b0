import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { picture, sharp } from '../../../test/fixtures/images.ts';
import type { ImageFormat } from './image-format.ts';
import { ImageRefused, render } from './render.ts';

const formats: ImageFormat[] = ['jpeg', 'png', 'webp', 'avif', 'gif'];
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>';

suite('content that is no image', () => {
  const contents: Record<string, Buffer | string> = {
    nothing: '',
    'one byte': Buffer.of(0xff),
    text: 'Dear looms, this is a letter and not a picture.',
    zeros: Buffer.alloc(10_000),
    SVG: svg,
    'SVG behind a declaration': `<?xml version="1.0"?><!-- a drawing -->${svg}`,
    'SVG, packed': gzipSync(svg),
    PDF: '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
    PPM: 'P6\n2 2\n255\nabcdefghijkl',
    'a matrix': '2 2\n1 2\n3 4\n',
    CSV: '1,2,3\n4,5,6\n',
    'the start of a PNG': Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    'the start of a HEIC': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  };
  for (const [name, content] of Object.entries(contents)) {
    test(`${name} is unreadable`, () => refuses(Buffer.from(content), 'unreadable'));
  }

  test('TIFF is unreadable, as are other unsupported formats', async () => {
    await refuses(await picture(20, 20).tiff().toBuffer(), 'unreadable');
  });
});

suite('a broken image', () => {
  for (const format of formats) {
    test(`${format} that is cut off is unreadable`, async () => {
      const bytes = await picture(300, 200).toFormat(format).toBuffer();
      for (const share of [0.02, 0.5, 0.95]) {
        await refuses(bytes.subarray(0, Math.floor(bytes.length * share)), 'unreadable');
      }
    });
  }

  test('a progressive JPEG or PNG that is cut off is unreadable', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const bytes = await picture(300, 200).toFormat(format, { progressive: true }).toBuffer();
      await refuses(bytes.subarray(0, Math.floor(bytes.length * 0.7)), 'unreadable');
    }
  });

  test('an image with additional data after its end is readable', async () => {
    for (const format of formats) {
      const bytes = await picture(60, 40).toFormat(format).toBuffer();
      const longer = Buffer.concat([bytes, Buffer.from('and so on')]);
      assert.ok(await render(sharp, longer, { width: 20, format: 'png' }, 10_000));
    }
  });
});

suite('an image with too many pixels', () => {
  for (const format of formats) {
    test(`${format} is too large from the first pixel over the limit`, async () => {
      const bytes = await picture(120, 100).toFormat(format).toBuffer();
      await refuses(bytes, 'too-large', 120 * 100 - 1);
      assert.ok(await render(sharp, bytes, { width: 20, format: 'png' }, 120 * 100));
    });
  }

  test('a PNG of 196 megapixels in few bytes is not decoded', async () => {
    assert.ok(await render(sharp, blackPng(140, 140, false), { width: 100, format: 'jpeg' }, 50_000_000));
    const before = process.memoryUsage.rss();
    for (const isInterlaced of [false, true]) {
      const bytes = blackPng(14_000, 14_000, isInterlaced);
      assert.ok(bytes.length < 600_000, `${bytes.length} bytes`);
      await refuses(bytes, 'too-large', 50_000_000);
    }
    const grownMb = (process.memoryUsage.rss() - before) / 2 ** 20;
    assert.ok(grownMb < 150, `${grownMb} MB`);
  });
});

async function refuses(bytes: Buffer, reason: ImageRefused['reason'], limitPixels = 1_000_000): Promise<void> {
  await assert.rejects(
    render(sharp, bytes, { width: 100, format: 'jpeg' }, limitPixels),
    error => error instanceof ImageRefused && error.reason === reason,
  );
}

/** A PNG with one bit for each pixel. Interlaced, it would need memory for the whole image, a byte for each pixel. */
function blackPng(width: number, height: number, isInterlaced: boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  header[12] = isInterlaced ? 1 : 0;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
