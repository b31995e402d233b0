/** `npm run bench`: what is to be fast, measured against a floor in the same run, with durability on. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDatabase } from '../src/database.ts';
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { benchBigData } from './big-data.ts';
import { benchBlobs } from './blobs.ts';
import { benchJobs } from './jobs.ts';
import { printReport } from './report.ts';
import { benchRequests } from './requests.ts';
import { benchRuns } from './runs.ts';
import { benchWorkflows } from './workflows.ts';

/** Of each round of load. */
const SECONDS = 2;

const folder = await mkdtemp(path.join(tmpdir(), 'heddle-bench-'));
const postgres = await openEmbeddedPostgres({ dataFolder: folder });
try {
  const { user, password, host, port, database } = postgres.address;
  const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  await prepareDatabase(postgres.address);
  printReport([
    ...(await benchRequests(postgres.address, url, path.join(folder, 'data'), SECONDS)),
    ...(await benchRuns(postgres.address, url, path.join(folder, 'data'), SECONDS)),
    ...(await benchBigData(url, path.join(folder, 'data'))),
    ...(await benchJobs(postgres.address)),
    ...(await benchWorkflows(postgres.address)),
    ...(await benchBlobs()),
  ]);
} finally {
  await postgres.release();
  await rm(folder, { recursive: true });
}
