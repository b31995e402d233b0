/** Resized copies of the images of a panel. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { suite } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { makePanel, type StoredFile } from './booster-panels.ts';
import { memoryLog } from './memory-log.ts';

const memory = memoryLog();
const service = await testService({}, memory);
const panel = await makePanel(service, await service.person(), { open: { public_links: true } });

type Bytes = Uint8Array<ArrayBuffer>;
const toBytes = async (image: Sharp): Promise<Bytes> => Uint8Array.from(await image.toBuffer());
const createCanvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const PNG = await toBytes(createCanvas(400, 200).png());
const JPEG = await toBytes(createCanvas(400, 200).jpeg());

let uploads = 0;
function upload(content: Bytes | string, type: string, folder = 'pictures'): Promise<StoredFile> {
  return panel.upload({ path: `${folder}/${++uploads}` }, { content, type });
}

async function ask(file: StoredFile, query: string, headers: Record<string, string> = {}, method = 'GET') {
  const reply = await fetch(`${file.url}${query}`, { method, headers });
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
}

async function readSize(bytes: Buffer): Promise<[width: number, height: number, format: string]> {
  const { width, height, format, compression } = await sharp(bytes).metadata();
  return [width, height, compression === 'av1' ? 'avif' : format];
}

suite('sizes', async () => {
  const file = await upload(PNG, 'image/png');
  const sizes: [query: string, width: number, height: number][] = [
    ['?w=100', 100, 50],
    ['?h=100', 200, 100],
    ['?w=100&h=100', 100, 50],
    ['?w=300&h=20', 40, 20],
    ['?w=1', 1, 1],
    ['?h=1', 2, 1],
    ['?w=400', 400, 200],
    ['?w=800', 400, 200],
    ['?w=5000', 400, 200],
    ['?w=100&unknown=1', 100, 50],
  ];
  for (const [query, width, height] of sizes) {
    test(`${query}: ${width} × ${height}`, async () => {
      const { reply, bytes } = await ask(file, query);
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/png']);
      assert.deepEqual(await readSize(bytes), [width, height, 'png']);
      assert.equal(reply.headers.get('content-length'), String(bytes.length));
    });
  }

  test('the longest side is at most 4096', async () => {
    const wide = await upload(await toBytes(createCanvas(6000, 60).png()), 'image/png');
    assert.deepEqual((await readSize((await ask(wide, '?w=5000')).bytes))[0], 4096);
    const high = await upload(await toBytes(createCanvas(10, 6000).png()), 'image/png');
    const [, height] = await readSize((await ask(high, '?w=10')).bytes);
    assert.ok(height <= 4096, `${height} pixels high`);
    assert.deepEqual((await readSize((await ask(high, '')).bytes))[1], 6000, 'the original is what it is');
  });

  for (const wrong of ['0', '-1', 'NaN', '1e9', '', '1.5', '0x10', ' 5', '%20', '100px', '9'.repeat(400), '١']) {
    test(`w=${wrong.slice(0, 8)} is refused with 422`, async () => {
      for (const name of ['w', 'h']) {
        const { reply, bytes } = await ask(file, `?${name}=${wrong}`);
        assert.deepEqual([reply.status, bytes.toString()], [422, '{"detail":"validation error"}']);
      }
    });
  }

  test('given twice are refused with 422', async () => {
    for (const query of ['?w=100&w=100', '?w=1&h=2&h=3', '?w[]=1', '?w[a]=1']) {
      const { reply } = await ask(file, query);
      assert.ok(reply.status === 422 || (reply.status === 200 && query.includes('[')), `${query}: ${reply.status}`);
    }
  });

  test('are optional, and without them the original is returned', async () => {
    for (const query of ['', '?', '?width=100', '?W=100']) {
      const { reply, bytes } = await ask(file, query);
      assert.ok(bytes.equals(PNG), query);
      assert.equal(reply.headers.get('vary'), null);
    }
  });
});

suite('formats', async () => {
  const [png, jpeg] = [await upload(PNG, 'image/png'), await upload(JPEG, 'image/jpeg')];
  const webp = await upload(await toBytes(createCanvas(400, 200).webp()), 'image/webp');
  const gif = await upload(await toBytes(createCanvas(400, 200).gif()), 'image/gif');
  const avif = await upload(await toBytes(createCanvas(400, 200).avif({ effort: 0 })), 'image/avif');
  const accepted: [file: StoredFile, accept: string, format: string][] = [
    [png, 'image/webp', 'webp'],
    [png, 'image/avif,image/*,*/*;q=0.8', 'avif'],
    [png, 'image/webp;q=0, image/png', 'png'],
    [png, '*/*', 'png'],
    [png, 'image/*', 'png'],
    [jpeg, 'text/html', 'jpeg'],
    [jpeg, 'image/webp, */*', 'webp'],
    [webp, '*/*', 'webp'],
    [gif, '*/*', 'gif'],
    [gif, 'image/avif,image/webp', 'webp'],
    [avif, '*/*', 'avif'],
  ];
  for (const [file, accept, format] of accepted) {
    test(`${file.content_type} for ${accept}: ${format}`, async () => {
      const { reply, bytes } = await ask(file, '?w=40', { accept });
      assert.equal(reply.status, 200);
      assert.deepEqual(await readSize(bytes), [40, 20, format]);
      assert.equal(reply.headers.get('content-type'), `image/${format}`);
      assert.equal(reply.headers.get('vary')?.toLowerCase(), 'accept');
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
      assert.match(reply.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
      assert.match(reply.headers.get('content-disposition') ?? '', /^inline;/);
    });
  }

  test('other than images are returned unchanged', async () => {
    const others: [content: string, type: string][] = [
      ['text', 'text/plain'],
      ['%PDF-1.7\n', 'application/pdf'],
      ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml'],
    ];
    for (const [content, type] of others) {
      const { reply, bytes } = await ask(await upload(content, type), '?w=5', { accept: 'image/webp' });
      assert.deepEqual([reply.status, bytes.toString()], [200, content]);
      assert.equal(reply.headers.get('content-type'), type);
    }
  });

  test('apply to downloads of a copy too', async () => {
    const reply = await fetch(`${png.download_url}?w=40`);
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment;/);
    assert.deepEqual((await readSize(Buffer.from(await reply.arrayBuffer())))[0], 40);
  });
});

suite('resized copies', async () => {
  const file = await upload(JPEG, 'image/jpeg');

  test('have their own entity tags', async () => {
    const variants: [query: string, accept: string][] = [
      ['', '*/*'],
      ['?w=40', '*/*'],
      ['?w=41', '*/*'],
      ['?h=40', '*/*'],
      ['?w=40&h=40', '*/*'],
      ['?w=40', 'image/webp'],
      ['?w=40', 'image/avif'],
    ];
    const tags = new Set<string>();
    for (const [query, accept] of variants) {
      const { reply, bytes } = await ask(file, query, { accept });
      const etag = reply.headers.get('etag') ?? '';
      tags.add(etag);
      const again = await ask(file, query, { accept, 'if-none-match': etag });
      assert.deepEqual([again.reply.status, again.bytes.length], [304, 0]);
      assert.ok((await ask(file, query, { accept })).bytes.equals(bytes), 'the same once more');
    }
    assert.equal(tags.size, variants.length);
  });

  test('support HEAD and ranges', async () => {
    const { bytes } = await ask(file, '?w=40');
    const head = await ask(file, '?w=40', {}, 'HEAD');
    assert.deepEqual([head.reply.status, head.bytes.length], [200, 0]);
    assert.equal(head.reply.headers.get('content-length'), String(bytes.length));
    const part = await ask(file, '?w=40', { range: 'bytes=2-9' });
    assert.deepEqual([part.reply.status, part.bytes], [206, bytes.subarray(2, 10)]);
    assert.equal(part.reply.headers.get('content-range'), `bytes 2-9/${bytes.length}`);
    assert.equal((await ask(file, '?w=40', { range: `bytes=${bytes.length}-` })).reply.status, 416);
  });

  test('are cached no longer than their link is valid', async () => {
    const { reply } = await ask(file, '?w=40');
    assert.match(reply.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
    const open = await upload(JPEG, 'image/jpeg', 'open');
    const shared = await ask(open, '?w=40');
    assert.equal(shared.reply.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
    await panel.ask('delete', { id: open.id });
    const etag = shared.reply.headers.get('etag') ?? '';
    assert.equal((await ask(open, '?w=40', { 'if-none-match': etag })).reply.status, 404);
  });

  test('are replaced when the file is overwritten', async () => {
    const picture = await upload(JPEG, 'image/jpeg');
    const before = await ask(picture, '?w=40');
    const blue = await toBytes(sharp({ create: { width: 90, height: 90, channels: 3, background: '#00f' } }).png());
    await panel.upload({ path: picture.path, overwrite: 'true' }, { content: blue, type: 'image/png' });
    const after = await ask(picture, '?w=40', { 'if-none-match': before.reply.headers.get('etag') ?? '' });
    assert.equal(after.reply.status, 200);
    assert.deepEqual(await readSize(after.bytes), [40, 40, 'png']);
  });
});

suite('resizing is refused for', () => {
  const refusal = [422, '{"detail":"the image can not be resized"}'];
  const checkRefused = async (file: StoredFile, query = '?w=100') => {
    const { reply, bytes } = await ask(file, query);
    assert.deepEqual([reply.status, bytes.toString()], refusal);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
  };
  const checkServiceWorks = async () =>
    assert.equal((await ask(await upload(PNG, 'image/png'), '?w=10')).reply.status, 200);

  test('a decompression bomb of 196 megapixels', COMPLETE_ONLY, async () => {
    const bomb = blackPng(14_000, 14_000);
    assert.ok(bomb.length < 600_000);
    const file = await upload(bomb, 'image/png');
    await Promise.all(Array.from({ length: 10 }, (_, n) => checkRefused(file, `?w=${100 + n}`)));
    assert.ok((await ask(file, '')).bytes.equals(bomb), 'as it is, it is a file like others');
    await checkServiceWorks();
  });

  test('truncated images and mere headers', async () => {
    const noise = Uint8Array.from({ length: 300 * 300 * 3 }, () => Math.random() * 256);
    const photo = await toBytes(sharp(noise, { raw: { width: 300, height: 300, channels: 3 } }).jpeg());
    await checkRefused(await upload(photo.slice(0, photo.length / 2), 'image/jpeg'));
    await checkRefused(await upload(PNG.slice(0, 40), 'image/png'));
    await checkRefused(await upload(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'));
    await checkServiceWorks();
  });
});

suite('many requests for copies', () => {
  test('on one connection leave no listeners behind', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const file = await upload(PNG, 'image/png');
      for (let time = 0; time < 15; time++) {
        const [reply] = (await once(get(`${file.url}?w=20`, { agent }), 'response')) as [IncomingMessage];
        await Array.fromAsync(reply);
      }
      // Node.js emits warnings in the next iteration of the event loop.
      await new Promise(resolve => setImmediate(resolve));
      assert.deepEqual(warnings, []);
    } finally {
      agent.destroy();
      process.off('warning', onWarning);
    }
  });

  test('for the same copy at once all succeed with the same bytes', async () => {
    const file = await upload(JPEG, 'image/jpeg');
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(file, '?w=33')));
    assert.deepEqual(new Set(replies.map(({ reply }) => reply.status)), new Set([200]));
    assert.equal(new Set(replies.map(({ bytes }) => bytes.toString('hex'))).size, 1);
  });

  test('from clients that disconnect leave neither work nor errors behind', COMPLETE_ONLY, async () => {
    const large = await upload(await toBytes(createCanvas(3000, 3000).png()), 'image/png');
    const countCopies = async () => (await readdir(path.join(service.dataFolder, 'images'))).length;
    const before = await countCopies();
    const { promise: allArrived, resolve } = Promise.withResolvers<void>();
    let arrived = 0;
    const onRequest = () => ++arrived === 10 && resolve();
    subscribe('http.server.request.start', onRequest);
    const requests = Array.from({ length: 10 }, (_, n) =>
      get(`${large.url}?w=${2900 + n}`, { headers: { accept: 'image/avif' } }).on('error', () => {}),
    );
    const closed = requests.map(request => new Promise(resolve => request.once('close', resolve)));
    await allArrived;
    unsubscribe('http.server.request.start', onRequest);
    assert.equal((await ask(large, '')).bytes.length, large.size, 'which takes longer than to look their links up');
    for (const request of requests) request.destroy();
    await Promise.all(closed);
    assert.equal((await ask(large, '?w=50')).reply.status, 200);
    const made = (await countCopies()) - before;
    assert.ok(made < 10, `${made} copies were made for nobody`);
    assert.deepEqual(
      memory.lines().filter(({ level }) => level >= 40),
      [],
    );
  });
});

/** Creates a black image with one bit per pixel, which is large only after decompression. */
function blackPng(width: number, height: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Uint8Array.from(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
}
