import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import { type CountedSource, createSource, picture, sharp, temporaryFolder } from '../../../test/fixtures/images.ts';
import type { RenderOptions } from './render.ts';
import { ImageRefused, ImagesBusy, Resizer, type ResizerOptions } from './resizer.ts';

const photo = await picture(400, 300).jpeg().toBuffer();
const small: RenderOptions = { width: 100, format: 'webp' };

test('the resizer returns the copy with its type and size', async t => {
  const { resizer } = await openResizer(t);

  const { contentType, sizeBytes, bytes } = await resizer.resize(createSource(photo), small, never());

  assert.deepEqual({ contentType, sizeBytes }, { contentType: 'image/webp', sizeBytes: bytes.length });
  assert.equal((await sharp(bytes).metadata()).width, 100);
});

suite('equal requests', () => {
  test('at once share one computation', async t => {
    const { resizer } = await openResizer(t, { cacheBytes: 0 });
    const source = createSource(photo);

    const images = await Promise.all(Array.from({ length: 50 }, () => resizer.resize(source, small, never())));

    assert.equal(source.reads, 1);
    for (const { bytes } of images) assert.equal(bytes, images[0]?.bytes);
  });

  test('have the same content, size and format', async t => {
    const { resizer, folder } = await openResizer(t);
    const [source, other] = [createSource(photo), createSource(await picture(300, 300).png().toBuffer())];
    const requests: [CountedSource, RenderOptions][] = [
      [source, small],
      [source, { ...small, height: 100 }],
      [source, { width: 101, format: 'webp' }],
      [source, { height: 100, format: 'webp' }],
      [source, { width: 100, format: 'jpeg' }],
      [other, small],
    ];

    await Promise.all([...requests, ...requests].map(([from, wanted]) => resizer.resize(from, wanted, never())));

    assert.deepEqual([source.reads, other.reads], [5, 1]);
    assert.equal((await readdir(folder)).length, 6);
  });

  test('continue while one caller waits, and stop when all have left', async t => {
    const { resizer } = await openResizer(t);
    const gate = Promise.withResolvers<void>();
    const source = createSource(photo, gate.promise);
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const staying = resizer.resize(source, small, first.signal);
    const leaving = resizer.resize(source, small, second.signal);
    const signal = await source.started;

    second.abort(new Error('second'));
    await assert.rejects(leaving, /^Error: second$/);
    gate.resolve();
    assert.ok(await staying);
    assert.equal(signal.aborted, false);

    const alone = createSource(await picture(50, 50).png().toBuffer(), new Promise(() => {}));
    const abandoned = resizer.resize(alone, small, third.signal);
    const stopped = once(await alone.started, 'abort');
    third.abort(new Error('third'));
    await assert.rejects(abandoned, /^Error: third$/);
    await stopped;
  });

  test('do not start for a caller whose signal has aborted', async t => {
    const { resizer } = await openResizer(t);
    const source = createSource(photo);

    await assert.rejects(resizer.resize(source, small, AbortSignal.abort(new Error('gone'))), /^Error: gone$/);
    assert.equal(source.reads, 0);
  });
});

suite('more requests than can be served at once', () => {
  test('wait, and are refused when too many wait', async t => {
    const { resizer, running, gate } = await busyResizer(t);
    const others = await Promise.all([1, 2].map(number => different(number, gate.promise)));

    const waiting = others.map(source => resizer.resize(source, small, never()));
    await assert.rejects(Promise.all(waiting), ImagesBusy);
    assert.ok(
      others.some(source => source.reads === 0),
      'the one that is refused is not read',
    );

    gate.resolve();
    const outcomes = await Promise.allSettled([running, ...waiting]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.ok(await resizer.resize(await different(3), small, never()));
  });

  test('of one owner neither use all slots nor fill the queue of another', async t => {
    const { resizer } = await openResizer(t, { atOnce: 2, queue: 1 });
    const gate = Promise.withResolvers<void>();
    const held = createSource(photo, gate.promise);
    const next = await different(1, gate.promise);
    const [first, second] = [resizer.resize(held, small, never()), resizer.resize(next, small, never())];
    await held.started;
    await assert.rejects(resizer.resize(await different(2), small, never()), ImagesBusy);
    const other = { ...createSource(await picture(120, 100).png().toBuffer()), owner: 'bob' };
    assert.ok(await resizer.resize(other, small, never()));
    gate.resolve();
    assert.ok(await first);
    assert.ok(await second);
  });

  test('leave the queue when they are aborted', async t => {
    const { resizer, running, gate } = await busyResizer(t);
    const requests = await Promise.all(
      [1, 2].map(async number => {
        const leave = new AbortController();
        return { leave, outcome: resizer.resize(await different(number, gate.promise), small, leave.signal) };
      }),
    );
    // One of them is refused, which shows that the other one waits.
    await assert.rejects(Promise.all(requests.map(({ outcome }) => outcome)), ImagesBusy);

    for (const { leave } of requests) leave.abort(new Error('gone'));
    const outcomes = await Promise.allSettled(requests.map(({ outcome }) => outcome));
    const reasons = outcomes.map(outcome => (outcome.status === 'rejected' ? String(outcome.reason.message) : ''));
    assert.deepEqual(reasons.sort(), ['Too many images wait to be resized', 'gone']);
    const later = resizer.resize(await different(3), small, never());

    gate.resolve();
    assert.ok(await running);
    assert.ok(await later);
  });

  test('that the cache can serve do not wait', async t => {
    const { resizer: earlier, folder } = await openResizer(t);
    const known = await different(1);
    await earlier.resize(known, small, never());
    const { resizer, running, gate } = await busyResizer(t, folder);

    assert.ok(await resizer.resize(known, small, never()));

    gate.resolve();
    await running;
  });
});

suite('the cache', () => {
  test('serves later requests, even after a restart and in another process', async t => {
    const { resizer, folder } = await openResizer(t);
    const { resizer: neighbour } = await openResizer(t, { cacheFolder: folder });
    const source = createSource(photo);
    const { bytes } = await resizer.resize(source, small, never());

    assert.deepEqual((await resizer.resize(source, small, never())).bytes, bytes);
    assert.deepEqual((await neighbour.resize(source, small, never())).bytes, bytes);
    await resizer.close();
    const { resizer: restarted } = await openResizer(t, { cacheFolder: folder });
    assert.deepEqual(await restarted.resize(source, small, never()), {
      contentType: 'image/webp',
      sizeBytes: bytes.length,
      bytes,
    });
    assert.equal(source.reads, 1);
  });

  test('is shared by two processes that compute the same image at the same time', async t => {
    const { resizer, folder } = await openResizer(t);
    const { resizer: neighbour } = await openResizer(t, { cacheFolder: folder });
    const widths = Array.from({ length: 20 }, (_, index) => 10 + index);
    const all = (one: Resizer) =>
      Promise.all(widths.map(width => one.resize(createSource(photo), { width, format: 'jpeg' }, never())));

    const [ours, theirs] = await Promise.all([all(resizer), all(neighbour)]);

    assert.deepEqual(ours, theirs);
    assert.equal((await readdir(folder)).length, widths.length);
  });

  test('does not serve a damaged entry, and replaces it', async t => {
    const { resizer, folder } = await openResizer(t);
    const source = createSource(photo);
    const { bytes } = await resizer.resize(source, small, never());
    const [name = assert.fail('nothing is kept')] = await readdir(folder);
    const path = join(folder, name);
    const intact = await readFile(path);
    await truncate(path, intact.length - 10);

    assert.deepEqual((await resizer.resize(source, small, never())).bytes, bytes);

    assert.equal(source.reads, 2);
    assert.deepEqual(await readFile(path), intact);
  });

  test('is limited, whatever sizes are requested', async t => {
    const cacheBytes = 64_000;
    const { resizer, folder } = await openResizer(t, { cacheBytes });
    const source = createSource(photo);
    for (let width = 1; width <= 200; width++) await resizer.resize(source, { width, format: 'jpeg' }, never());
    await resizer.close();

    const sizes = await Promise.all((await readdir(folder)).map(async name => (await stat(join(folder, name))).size));
    const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.equal(source.reads, 200);
    assert.ok(sizeBytes <= cacheBytes, `${sizeBytes} bytes`);
    assert.ok(sizeBytes > cacheBytes / 4, `${sizeBytes} bytes`);
  });

  test('may fail: the image is made nevertheless', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'file'), '');
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const { resizer } = await openResizer(t, { cacheFolder: join(folder, 'file', 'cache'), onError });
    const source = createSource(photo);

    for (let time = 0; time < 2; time++) assert.ok((await resizer.resize(source, small, never())).sizeBytes > 0);

    assert.equal(source.reads, 2);
    assert.equal(errors.length, 1);
  });
});

suite('an error', () => {
  test('of an image that is refused does not affect the next image', async t => {
    const { resizer, folder } = await openResizer(t, { megapixels: 0.1 });
    const refused = (reason: string) => (error: unknown) => error instanceof ImageRefused && error.reason === reason;

    await assert.rejects(resizer.resize(createSource(photo), small, never()), refused('too-large'));
    await assert.rejects(resizer.resize(createSource(Buffer.from('text')), small, never()), refused('unreadable'));
    await assert.rejects(resizer.resize(createSource(Buffer.alloc(0)), small, never()), refused('unreadable'));
    await assert.rejects(resizer.resize(createSource(photo.subarray(0, 3000)), small, never()), ImageRefused);

    assert.ok(await resizer.resize(await different(1), small, never()));
    assert.equal((await readdir(folder)).length, 1);
  });

  test('of the source is passed on', async t => {
    const { resizer } = await openResizer(t, { atOnce: 1, queue: 0 });
    const failure = new Error('the disk is broken');
    const broken = { ...createSource(photo), read: () => Promise.reject(failure) };
    await assert.rejects(resizer.resize(broken, small, never()), failure);
    assert.ok(await resizer.resize(createSource(photo), small, never()));
  });
});

test('closing aborts reads and waiting requests, and refuses new ones', async t => {
  const { resizer, running } = await busyResizer(t);
  const waiting = resizer.resize(await different(1), small, never());
  const outcomes = Promise.allSettled([running, waiting]);

  await resizer.close();

  const reasons = (await outcomes).map(outcome => outcome.status === 'rejected' && String(outcome.reason));
  const closure = 'Error: The resizer is closed';
  assert.deepEqual(reasons, [closure, closure]);
  await assert.rejects(resizer.resize(createSource(photo), small, never()), error => String(error) === closure);
});

test('the library is loaded with the first image and not before', async () => {
  const program = `
    import { Resizer } from ${JSON.stringify(new URL('resizer.ts', import.meta.url).href)};
    const isLoaded = () => process.report.getReport().sharedObjects.some(path => path.includes('libvips'));
    const resizer = new Resizer({ cacheFolder: '', cacheBytes: 0, atOnce: 1, queue: 0, megapixels: 1 });
    const before = isLoaded();
    const source = { name: 'text', owner: 'ann', read: async () => Buffer.from('text') };
    await resizer.resize(source, { width: 1, format: 'png' }, new AbortController().signal).catch(() => {});
    process.stdout.write(JSON.stringify([before, isLoaded()]));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);

  assert.deepEqual({ output, errors }, { output: '[false,true]', errors: '' });
});

interface Opened {
  resizer: Resizer;
  folder: string;
}

async function openResizer(t: TestContext, options: Partial<ResizerOptions> = {}): Promise<Opened> {
  const folder = options.cacheFolder ?? join(await temporaryFolder(t), 'cache');
  const resizer = new Resizer({
    cacheFolder: folder,
    cacheBytes: 10_000_000,
    atOnce: 2,
    queue: 100,
    megapixels: 50,
    onError: assert.fail,
    ...options,
  });
  t.after(() => resizer.close());
  return { resizer, folder };
}

/** A resizer with one slot and one place in its queue. Its computation waits until the gate is opened. */
async function busyResizer(t: TestContext, cacheFolder?: string) {
  const { resizer } = await openResizer(t, { atOnce: 1, queue: 1, ...(cacheFolder !== undefined && { cacheFolder }) });
  const gate = Promise.withResolvers<void>();
  const source = createSource(photo, gate.promise);
  const running = resizer.resize(source, small, never());
  running.catch(() => {}); // some tests do not await it
  await source.started;
  return { resizer, running, gate };
}

async function different(number: number, gate?: Promise<void>): Promise<CountedSource> {
  const bytes = await picture(100 + number, 100)
    .png()
    .toBuffer();
  return createSource(bytes, gate);
}

function never(): AbortSignal {
  return new AbortController().signal;
}
