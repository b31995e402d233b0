/** Compares images that are resized on their first request through a link with sharp alone at the same settings. */
import { Agent, request } from 'node:http';
import sharp from 'sharp';
import { loadSharp, render } from '../src/platform/images/render.ts';
import { time } from './blobs.ts';
import { call, peakMegabytes, residentMegabytes, startHeddle } from './load.ts';
import { median, perSecond, type Row } from './report.ts';

const IMAGES = 24;
const ROUNDS = 5;
/** The number of simultaneous requests or computations: more than there are cores, so that no core is idle. */
const AT_ONCE = 8;
const STORAGE = '/api/v3/booster/storage/private';

export async function benchImages(databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const photos = await Promise.all(Array.from({ length: IMAGES }, (_, index) => photo(index)));
  const library = await loadSharp();
  const heddle = await startHeddle(databaseUrl, dataFolder);
  try {
    const { id } = await call<{ id: string }>(`${heddle.url}/api/v1/panel/create`, { name: 'images' });
    const links = await Promise.all(
      photos.map(async (bytes, index) => {
        const body = { path: `photos/${index}.jpg`, data: bytes.toString('base64') };
        const stored = await call<{ url: string }>(`${heddle.url}${STORAGE}/upload-b64`, body, { 'panel-id': id });
        return stored.url;
      }),
    );
    const rates = { ours: [] as number[], bare: [] as number[] };
    await each(links, AT_ONCE, link => fetchWebp(`${link}?w=399`)); // Warm up.
    const before = await residentMegabytes(heddle.pid);
    let peak = before;
    for (let round = 0; round < ROUNDS; round++) {
      const width = 400 + round; // A new width each round misses the cache.
      const bare = (bytes: Buffer) => render(library, bytes, { width, format: 'webp' }, 100_000_000);
      rates.bare.push(IMAGES / (await time(() => each(photos, AT_ONCE, bare))));
      const ours = () => each(links, AT_ONCE, link => fetchWebp(`${link}?w=${width}`));
      const roundPeak = await peakMegabytes(heddle.pid, async () => {
        rates.ours.push(IMAGES / (await time(ours)));
      });
      peak = Math.max(peak, roundPeak);
    }
    const [ours, bare] = [median(rates.ours) * 1000, median(rates.bare) * 1000];
    return [
      {
        what: 'Photos of 12 megapixels to 400 pixels, through links',
        value: perSecond(ours),
        floor: `sharp alone, ${perSecond(bare)}`,
        ratio: ours / bare,
        target: '≥ 0.90',
      },
      { what: 'Memory meanwhile', value: `${Math.round(peak - before)} MB more` },
    ];
  } finally {
    agent.destroy();
    await heddle.stop();
  }
}

/** Makes detailed pictures as from a phone, because flat ones compress too well to measure much. */
async function photo(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 90 + seed, sigma: 30 } as const;
  return sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'black', noise } })
    .blur(2)
    .jpeg()
    .toBuffer();
}

const agent = new Agent({ keepAlive: true });

function fetchWebp(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { accept: 'image/webp' } }, reply => {
      if (reply.headers['content-type'] !== 'image/webp') reject(new Error(`${url}: ${reply.statusCode}`));
      reply.resume().on('end', resolve);
    });
    sent.on('error', reject).end();
  });
}

async function each<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
