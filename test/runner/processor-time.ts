/**
 * Measures the processor time of each test file, with all processes that it starts and its share of PostgreSQL. Linux
 * tells the time of a process together with that of its ended children, so the sum over a tree of processes does not
 * shrink when one of them ends. A look at all processes every second finds those that were moved out of their tree.
 * On other systems there are no such files, and nothing is measured.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const LOOK_EVERY_MS = 1000;
/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;

interface Look {
  parent: number;
  session: number;
  ownTicks: number;
  childrenTicks: number;
}

export class ProcessorTime {
  /** The tasks of the workers, by their process ids. */
  readonly #tasks = new Map<number, string>();
  /** The worker to which each process belongs. */
  readonly #workers = new Map<number, number>();
  readonly #serverPid: number;
  readonly #ticks = new Map<string, number>();
  #before = new Map<number, number>();
  readonly #timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  readonly #idleBefore = readIdleSeconds();

  /** The server is the PostgreSQL that all tests share. */
  constructor(serverPid: number) {
    this.#serverPid = serverPid;
  }

  /** From now on, the time of the worker belongs to this task. */
  charge(workerPid: number, task: string): void {
    this.look();
    this.#tasks.set(workerPid, task);
  }

  /** The seconds that a task has taken until the last look. */
  secondsOf(task: string): number {
    return (this.#ticks.get(task) ?? 0) / TICKS_PER_SECOND;
  }

  get idleSeconds(): number {
    return readIdleSeconds() - this.#idleBefore;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.look();
  }

  look(): void {
    const processes = lookAtProcesses();
    /** The sums over the trees of the workers, and the single processes of PostgreSQL, whose time nobody inherits. */
    const sums = new Map<number, { worker: number; ticks: number }>();
    for (const [pid, { parent, ownTicks, childrenTicks }] of processes) {
      const worker = this.#findWorker(pid, processes);
      if (worker === undefined) continue;
      const isOfServer = parent === this.#serverPid;
      const key = isOfServer ? pid : worker;
      const ticks = (sums.get(key)?.ticks ?? 0) + ownTicks + (isOfServer ? 0 : childrenTicks);
      sums.set(key, { worker, ticks });
    }
    for (const [key, { worker, ticks }] of sums) {
      const task = this.#tasks.get(worker);
      const more = ticks - (this.#before.get(key) ?? 0);
      if (task !== undefined && more > 0) this.#ticks.set(task, (this.#ticks.get(task) ?? 0) + more);
    }
    this.#before = new Map([...sums].map(([key, { ticks }]) => [key, ticks]));
    for (const pid of this.#workers.keys()) if (!processes.has(pid)) this.#workers.delete(pid);
  }

  #findWorker(pid: number, processes: ReadonlyMap<number, Look>): number | undefined {
    const known = this.#workers.get(pid);
    if (known !== undefined) return known;
    const found = this.#recogniseWorker(pid, processes);
    if (found !== undefined) this.#workers.set(pid, found);
    return found;
  }

  /** A worker leads a session. A process that leads another one belongs to the worker of its parent. */
  #recogniseWorker(pid: number, processes: ReadonlyMap<number, Look>): number | undefined {
    const { session = 0, parent = 0 } = processes.get(pid) ?? {};
    if (this.#tasks.has(session)) return session;
    if (parent === this.#serverPid) return readDatabaseWorker(pid);
    return parent > 1 ? this.#workers.get(parent) : undefined;
  }
}

/** The name of the database of a test begins with the worker that created it: see `createTestDatabase`. */
function readDatabaseWorker(pid: number): number | undefined {
  const title = readProcessFile(pid, 'cmdline');
  const worker = / test_(\d+)_/.exec(title)?.[1];
  return worker === undefined ? undefined : Number(worker);
}

function lookAtProcesses(): Map<number, Look> {
  const processes = new Map<number, Look>();
  for (const name of listProcesses()) {
    const stat = readProcessFile(name, 'stat');
    // The name of the command may contain anything but ends with the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index]);
    if (fields.length < 15) continue;
    processes.set(Number(name), {
      parent: at(1),
      session: at(3),
      ownTicks: at(11) + at(12),
      childrenTicks: at(13) + at(14),
    });
  }
  return processes;
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function readProcessFile(pid: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // It has ended.
  }
}

function readIdleSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;
}
