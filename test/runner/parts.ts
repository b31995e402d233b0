/**
 * What the tests consist of: parts, each with a budget of processor time; areas, which a developer runs alone; and two
 * tiers. `npm test` leaves out what `COMPLETE_ONLY` names, and the cases that `test/support/tiers.ts` keeps for the
 * complete tier.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/process.ts';

export type PartName = 'units' | 'http' | 'browser' | 'crash' | 'cli' | 'docs' | 'check';

interface Part {
  /** The files of the part. */
  patterns: readonly string[];
  /** A file that computes wants a processor for itself. One that waits for processes leaves it to others. */
  pool: Pool;
  /** Seconds of processor time in each tier, on the machine of `REFERENCE_SECONDS`. */
  budgetSeconds: Record<Tier, number>;
}

export type Pool = 'computing' | 'waiting';

/** The quick one is `npm test`, the complete one `npm run test:all`, and the rest is what the quick one leaves out. */
export type Tier = 'quick' | 'rest' | 'complete';

/** Parts whose files take longest come first, so that none of them is alone at the end. */
export const PARTS: Record<PartName, Part> = {
  check: { patterns: [], pool: 'computing', budgetSeconds: { quick: 100, rest: 0, complete: 100 } },
  browser: {
    patterns: ['test/browser/**/*.test.ts'],
    pool: 'computing',
    // A browser takes half as much again on some machines on which Node is as fast as on that of the budgets.
    budgetSeconds: { quick: 150, rest: 1400, complete: 1450 },
  },
  crash: {
    patterns: ['test/crash/**/*.test.ts'],
    pool: 'waiting',
    budgetSeconds: { quick: 250, rest: 600, complete: 700 },
  },
  cli: {
    patterns: ['test/cli/**/*.test.ts'],
    pool: 'waiting',
    budgetSeconds: { quick: 20, rest: 220, complete: 230 },
  },
  docs: {
    patterns: ['test/docs/**/*.test.ts', 'test/docs-site.test.ts'],
    pool: 'computing',
    budgetSeconds: { quick: 200, rest: 200, complete: 200 },
  },
  http: {
    patterns: ['test/{http,security,isolation,contract}/**/*.test.ts'],
    pool: 'computing',
    budgetSeconds: { quick: 620, rest: 750, complete: 1150 },
  },
  units: {
    patterns: ['{src,web/src,packages/client/src}/**/*.test.ts', 'test/!(docs-site).test.ts'],
    pool: 'computing',
    budgetSeconds: { quick: 190, rest: 260, complete: 400 },
  },
};

/** What people do most in the console: they sign in, build, run and publish workflows, decide, and fill in forms. */
const JOURNEYS = ['sign-in', 'run-editor', 'publishing', 'approvals', 'public-forms'];

/**
 * Files that only the complete tier runs: what is left of the console, loads, large amounts, what several processes do at
 * the same time, samples of other people's documents, tables of combinations, and whatever starts several servers. Each crash point and each endpoint also has its
 * case in another file.
 */
const COMPLETE_ONLY: readonly string[] = [
  `test/browser/!(${JOURNEYS.join('|')}).test.ts`,
  'test/cli/!(generated-commands|worker-probes).test.ts',
  'test/contract/blobs.test.ts',
  'test/crash/{chaos-short,cluster,form-points,heartbeat,run-database,run-load,scale-out,schedules}.test.ts',
  'test/crash/{serve-crash,storage-database,storage-load,upgrade}.test.ts',
  'test/http/{booster-counters,booster-direct-room,booster-handover,booster-lifetimes,booster-s3}.test.ts',
  'test/http/{booster-tools-once,booster-triggers-limits,booster-upload-aborted,booster-webhook-messages}.test.ts',
  'test/http/{database-away,hostile-requests,key-rotation,long-files,polls-once,run-beginnings,run-large-values}.test.ts',
  'test/http/{run-traces,schedule-processes,webhook-database,workflow-examples}.test.ts',
  'test/isolation/*.test.ts',
  'test/client-package.test.ts',
  'test/docs/types.test.ts',
  'src/code/hostile-code.test.ts',
  'src/connectors/openapi/{hostile,sample}-documents.test.ts',
  'src/documents/{hostile-files,pictures}.test.ts',
  'src/platform/postgres/embedded.test.ts',
  'src/tools/{mcp/stdio,spreadsheet/spreadsheet}.test.ts',
];

/** Files that have more cases in the complete tier, like those that ask `test/support/tiers.ts` for their cases. */
const MORE_IN_COMPLETE: readonly string[] = [
  // Scans of the pages for accessibility.
  'test/browser/*.test.ts',
  // Pages that are pushed already.
  'test/docs/*.test.ts',
];

export interface TestFile {
  file: string;
  part: PartName;
}

export function listFiles(): TestFile[] {
  const names = Object.keys(PARTS) as PartName[];
  return names.flatMap(part => find(PARTS[part].patterns).map(file => ({ file, part })));
}

export function isInTier(file: string, tier: Tier): boolean {
  if (tier === 'quick') return !COMPLETE_FILES.has(file);
  return tier === 'complete' || COMPLETE_FILES.has(file) || MORE_FILES.has(file) || asksForTier(file);
}

function asksForTier(file: string): boolean {
  return readFileSync(path.join(ROOT, file), 'utf8').includes("/support/tiers.ts'");
}

const COMPLETE_FILES = new Set(find(COMPLETE_ONLY));
const MORE_FILES = new Set(find(MORE_IN_COMPLETE));

export function find(patterns: readonly string[]): string[] {
  const found = patterns.flatMap(pattern => globSync(pattern, { cwd: ROOT }).sort());
  return [...new Set(found.map(file => file.split(path.sep).join('/')))];
}
