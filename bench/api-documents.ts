/** Compares reading an API description in its thread with `JSON.parse` of the same text, which any reader must do. */

import { apiDocumentLimits } from '../src/connectors/openapi/api-document-limits.ts';
import type { ImportedApi } from '../src/connectors/openapi/contract.ts';
import { createThreadPool } from '../src/platform/threads/thread-pool.ts';
import { githubLike } from '../test/fixtures/openapi-documents.ts';
import { time } from './blobs.ts';
import { peakMegabytes, residentMegabytes } from './load.ts';
import { median, milliseconds, type Row } from './report.ts';

const MODULE = new URL('../src/connectors/openapi/import-thread.ts', import.meta.url);
const ROUNDS = 7;

export async function benchApiDocuments(): Promise<Row[]> {
  const { text, operations } = githubLike();
  const threads = createThreadPool({ atOnce: 1 });
  const read = () =>
    threads.run<ImportedApi>(MODULE, { content: text }, { owner: 'bench', ...apiDocumentLimits.thread });
  const taken = { ours: [] as number[], bare: [] as number[] };
  try {
    const before = await residentMegabytes(process.pid);
    let peak = await peakMegabytes(process.pid, read); // The first one loads the modules, too.
    for (let round = 0; round < ROUNDS; round++) {
      taken.bare.push(await time(async () => JSON.parse(text)));
      peak = Math.max(peak, await peakMegabytes(process.pid, async () => taken.ours.push(await time(read))));
    }
    const [ours, bare] = [median(taken.ours), median(taken.bare)];
    const size = `${(text.length / 1e6).toFixed(1)} MB, ${operations} operations`;
    return [
      {
        what: `API description of ${size}`,
        value: milliseconds(ours),
        floor: `JSON.parse, ${milliseconds(bare)}`,
        ratio: ours / bare,
        target: '≤ 2 s',
      },
      { what: 'Memory meanwhile', value: `${Math.round(peak - before)} MB more`, target: '≤ 400 MB' },
    ];
  } finally {
    await threads.close();
  }
}
