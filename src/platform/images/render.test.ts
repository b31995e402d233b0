import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isNear, moving, picture, pixelAt, sharp } from '../../../test/fixtures/images.ts';
import type { ImageFormat } from './image-format.ts';
import { type RenderOptions, render } from './render.ts';

const limitPixels = 50_000_000;
const formats: ImageFormat[] = ['jpeg', 'png', 'webp', 'avif', 'gif'];

function resize(bytes: Buffer, wanted: RenderOptions): Promise<Buffer> {
  return render(sharp, bytes, wanted, limitPixels);
}

suite('the size of a copy', () => {
  const cases: [original: [number, number], wanted: Omit<RenderOptions, 'format'>, expected: [number, number]][] = [
    [[400, 300], { width: 100 }, [100, 75]],
    [[400, 300], { height: 100 }, [133, 100]],
    [[400, 300], { width: 100, height: 100 }, [100, 75]],
    [[300, 400], { width: 100, height: 100 }, [75, 100]],
    [[400, 300], { width: 399, height: 10_000 }, [399, 299]],
    [[400, 300], { width: 400, height: 300 }, [400, 300]],
    [[400, 300], { width: 1 }, [1, 1]],
    [[1000, 1], { width: 10 }, [10, 1]],
    [[1, 1000], { width: 10, height: 10 }, [1, 10]],
    // A copy is never enlarged.
    [[400, 300], {}, [400, 300]],
    [[400, 300], { width: 401 }, [400, 300]],
    [[400, 300], { height: 4096 }, [400, 300]],
    [[400, 300], { width: 800, height: 600 }, [400, 300]],
    [[400, 300], { width: 800, height: 150 }, [200, 150]],
    [[1, 1], { width: 4096, height: 4096 }, [1, 1]],
    // The copy would be higher than WebP allows.
    [[4, 20_000], { width: 4 }, [3, 16_383]],
  ];
  for (const [original, wanted, expected] of cases) {
    test(`${original.join(' × ')} for ${JSON.stringify(wanted)}: ${expected.join(' × ')}`, async () => {
      const bytes = await picture(...original)
        .png()
        .toBuffer();
      for (const format of ['png', 'webp'] as const) {
        const { width, height } = await sharp(await resize(bytes, { ...wanted, format })).metadata();
        assert.deepEqual([width, height], expected, format);
      }
    });
  }
});

test('every format is converted to every format', async () => {
  for (const from of formats) {
    const bytes = await picture(200, 100).toFormat(from).toBuffer();
    for (const format of formats) {
      const { width, height, mediaType } = await sharp(await resize(bytes, { width: 50, format })).metadata();
      assert.deepEqual({ width, height, mediaType }, { width: 50, height: 25, mediaType: `image/${format}` }, from);
    }
  }
});

suite('orientation', () => {
  const upright = quarters();
  /** How the picture is stored for each value of the EXIF tag. Rotation comes after mirroring. */
  const stored = [
    upright.clone(),
    upright.clone().flop(),
    upright.clone().rotate(180),
    upright.clone().flip(),
    upright.clone().flop().rotate(270),
    upright.clone().rotate(270),
    upright.clone().flop().rotate(90),
    upright.clone().rotate(90),
  ];
  for (const [index, image] of stored.entries()) {
    const orientation = index + 1;
    test(`${orientation} is applied and removed`, async () => {
      for (const format of ['jpeg', 'webp', 'png'] as const) {
        const bytes = await image.clone().withMetadata({ orientation }).toFormat(format).toBuffer();
        assert.equal((await sharp(bytes).metadata()).orientation, orientation);

        const copy = await resize(bytes, { width: 20, height: 20, format: 'png' });

        const { width, height, orientation: left } = await sharp(copy).metadata();
        assert.deepEqual({ width, height, left }, { width: 20, height: 10, left: undefined });
        assert.ok(isNear(await pixelAt(copy, 0.2, 0.2), [255, 0, 0], 10), 'red above left');
        assert.ok(isNear(await pixelAt(copy, 0.8, 0.2), [0, 255, 0], 10), 'green above right');
        assert.ok(isNear(await pixelAt(copy, 0.2, 0.8), [0, 0, 255], 10), 'blue below left');
        assert.ok(isNear(await pixelAt(copy, 0.8, 0.8), [255, 255, 255], 10), 'white below right');
      }
    });
  }
});

test('a copy does not say where and by whom the original was taken', async () => {
  for (const from of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const original = await picture(100, 80)
      .withExif({
        IFD0: { Artist: 'Ada Secret' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Secret Lane</place></x:xmpmeta>')
      .withIccProfile('p3')
      .toFormat(from)
      .toBuffer();
    assert.deepEqual(listMetadata(await sharp(original).metadata()), ['exif', 'icc', 'xmp'], from);
    assert.ok(original.includes('Secret'), from);
    for (const format of formats) {
      for (const width of [50, 100]) {
        const copy = await resize(original, { width, format });
        assert.deepEqual(listMetadata(await sharp(copy).metadata()), [], `${from} to ${format}`);
        assert.equal(copy.includes('Secret'), false, `${from} to ${format}`);
      }
    }
  }
});

suite('colours', () => {
  const shade = [220, 40, 90];
  const flat = () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#dc285a' } });
  const cases: Record<string, [image: ReturnType<typeof flat>, difference: number]> = {
    'without a profile': [flat().png(), 2],
    'in Display P3': [flat().withIccProfile('p3').png(), 2],
    'in 16 bits without a profile': [flat().toColourspace('rgb16').png(), 2],
    'in 16 bits of Display P3': [flat().toColourspace('rgb16').withIccProfile('p3').png(), 2],
    'in 16 bits of sRGB': [flat().toColourspace('rgb16').withIccProfile('srgb').png(), 2],
    'in AVIF of 12 bits': [flat().withIccProfile('p3').avif({ bitdepth: 12, quality: 100 }), 3],
    // Not every colour of a screen can be printed.
    'in CMYK': [flat().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }), 20],
  };
  for (const [name, [image, difference]] of Object.entries(cases)) {
    test(`${name} look the same in sRGB of 8 bits`, async () => {
      const original = await image.toBuffer();
      for (const format of ['png', 'webp', 'jpeg'] as const) {
        const copy = await resize(original, { width: 32, format });
        const pixel = await pixelAt(copy);
        assert.ok(isNear(pixel, shade, difference + 3), `${format} ${pixel}`);
        const { depth, space, hasProfile } = await sharp(copy).metadata();
        assert.deepEqual({ depth, space, hasProfile }, { depth: 'uchar', space: 'srgb', hasProfile: false });
      }
    });
  }

  test('that are transparent stay transparent, or become white in JPEG', async () => {
    const original = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    for (const format of ['png', 'webp', 'avif', 'gif'] as const) {
      assert.equal((await pixelAt(await resize(original, { width: 32, format })))[3], 0, format);
    }
    assert.ok(isNear(await pixelAt(await resize(original, { width: 32, format: 'jpeg' })), [255, 255, 255], 1));
  });
});

suite('animations', () => {
  const colours = ['#ff0000', '#00ff00', '#0000ff'];

  test('stay animated in WebP, with the same delays', async () => {
    for (const from of ['gif', 'webp'] as const) {
      const original = await (await moving(colours)).toFormat(from, { delay: [100, 200, 300], loop: 2 }).toBuffer();

      const copy = await sharp(await resize(original, { width: 20, format: 'webp' })).metadata();

      const { width, height, pages, delay, loop } = copy;
      assert.deepEqual({ width, height, pages, delay, loop }, { ...twenty, pages: 3, delay: [100, 200, 300], loop: 2 });
    }
  });

  test('become their first frame in other formats', async () => {
    const original = await (await moving(colours)).gif().toBuffer();
    for (const format of ['gif', 'png', 'jpeg', 'avif'] as const) {
      const copy = await resize(original, { width: 20, format });
      const { width, height, pages = 1 } = await sharp(copy).metadata();
      assert.deepEqual({ width, height, pages }, { ...twenty, pages: 1 }, format);
      assert.ok(isNear((await pixelAt(copy)).slice(0, 3), [255, 0, 0], 5), format);
    }
  });

  test('become their first frame when they are long, have many pixels, or are rotated', async () => {
    const long = await (await moving(Array.from({ length: 101 }, (_, index) => (index % 2 ? '#ff0000' : '#0000ff'))))
      .webp()
      .toBuffer();
    assert.equal((await sharp(long).metadata()).pages, 101);
    const short = await (await moving(colours)).gif().toBuffer();
    const turned = await (await moving(colours)).withMetadata({ orientation: 6 }).webp().toBuffer();
    assert.equal((await sharp(turned).metadata()).pages, 3);
    const wanted: RenderOptions = { width: 20, format: 'webp' };

    const copies = [
      await resize(long, wanted),
      await render(sharp, short, wanted, 3 * 40 * 30 - 1),
      await resize(turned, wanted),
    ];

    for (const copy of copies) assert.equal((await sharp(copy).metadata()).pages ?? 1, 1);
    assert.equal((await sharp(await render(sharp, short, wanted, 3 * 40 * 30)).metadata()).pages, 3);
  });

  const twenty = { width: 20, height: 15 };
});

/** Four colours, one in each quarter, so that all eight orientations look different. */
function quarters() {
  const pixels = Buffer.alloc(80 * 40 * 3);
  for (let place = 0; place < 80 * 40; place++) {
    const [isRight, isBelow] = [place % 80 >= 40, place >= 80 * 20];
    const colour = isRight ? (isBelow ? [255, 255, 255] : [0, 255, 0]) : isBelow ? [0, 0, 255] : [255, 0, 0];
    pixels.set(colour, place * 3);
  }
  return sharp(pixels, { raw: { width: 80, height: 40, channels: 3 } });
}

function listMetadata(metadata: object): string[] {
  return ['comments', 'exif', 'icc', 'iptc', 'tifftagPhotoshop', 'xmp'].filter(kind => kind in metadata);
}
