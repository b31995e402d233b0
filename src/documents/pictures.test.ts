import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { failure, type GreyPage, openReader, pdf, pictureWithText, tiff } from '../../test/fixtures/documents.ts';
import { loadSharp } from '../platform/images/render.ts';
import type { ModelFile } from '../platform/models/model.ts';
import { createThreadPool, type ThreadPool } from '../platform/threads/thread-pool.ts';
import { picturesForRecognition } from './pictures.ts';

const read = openReader({ after });
const sharp = await loadSharp();
const invoice = pictureWithText('Invoice 4711');

async function greyPage(png: Buffer): Promise<GreyPage> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** A bitmap of 24 bits per pixel whose rows go upwards. */
async function bmp(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).removeAlpha().flip().raw().toBuffer({ resolveWithObject: true });
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(info.width, 18);
  header.writeInt32LE(info.height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  assert.equal((info.width * 3) % 4, 0);
  return Buffer.concat([header, data]);
}

suite('images', () => {
  test('become the text that they show', async () => {
    assert.deepEqual(await read('a.png', invoice), { text: 'Invoice 4711', credits: 0 });
    assert.deepEqual(await read('a.bmp', await bmp(invoice)), { text: 'Invoice 4711', credits: 0 });
  });

  test('of every format are prepared in the same way for text recognition', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const content = await sharp(invoice).toFormat(format).toBuffer();
      const picture = { filename: 'a', contentType: `image/${format}`, content };
      const [prepared, ...others] = await Array.fromAsync(picturesForRecognition(picture));
      const { width, height, channels, format: made } = await sharp(prepared).metadata();
      const twice = { width: 1800, height: 320, channels: 1, made: 'png', others: [] };
      assert.deepEqual({ width, height, channels, made, others }, twice, format);
    }
  });

  test('are turned upright, and put on white', async () => {
    const letters = sharp(invoice).resize(450).negate().extractChannel(0);
    const seeThrough = await sharp({ create: { width: 450, height: 80, channels: 3, background: 'black' } })
      .joinChannel(await letters.toBuffer(), { raw: undefined })
      .png()
      .toBuffer();
    assert.equal((await read('a.png', seeThrough)).text, 'Invoice 4711');
    const turned = await sharp(invoice).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    assert.equal((await read('a.jpg', turned)).text, 'Invoice 4711');
  });

  test('of several pages are read completely', async () => {
    const pages = await Promise.all([invoice, pictureWithText('Second page')].map(greyPage));
    assert.equal((await read('a.tiff', tiff(pages))).text, 'Invoice 4711\n\nSecond page');
  });

  test('replace the pages of a PDF without text', async () => {
    const content = await pdf(document => {
      document.image(invoice, 50, 50, { width: 400 });
      document.addPage().image(pictureWithText('Second page'), 50, 50, { width: 400 });
    });
    assert.equal((await read('a.pdf', content)).text, 'Invoice 4711\n\nSecond page');
  });

  test('are not read on too many pages of a PDF, nor when they are too small', async () => {
    const blank = await pdf(document => {
      for (let page = 1; page <= 50; page++) document.addPage();
    });
    const tooMany = failure("The file 'a.pdf' can not be read: it has no text but more than 50 pages of pictures");
    await assert.rejects(read('a.pdf', blank), tooMany);
    const dot = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const dotted = await pdf(document => document.image(dot, 50, 50));
    await assert.rejects(read('a.pdf', dotted), failure("The file 'a.pdf' can not be read: it has no text"));
  });

  test('without text become an empty text', async () => {
    const white = sharp({ create: { width: 300, height: 300, channels: 3, background: 'white' } });
    assert.deepEqual(await read('a.png', await white.png().toBuffer()), { text: '', credits: 0 });
  });
});

suite('images are rejected', () => {
  const huge = { width: 100_000, height: 100_000, pixels: Buffer.alloc(10) };
  const small = { width: 1, height: 1, pixels: Buffer.alloc(1) };
  /** A TIFF whose last page points to its first. */
  function endless(): Buffer {
    const content = tiff([small, small]);
    content.writeUInt32LE(content.readUInt32LE(4), content.length - 4);
    return content;
  }

  test('when they have too many pixels', async () => {
    const white = sharp({ create: { width: 7200, height: 7200, channels: 3, background: 'white' } });
    const tooLarge = (limit: number) =>
      failure(`The file 'a' can not be read: the image has more than ${limit} megapixels`);
    await assert.rejects(read('a', await white.png().toBuffer()), tooLarge(50));
    await assert.rejects(read('a', tiff([huge])), tooLarge(12));
    const large = await bmp(invoice);
    large.writeInt32LE(-100_000, 22);
    await assert.rejects(read('a', large), tooLarge(12));
  });

  test('when they have too many pages, or endless pages', async () => {
    const tooMany = failure("The file 'a' can not be read: it has more than 50 pages");
    await assert.rejects(read('a', tiff(Array.from({ length: 51 }, () => small))), tooMany);
    await assert.rejects(read('a', endless()), tooMany);
  });

  test('when they are damaged', async () => {
    const damaged = failure(
      "The file 'a' can not be read: the image is damaged, or packed in a way that is not supported",
    );
    const pages = tiff([await greyPage(invoice)]);
    await assert.rejects(read('a', pages.subarray(0, 50)), damaged);
    const bigTiff = Buffer.from('II+\0\x08\0\0\0'.padEnd(100, '\0'), 'latin1');
    for (const content of [invoice.subarray(0, 40), bigTiff]) await assert.rejects(read('a', content), damaged);
    const emptyBmp = await bmp(invoice);
    emptyBmp.writeInt32LE(0, 18);
    await assert.rejects(read('a', emptyBmp), damaged);
  });
});

suite('the recognition of an image', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const snow = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();

  /** Tells a test when work starts in a thread, and can change the options of that work. */
  function watched(t: { after(action: () => unknown): void }, change: { wallTimeoutMs?: number } = {}) {
    const threads = createThreadPool({ atOnce: 1 });
    t.after(() => threads.close());
    const begun = Promise.withResolvers<void>();
    const run: ThreadPool['run'] = (module, input, options) => {
      begun.resolve();
      return threads.run(module, input, { ...options, ...change });
    };
    return { begun: begun.promise, threads: { ...threads, run } };
  }

  test('fails when it takes too long', async t => {
    const { threads } = watched(t, { wallTimeoutMs: 2000 });
    const hasty = openReader(t, { threads });
    const tooLong = failure("The file 'a.png' can not be read: that takes longer than 60 seconds");
    await assert.rejects(hasty('a.png', snow), tooLong);
    // The only thread is free again, so the work inside of it has ended.
    assert.equal((await hasty('a.txt', 'goes on')).text, 'goes on');
  });

  test('stops when it is aborted, and so do those that wait for a slot', async t => {
    const { threads, begun } = watched(t);
    const patient = openReader(t, { threads });
    const aborting = new AbortController();
    const options = { signal: aborting.signal };
    const reads = [patient('a.png', snow, options), patient('b.png', snow, options)];
    await begun;
    aborting.abort(new Error('enough'));
    for (const each of reads) await assert.rejects(each, /^Error: enough$/);
    assert.equal((await patient('a.txt', 'goes on')).text, 'goes on');
  });
});

suite('a vision model', () => {
  test('reads images instead, and reports the credits', async t => {
    const seen: ModelFile[] = [];
    const described = openReader(t, {
      describe: async image => {
        seen.push(image);
        return { text: 'A cat', credits: 2 };
      },
    });
    const large = await sharp(invoice).resize(3000).png().toBuffer();
    assert.deepEqual(await described('a.png', large), { text: 'A cat', credits: 2 });
    const content = await pdf(document => document.image(invoice, 50, 50).addPage().image(invoice, 50, 50));
    assert.deepEqual(await described('a.pdf', content), { text: 'A cat\n\nA cat', credits: 4 });
    assert.deepEqual(
      seen.map(({ filename, contentType }) => `${filename} ${contentType}`),
      ['a.png image/jpeg', 'a.pdf image/jpeg', 'a.pdf image/jpeg'],
    );
    assert.equal((await sharp(seen[0]?.content).metadata()).width, 2048);
  });

  test('does not get formats that it does not accept', async t => {
    const described = openReader(t, { describe: async () => assert.fail('shown') });
    const page = await greyPage(invoice);
    assert.equal((await described('a.tiff', tiff([page]))).text, 'Invoice 4711');
  });
});
