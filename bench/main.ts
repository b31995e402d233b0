/**
 * `npm run bench` measures everything that should be fast against a floor in the same run, with durability on.
 * `npm run bench -- storage images` measures only these.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDatabase } from '../src/database.ts';
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { benchApiDocuments } from './api-documents.ts';
import { benchAssistants } from './assistants.ts';
import { benchBigData } from './big-data.ts';
import { benchBlobs } from './blobs.ts';
import { benchCode } from './code.ts';
import { benchEditor } from './editor.ts';
import { benchFlowControl } from './flow-control.ts';
import { benchGigabytes } from './gigabytes.ts';
import { benchImages } from './images.ts';
import { benchJobs } from './jobs.ts';
import { benchListing } from './listing.ts';
import { benchManyRuns } from './many-runs.ts';
import { benchMessages } from './messages.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchProcesses } from './processes.ts';
import { printReport, type Row } from './report.ts';
import { benchRequests } from './requests.ts';
import { benchRetention } from './retention.ts';
import { benchRuns } from './runs.ts';
import { benchSchedules } from './schedules.ts';
import { benchSideBySide } from './side-by-side.ts';
import { benchSourceLoops } from './source-loops.ts';
import { benchStart } from './start.ts';
import { benchStorage } from './storage.ts';
import { traceRuns } from './trace.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWorkflows } from './workflows.ts';

/** The duration of each round of load. */
const SECONDS = 2;

const folder = await mkdtemp(path.join(tmpdir(), 'heddle-bench-'));
const postgres = await openEmbeddedPostgres({ dataFolder: folder });
try {
  const { user, password, host, port, database } = postgres.address;
  const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  await prepareDatabase(postgres.address);
  const data = path.join(folder, 'data');
  const parts: Record<string, () => Promise<Row[]>> = {
    requests: () => benchRequests(postgres.address, url, data, SECONDS),
    runs: () => benchRuns(postgres.address, url, data, SECONDS),
    'side-by-side': () => benchSideBySide(postgres.address, url, data, SECONDS),
    processes: () => benchProcesses(url, data, SECONDS),
    webhooks: () => benchWebhooks(postgres.address, url, data, SECONDS),
    'flow-control': () => benchFlowControl(postgres.address, url, data, SECONDS),
    'big-data': () => benchBigData(url, data),
    jobs: () => benchJobs(postgres.address),
    retention: () => benchRetention(postgres.address),
    schedules: () => benchSchedules(postgres.address, url, data),
    messages: () => benchMessages(postgres.address, url, data),
    workflows: () => benchWorkflows(postgres.address),
    blobs: () => benchBlobs(),
    storage: () => benchStorage(url, data, SECONDS),
    gigabytes: () => benchGigabytes(url, data),
    images: () => benchImages(url, data),
    listing: () => benchListing(postgres.address, url, data),
    assistants: () => benchAssistants(url, data),
    neighbours: () => benchNeighbours(url, data),
    'many-runs': () => benchManyRuns(postgres.address, url, data),
    'api-documents': () => benchApiDocuments(),
    'source-loops': () => benchSourceLoops(url, data),
    code: () => benchCode(),
    start: () => benchStart(),
    editor: () => benchEditor(url, data),
  };
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
  if (wanted.includes('trace')) await traceRuns(url, data);
  const rows: Row[] = [];
  for (const name of wanted) rows.push(...((await parts[name]?.()) ?? []));
  if (rows.length > 0) printReport(rows);
} finally {
  await postgres.release();
  await rm(folder, { recursive: true });
}
