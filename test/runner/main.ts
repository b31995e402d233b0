/**
 * Runs the tests: `npm test` the quick tier, `npm run test:all` everything, `npm test -- <area or file>…` some of them.
 * docs/contributing/testing.md explains how to work with it.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../support/process.ts';
import { runAlone } from './alone.ts';
import { AREAS, findSelected } from './areas.ts';
import { CHECK_FILE, runCheck } from './check.ts';
import { isInTier, listFiles, type TestFile, type Tier } from './parts.ts';
import { ProcessorTime } from './processor-time.ts';
import { findExceeded, keepTimes, readTimes, reportFile, reportRun, reportTimes } from './report.ts';
import { buildAll, setUp } from './set-up.ts';
import { Slowness } from './slowness.ts';
import { nextChange } from './watch.ts';
import { type FileOutcome, runFiles } from './workers.ts';

const USAGE = `npm test [-- <area, file or pattern>… [--watch] [--test-name-pattern=… or another option of Node]]
The areas are ${Object.keys(AREAS).join(', ')}, and every folder of src and (with web/ before it) of web/src.
`;

const processors = availableParallelism();
/** Tests that wait leave the processors to others, so that there is always something to compute. */
const WORKERS = { computing: processors, waiting: Math.ceil(processors / 2) };

const write = (text: string) => void process.stdout.write(text);
const { selected, tier, watches, nodeOptions } = readCommandLine();
process.exitCode = await run();

interface CommandLine {
  selected: TestFile[] | undefined;
  tier: Tier;
  watches: boolean;
  /** What Node is to be told when it runs the files, one after the other. */
  nodeOptions: string[];
}

function readCommandLine(): CommandLine {
  const { values, tokens } = parseArgs({
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      all: { type: 'boolean' },
      rest: { type: 'boolean' },
      watch: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) leave(USAGE, 0);
  const nodeOptions = tokens.flatMap(token => {
    if (token.kind !== 'option' || ['all', 'rest', 'watch'].includes(token.name)) return [];
    return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
  });
  const words = tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []));
  const selected = words.length === 0 ? undefined : words.flatMap(select);
  if (!selected && (nodeOptions.length > 0 || values.watch)) leave(`say which tests\n${USAGE}`, 1);
  const tier = values.all || selected ? 'complete' : values.rest ? 'rest' : 'quick';
  return { selected, tier, watches: values.watch === true, nodeOptions };
}

function select(word: string): TestFile[] {
  const files = new Set(findSelected(word.replace(/^\.\//, '')));
  const found = listFiles().filter(({ file }) => files.has(file));
  if (found.length === 0) leave(`there are no tests of ${word}\n${USAGE}`, 1);
  return found;
}

function leave(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}

async function run(): Promise<number> {
  const startedAt = performance.now();
  const slowness = new Slowness();
  const prepared = await setUp();
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  process.env.NODE_COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'tests');
  if (tier !== 'quick') process.env.HEDDLE_TEST_ALL ??= '1';
  if (tier === 'rest') process.env.HEDDLE_TEST_REST ??= '1';
  const processorTime = new ProcessorTime(prepared.serverPid);
  try {
    if (selected && nodeOptions.length > 0) return await runAlone(selected, nodeOptions, abort.signal);
    const files = selected ?? listFiles().filter(({ file }) => isInTier(file, tier));
    for (;;) {
      const check = selected || tier === 'rest' ? Promise.resolve([]) : runCheck(processorTime, write, abort.signal);
      const options = { workers: WORKERS, processorTime, environment: process.env, signal: abort.signal };
      const report = (outcome: FileOutcome) => reportFile(outcome, write);
      const outcomes = await runFiles(inOrder(files), { ...options, oneWorkerWaitsFor: check, report });
      const all = [...(await check), ...outcomes];
      keepTimes(all);
      const wallSeconds = (performance.now() - startedAt) / 1000;
      const machine = { wallSeconds, idleSeconds: processorTime.idleSeconds, processors, slowness: slowness.factor };
      if (!selected) reportTimes(all, machine, write);
      const exceeded = selected ? [] : findExceeded(all, tier, machine);
      for (const sentence of exceeded) write(`✖ ${sentence}\n`);
      const hasPassed = reportRun(all, write) && exceeded.length === 0 && !abort.signal.aborted;
      if (!watches || abort.signal.aborted) return hasPassed ? 0 : 1;
      write('\nwaiting for a change…\n');
      await nextChange(abort.signal);
      await buildAll().catch(error => write(`${error.message}\n`));
    }
  } finally {
    processorTime.stop();
    slowness.stop();
    await prepared.tearDown();
  }
}

/** Files that took longest come first, after those that have no time yet, in the order of the table of parts. */
function inOrder(files: readonly TestFile[]): TestFile[] {
  const times = readTimes();
  const wallSeconds = ({ file }: TestFile) => times[file]?.wallSeconds ?? Number.MAX_VALUE;
  return files
    .filter(({ file }) => file !== CHECK_FILE)
    .toSorted((one, other) => wallSeconds(other) - wallSeconds(one));
}
