/** The processes of Heddle on the cluster, with a load balancer that asks them whether they are ready. */
import { setTimeout as delay } from 'node:timers/promises';
import { FIRST_KEY, type HeddleProcess, type Hooks, type Installation } from '../../test/support/process.ts';

interface Place {
  name: string;
  process: HeddleProcess;
  url: string | undefined;
  isReady: boolean;
  /** When it was last found to be ready. A worker is not asked. */
  readyAt: number;
}

const CHECK_EVERY_MS = 1_000;
const CHECK_WITHIN_MS = 3_000;
const READY_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 100;

export class HeddleProcesses {
  readonly #places: Place[] = [];
  readonly #stopped = new AbortController();

  async start(hooks: Hooks, heddle: Installation): Promise<void> {
    const environment = { HEDDLE_ADMIN_KEY: FIRST_KEY };
    for (const name of ['serve 1', 'serve 2', 'worker 1', 'worker 2']) {
      const [command = ''] = name.split(' ');
      const process = heddle.start([command], { environment });
      const url = command === 'serve' ? await process.ready() : undefined;
      if (url === undefined) await process.printed(/works in the background/);
      this.#places.push({
        name,
        process,
        url,
        isReady: true,
        readyAt: url === undefined ? Number.POSITIVE_INFINITY : 0,
      });
    }
    const checking = Promise.all(this.#places.map(place => this.#check(place)));
    hooks.after(async () => {
      this.#stopped.abort();
      await checking;
    });
  }

  /** The addresses that a load balancer would choose from: the ready ones, or all when none is. */
  urls(): string[] {
    const services = this.#places.filter(({ url }) => url !== undefined);
    const ready = services.filter(({ isReady }) => isReady);
    return (ready.length > 0 ? ready : services).flatMap(({ url }) => url ?? []);
  }

  async #check(place: Place): Promise<void> {
    const { signal } = this.#stopped;
    while (place.url !== undefined && !signal.aborted) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(CHECK_WITHIN_MS)]);
      place.isReady = await fetch(`${place.url}/ready`, { signal: within }).then(
        async response => {
          await response.arrayBuffer();
          return response.ok;
        },
        () => false,
      );
      if (place.isReady) place.readyAt = performance.now();
      await delay(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Waits until all services have said that they are ready after this call. Returns whether they did. */
  async awaitReady(): Promise<boolean> {
    const begunAt = performance.now();
    for (const deadline = begunAt + READY_WITHIN_MS; performance.now() < deadline; ) {
      if (this.#places.every(({ readyAt }) => readyAt > begunAt)) return true;
      await delay(LOOK_AGAIN_MS);
    }
    return false;
  }

  /** Stops one of the processes for a time, without a word. Returns its name. */
  async freezeOne(random: () => number, milliseconds: number): Promise<string> {
    const place = this.#places[Math.floor(random() * this.#places.length)];
    if (!place) throw new Error('there is no process');
    place.process.signal('SIGSTOP');
    await delay(milliseconds).finally(() => place.process.signal('SIGCONT'));
    return place.name;
  }

  /** Stops all, and describes what was wrong with them. */
  async stop(): Promise<string[]> {
    const differences: string[] = [];
    this.#stopped.abort();
    for (const { name, process } of this.#places) {
      if (!process.isRunning) {
        differences.push(`${name} ended by itself: ${process.stderr.slice(-1000)}`);
        continue;
      }
      const { code, stderr } = await process.end('SIGTERM');
      if (code !== 0) differences.push(`${name} ended with ${code}: ${stderr.slice(-1000)}`);
    }
    return differences;
  }

  /** The number of lines that each process has logged, which are warnings and errors. */
  describeLogs(): string {
    const counts = this.#places.map(
      ({ name, process }) => `${name} ${process.stdout.split('\n').filter(line => line.startsWith('{')).length}`,
    );
    return `lines in the logs: ${counts.join(', ')}`;
  }

  logs(): string {
    return this.#places.map(({ name, process }) => `== ${name}\n${process.stdout}${process.stderr}`).join('\n');
  }
}
