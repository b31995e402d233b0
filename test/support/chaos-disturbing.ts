/** Kills services, workers and their PostgreSQL at random moments, and starts them again. */
import { setTimeout as delay } from 'node:timers/promises';
import { FIRST_KEY, type HeddleProcess, type Installation } from './process.ts';

interface Place {
  command: 'serve' | 'worker';
  process: HeddleProcess;
  /** Only a service has an address. */
  url?: string;
}

export interface DisturbedOptions {
  heddle: Installation;
  /** A number from 0 to 1. */
  random(): number;
  /** Receives a line for everything that happens. */
  say(line: string): void;
}

const BETWEEN_MS = { least: 200, most: 2_500 };
/** The first acts of the list each happen at least once: they kill a service, a worker and PostgreSQL. */
const LEAST = 3;
/**
 * A start may fail because the database was just killed. Like a process supervisor, we then start the service again.
 */
const STARTS = 20;

export class DisturbedProcesses {
  readonly #options: DisturbedOptions;
  readonly #places: Place[] = [];
  readonly counts = { 'killed a service': 0, 'killed a worker': 0, 'stopped a process': 0, 'killed PostgreSQL': 0 };
  failedStarts = 0;

  constructor(options: DisturbedOptions) {
    this.#options = options;
  }

  async start(commands: readonly Place['command'][]): Promise<void> {
    for (const command of commands) this.#places.push(await this.#started(command));
  }

  /** Includes the services that are just being restarted, where nothing listens yet. */
  urls(): string[] {
    return this.#places.flatMap(({ url }) => url ?? []);
  }

  /** Disturbs one process after the other, and sometimes two at once, for at least this long. */
  async disturbFor(milliseconds: number): Promise<void> {
    const { random } = this.#options;
    const acts = [
      () => this.#killOne('serve'),
      () => this.#killOne('worker'),
      () => this.#killServer(),
      () => Promise.all([this.#killServer(), this.#killOne()]),
      () => this.#stopOne(),
    ];
    const first = acts.slice(0, LEAST).toSorted(() => random() - 0.5);
    for (const end = performance.now() + milliseconds; first.length > 0 || performance.now() < end; ) {
      await delay(BETWEEN_MS.least + random() * (BETWEEN_MS.most - BETWEEN_MS.least));
      const act = first.pop() ?? acts[Math.floor(random() * acts.length)];
      await act?.();
    }
  }

  async stop(): Promise<void> {
    for (const { process } of this.#places) {
      const { code, stderr } = await process.end('SIGTERM');
      if (code !== 0) throw new Error(`a process ended with ${code}: ${stderr}`);
    }
  }

  async #killOne(command?: Place['command']): Promise<void> {
    const index = this.#anyPlace(command);
    const place = this.#places[index];
    if (!place) return;
    const what = place.command === 'serve' ? 'killed a service' : 'killed a worker';
    this.#count(what);
    await place.process.end('SIGKILL');
    this.#places[index] = await this.#started(place.command);
  }

  async #stopOne(): Promise<void> {
    const index = this.#anyPlace();
    const place = this.#places[index];
    if (!place) return;
    this.#count('stopped a process');
    await place.process.end('SIGTERM');
    this.#places[index] = await this.#started(place.command);
  }

  async #killServer(): Promise<void> {
    this.#count('killed PostgreSQL');
    await this.#options.heddle.killServer();
  }

  async #started(command: Place['command']): Promise<Place> {
    const { heddle, say } = this.#options;
    for (let start = 1; ; start++) {
      const process = heddle.start([command], { environment: { HEDDLE_ADMIN_KEY: FIRST_KEY } });
      try {
        if (command === 'serve') return { command, process, url: await process.ready() };
        await process.printed(/works in the background/);
        return { command, process };
      } catch (error) {
        if (process.isRunning || start === STARTS) throw error;
        this.failedStarts++;
        say(`a ${command} did not start: ${process.stderr.trim().slice(0, 300)}`);
      }
    }
  }

  #anyPlace(command?: Place['command']): number {
    const places = [...this.#places.keys()].filter(index => !command || this.#places[index]?.command === command);
    return places[Math.floor(this.#options.random() * places.length)] ?? 0;
  }

  #count(what: keyof typeof this.counts): void {
    this.counts[what]++;
    this.#options.say(what);
  }
}
