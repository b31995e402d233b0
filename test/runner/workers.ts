/**
 * Runs test files in worker processes, each of which takes the next file when it has ended one: of its own pool while there
 * are any, so that there are always files that compute beside files that wait. Files that take long come first, so that
 * the workers end at about the same time.
 *
 *   starting ── idle ──▶ testing a file ── idle ──▶ … ── no file is left, or it has become large ──▶ ended
 *                             └── crashed, or silent for too long ──▶ killed; the file has failed, another worker starts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../support/process.ts';
import type { FromWorker, Result, ToWorker } from './messages.ts';
import { PARTS, type Pool, type TestFile } from './parts.ts';
import type { ProcessorTime } from './processor-time.ts';

/** A test that neither ends nor begins another one for so long hangs, however busy the machine is. */
const HANGS_AFTER_MS = 10 * 60_000;
/** The end of what a process wrote, which a failed file shows. */
const KEPT_OUTPUT = 20_000;

export interface FileOutcome extends TestFile {
  wallSeconds: number;
  processorSeconds: number;
  results: Pick<Result, 'title' | 'outcome' | 'reason'>[];
}

interface RunOptions {
  workers: Record<Pool, number>;
  /** What occupies a processor at first. The processes of a crowded machine stand still for seconds. */
  oneWorkerWaitsFor: Promise<unknown>;
  processorTime: ProcessorTime;
  environment: NodeJS.ProcessEnv;
  /** Is told when a file has ended. */
  report(outcome: FileOutcome): void;
  signal: AbortSignal;
}

export async function runFiles(files: readonly TestFile[], options: RunOptions): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  const keep = (outcome: FileOutcome) => {
    outcomes.push(outcome);
    options.report(outcome);
  };
  const queued = files.slice();
  const work = async (pool: Pool, index: number) => {
    if (index === 0) await options.oneWorkerWaitsFor;
    while (queued.length > 0 && !options.signal.aborted) await runWorker(() => take(queued, pool), options, keep);
  };
  const pools = Object.entries(options.workers) as [Pool, number][];
  const workers = pools.flatMap(([pool, count]) => Array<Pool>(count).fill(pool));
  await Promise.all(workers.slice(0, files.length).map(work));
  return outcomes;
}

/** Returns the next file of the pool, or one of the other when its own has none left. */
function take(queued: TestFile[], pool: Pool): TestFile | undefined {
  const own = queued.findIndex(({ part }) => PARTS[part].pool === pool);
  return queued.splice(Math.max(own, 0), 1)[0];
}

/** Lets a process test files until there are none, or until one of them ends the process. */
async function runWorker(
  next: () => TestFile | undefined,
  options: RunOptions,
  keep: (outcome: FileOutcome) => void,
): Promise<void> {
  const { processorTime, environment, signal } = options;
  const child = startWorker(environment);
  const pid = child.pid ?? 0;
  /** The file that is being tested, and one before it whose results are still arriving. */
  const open = new Map<string, OpenFile>();
  const unfinished = new Set<string>();
  let output = '';
  let silence: NodeJS.Timeout | undefined;

  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  }
  child.on('message', (message: FromWorker) => {
    awaitSign();
    if (message.kind === 'idle') giveNext();
    else if (message.kind === 'result') open.get(message.file)?.results.push(withOutput(message, output));
    else if (message.kind === 'ended') end(open.get(message.file));
    else if (message.isOver) unfinished.delete(message.test);
    else unfinished.add(message.test);
  });
  const kill = () => killGroup(pid);
  signal.addEventListener('abort', kill);

  function giveNext(): void {
    const given = signal.aborted ? undefined : next();
    if (given) {
      processorTime.charge(pid, given.file);
      open.set(given.file, { ...given, startedAt: performance.now(), results: [] });
      unfinished.clear();
      output = '';
    }
    child.send({ file: given?.file } satisfies ToWorker, () => {});
  }

  function awaitSign(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      output += `\nnothing happened for ${HANGS_AFTER_MS / 60_000} minutes in: ${[...unfinished].join(', ')}`;
      kill();
    }, HANGS_AFTER_MS);
  }

  function end(ended: OpenFile | undefined): void {
    if (!ended) return;
    processorTime.look();
    const { startedAt, ...outcome } = ended;
    open.delete(outcome.file);
    const wallSeconds = (performance.now() - startedAt) / 1000;
    keep({ ...outcome, wallSeconds, processorSeconds: processorTime.secondsOf(outcome.file) });
  }

  const [code, endSignal] = await once(child, 'close');
  clearTimeout(silence);
  signal.removeEventListener('abort', kill);
  // Whatever the worker left running, such as a browser, ends with it.
  kill();
  for (const file of open.values()) {
    const reason = `the process of the tests ended with ${endSignal ?? code}`;
    file.results.push(withOutput({ title: file.file, outcome: 'failed', reason }, output));
    end(file);
  }
}

interface OpenFile extends TestFile {
  startedAt: number;
  results: FileOutcome['results'];
}

function startWorker(environment: NodeJS.ProcessEnv): ChildProcess {
  const reporter = `--test-reporter=${path.join(import.meta.dirname, 'reporter.ts')}`;
  const entry = path.join(import.meta.dirname, 'worker-entry.ts');
  return spawn(process.execPath, [reporter, '--test-reporter-destination=stdout', entry], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In a session of its own, it can be ended with all processes that it started.
    detached: true,
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

function withOutput<Given extends FileOutcome['results'][number]>(result: Given, output: string): Given {
  if (result.outcome !== 'failed' || output === '') return result;
  return { ...result, reason: `${result.reason}\n--- the process wrote\n${output}` };
}
