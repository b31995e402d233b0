/** Compares uploads and downloads of panel files over HTTP with plain streams that do the same. */
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CHUNK, drain, plainPut, time } from './blobs.ts';
import { call, KEY, load, peakMegabytes, residentMegabytes, startHeddle, startServer } from './load.ts';
import { median, megabytesPerSecond, perSecond, type Row } from './report.ts';

const LARGE = 100 * 2 ** 20;
const SMALL = 10 * 1024;
const ROUNDS = 5;
const AT_ONCE = 8;
const STORAGE = '/api/v3/booster/storage/private';

export async function benchStorage(databaseUrl: string, dataFolder: string, seconds: number): Promise<Row[]> {
  const plain = path.join(dataFolder, 'plain');
  await mkdir(plain, { recursive: true });
  const heddle = await startHeddle(databaseUrl, dataFolder);
  const bare = await startServer('files', { BENCH_FOLDER: plain });
  try {
    const panel = await call<{ id: string }>(`${heddle.url}/api/v1/panel/create`, {
      name: 'bench',
      file_storage: { limit_mb: 0 },
    });
    const headers = { 'panel-id': panel.id };
    let uploads = 0;
    const store = (bytes: number) => upload(`${heddle.url}${STORAGE}/upload`, headers, `bench/${++uploads}.bin`, bytes);
    const [large, small] = [await store(LARGE), await store(SMALL)];
    await plainPut(path.join(plain, 'large'), LARGE);
    await plainPut(path.join(plain, 'small'), SMALL);

    const taken = { upload: [] as number[], plain: [] as number[], download: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      taken.plain.push(await time(() => plainPut(path.join(plain, `p${round}`), LARGE)));
      taken.upload.push(await time(() => store(LARGE)));
    }
    // Apart from the uploads, because what one leaves behind in this process would slow the other down.
    for (let round = 0; round < ROUNDS; round++) {
      taken.bare.push(await time(() => download(`${bare.url}/large`)));
      taken.download.push(await time(() => download(large.url)));
    }
    const before = await residentMegabytes(heddle.pid);
    const peak = await peakMegabytes(heddle.pid, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => store(LARGE))),
    );

    const rates = { link: [] as number[], bare: [] as number[] };
    const get = { connections: 8, seconds, method: 'GET' } as const;
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await load(`${bare.url}/small`, get));
      rates.link.push(await load(small.url, get));
    }
    const speed = (times: number[]) => megabytesPerSecond(LARGE, median(times));
    return [
      {
        what: 'Upload of 100 MB',
        value: speed(taken.upload),
        floor: `plain stream to disk, ${speed(taken.plain)}`,
        ratio: median(taken.plain) / median(taken.upload),
        target: '≥ 0.85',
      },
      {
        what: `Memory with ${AT_ONCE} such uploads at once`,
        value: `${Math.round(peak - before)} MB more`,
        target: '≤ 64 MB',
      },
      {
        what: 'Download of 100 MB through a link',
        value: speed(taken.download),
        floor: `bare file stream, ${speed(taken.bare)}`,
        ratio: median(taken.bare) / median(taken.download),
        target: '≥ 0.90',
      },
      {
        what: 'Downloads of 10 KB through a link, 8 connections',
        value: perSecond(median(rates.link)),
        floor: `bare file stream, ${perSecond(median(rates.bare))}`,
        ratio: median(rates.link) / median(rates.bare),
        target: '≥ 0.75',
      },
    ];
  } finally {
    await bare.stop();
    await heddle.stop();
  }
}

/** Streams the content, so that this process never has a whole file in memory. */
function upload(
  url: string,
  headers: Record<string, string>,
  filePath: string,
  bytes: number,
): Promise<{ url: string }> {
  const boundary = 'bench-boundary';
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="path"\r\n\r\n${filePath}\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  );
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  function* body() {
    yield head;
    for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
    yield end;
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        'uni-api-key': KEY,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + bytes + end.length,
        ...headers,
      },
    });
    sent.on('error', reject).on('response', async reply => {
      const text = Buffer.concat(await reply.toArray()).toString();
      if (reply.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(text));
    });
    Readable.from(body()).pipe(sent);
  });
}

async function download(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, async reply => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      drain(reply).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
}
