/**
 * Runs a command as several processes that look like one: one port, one log, one signal.
 *
 *   starting ── all are ready ──▶ complete ◀── a process ends, another takes its place ──▶ incomplete
 *      │                             └───────────────── a signal ─────────────────┬────────────┘
 *      └── a process ends ──▶ stopping ──▶ ended                                  ▼
 *                                                                    stopping ──▶ ended
 *
 * A process that is ready and does not answer any more makes the whole incomplete, and is ended after a while.
 *
 * The supervisor answers no requests and has no connection to the database. It accepts connections, which `node:cluster`
 * hands to the processes in turn, writes what they log, and passes on what they must know of each other. The processes
 * end with it, however it ends: Node ends a process of a cluster that has lost its supervisor.
 *
 * The first process starts alone, because it may have to make the database, the keys and the schema. What keeps it from
 * starting is said once.
 */
import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../configuration/config.ts';
import type { Share } from '../../configuration/shares.ts';
import { settledWithin } from '../../platform/concurrency/promises.ts';
import { createLoggerTo, type Logger, openSharedOutput, type SharedOutput } from '../../platform/logging/log.ts';
import type { Counts } from '../../platform/metrics.ts';
import { note } from '../output.ts';
import { CLOSING_MS, stopOnSignal, stopSignal } from '../signals.ts';
import { type Child, type Ending, startChild } from './child.ts';
import { type Counting, createJointCounts, type JointCounts } from './joint-counts.ts';
import type { ToMember, ToSupervisor } from './messages.ts';
import { PULSE_MS, Pulse } from './pulse.ts';

/** A process that lived for this long since it was ready did not end because of its start. */
const STABLE_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** When a process fails so often at its start, and no other one is there, nothing but its sentence helps. */
const FAILED_STARTS = 5;

/** Starts the processes, and ends this one when they have ended. */
export async function superviseProcesses(config: Config, processes: number): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // Standard input stays with this process. The numbers of metrics are not always numbers of JSON.
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'advanced' });
  const output = openSharedOutput(config.service.logFormat);
  const log = createLoggerTo(output, config.service.logLevel);
  await new Supervisor(config, processes, output, log).run();
}

/** A place for a process, which another one takes when it ends. */
class Place implements Counting {
  readonly share: Share;
  child: Child | undefined;
  /** Defined while the process is ready. */
  runnerId: string | undefined;
  readyAt = 0;
  pulse = new Pulse();
  counts: Counts | undefined;
  /** How often in a row a process ended soon after its start, and before it was ready. */
  shortLives = 0;
  failedStarts = 0;

  constructor(share: Share) {
    this.share = share;
  }

  send(message: ToMember): void {
    this.child?.send(message);
  }
}

class Supervisor {
  readonly #config: Config;
  readonly #output: SharedOutput;
  readonly #log: Logger;
  readonly #places: readonly Place[];
  readonly #joint: JointCounts = createJointCounts();
  /** Rejects when the processes can not go on. */
  readonly #failure = Promise.withResolvers<never>();
  readonly #introduction = Promise.withResolvers<string>();
  /** Processes that died, whose work the others do not know to be free yet. */
  #unreportedDead: string[] = [];
  #lastComplaint = '';
  #hasStarted = false;
  #isStopping = false;

  constructor(config: Config, processes: number, output: SharedOutput, log: Logger) {
    this.#config = config;
    this.#output = output;
    this.#log = log;
    this.#places = Array.from({ length: processes }, (_, index) => new Place({ processes, number: index + 1 }));
  }

  async run(): Promise<void> {
    // A second signal, or an error here, ends this process at once, and the others with it.
    process.once('exit', () => {
      for (const { child } of this.#places) child?.kill();
    });
    const stopping = stopOnSignal(stopSignal(), { log: this.#log, config: this.#config }, signal => this.#stop(signal));
    this.#failure.promise.catch(() => {});
    try {
      await Promise.race([this.#startAll(), this.#failure.promise]);
      await Promise.race([stopping, this.#failure.promise]);
    } catch (error) {
      if (!(error instanceof ProcessFailed) || this.#isStopping) throw error;
      await this.#stop('SIGTERM');
      note(error.message);
      process.exit(error.exitCode);
    }
  }

  async #startAll(): Promise<void> {
    const [first, ...others] = this.#places;
    if (!first) return;
    await this.#start(first);
    if (this.#isStopping) return;
    await Promise.all(others.map(place => this.#start(place)));
    if (this.#isStopping) return;
    // Only now, because the key in it is shown only once: nothing may fail before it is shown.
    first.send({ kind: 'introduce' });
    this.#output.write(`${await this.#introduction.promise}\n`);
    this.#hasStarted = true;
    for (const { child } of this.#places) child?.releaseComplaints();
    setInterval(() => this.#askAll(), PULSE_MS).unref();
  }

  /** A process may hang without ending: it is stopped, swapped out, or its event loop turns without end. */
  #askAll(): void {
    if (this.#isStopping) return;
    for (const place of this.#ready) {
      const before = place.pulse.state;
      const state = place.pulse.ask();
      place.send({ kind: 'pulse' });
      const line = { process: place.share.number, pid: place.child?.pid };
      if (state === 'hung') {
        this.#log.error(line, 'a process does not answer any more: it is ended');
        place.child?.kill();
      } else if (state !== before) {
        this.#log.warn(line, 'a process does not answer');
        this.#sendState();
      }
    }
  }

  /** Resolves when the process is ready. */
  async #start(place: Place): Promise<void> {
    const ready = Promise.withResolvers<void>();
    const child = startChild({
      share: place.share,
      write: lines => this.#output.write(lines),
      complain: lines => note(lines.trimEnd()),
      onMessage: message => this.#receive(place, message, ready.resolve),
    });
    place.child = child;
    this.#log.debug({ process: place.share.number, pid: child.pid }, 'a process starts');
    void child.ended.then(ending => this.#ended(place, ending));
    await ready.promise;
  }

  #receive(place: Place, message: ToSupervisor, onReady: () => void): void {
    switch (message.kind) {
      case 'ready':
        place.runnerId = message.runnerId;
        place.readyAt = performance.now();
        place.failedStarts = 0;
        place.pulse = new Pulse();
        if (this.#hasStarted) place.child?.releaseComplaints();
        this.#sendState();
        onReady();
        return;
      case 'introduction':
        this.#introduction.resolve(message.text);
        return;
      case 'pulse': {
        const wasSilent = place.pulse.state !== 'fine';
        place.pulse.answer();
        if (wasSilent) this.#sendState();
        return;
      }
      case 'counted':
        this.#joint.receive(message.request, message.counts);
        return;
      case 'collect':
        void this.#joint
          .collect(this.#ready)
          .then(counts => place.send({ kind: 'collected', request: message.request, counts }))
          .catch((err: unknown) => this.#log.error({ err }, 'while the metrics of all processes were collected'));
    }
  }

  get #ready(): Place[] {
    return this.#places.filter(({ runnerId }) => runnerId !== undefined);
  }

  #sendState(): void {
    const ready = this.#ready;
    const isComplete = ready.length === this.#places.length && ready.every(({ pulse }) => pulse.state === 'fine');
    for (const place of ready) place.send({ kind: 'state', isComplete });
    const [first] = ready;
    if (!first) return;
    for (const runnerId of this.#unreportedDead.splice(0)) first.send({ kind: 'died', runnerId });
  }

  #ended(place: Place, ending: Ending): void {
    const { runnerId, child } = place;
    const lived = runnerId === undefined ? 0 : performance.now() - place.readyAt;
    place.child = undefined;
    place.runnerId = undefined;
    this.#joint.retire(place);
    if (this.#isStopping) return;
    const isOrderly = runnerId !== undefined && ending.code === 0;
    if (runnerId !== undefined && !isOrderly) this.#unreportedDead.push(runnerId);
    this.#sendState();
    place.shortLives = isOrderly || lived > STABLE_MS ? 0 : place.shortLives + 1;
    if (runnerId === undefined) place.failedStarts++;
    const isHopeless = place.failedStarts >= FAILED_STARTS && this.#ready.length === 0;
    if (!this.#hasStarted || isHopeless) {
      this.#failure.reject(new ProcessFailed(place, ending));
      return;
    }
    this.#complain(ending.complaint);
    const { code, signal } = ending;
    const line = { process: place.share.number, pid: child?.pid, code, signal };
    if (isOrderly) this.#log.info(line, 'a process has stopped: another one takes its place');
    else if (runnerId === undefined) this.#log.error(line, 'a process did not start: it is tried again');
    else this.#log.error(line, 'a process has ended: another one takes its place');
    void this.#replace(place);
  }

  /** Says why a process did not start, but not once for every attempt. */
  #complain(complaint: string): void {
    if (complaint !== '' && complaint !== this.#lastComplaint) note(complaint.trimEnd());
    this.#lastComplaint = complaint;
  }

  async #replace(place: Place): Promise<void> {
    const { shortLives } = place;
    if (shortLives > 0) await delay(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (shortLives - 1)));
    if (!this.#isStopping) await this.#start(place);
  }

  /** Lets all processes end in order. */
  async #stop(signal: NodeJS.Signals): Promise<void> {
    this.#isStopping = true;
    const children = this.#places.flatMap(({ child }) => child ?? []);
    for (const child of children) child.send({ kind: 'stop', signal });
    const ended = children.map(child => child.ended);
    await settledWithin(this.#config.service.drainSeconds * 1000 + CLOSING_MS, ended);
    for (const { child } of this.#places) child?.kill();
    if ((await Promise.all(ended)).some(({ code }) => code !== 0)) process.exitCode = 1;
  }
}

/** A process ended that the others can not do without. The message is what it said. */
class ProcessFailed extends Error {
  readonly exitCode: number;

  constructor({ share }: Place, { code, signal, complaint }: Ending) {
    const how = signal === null ? `ended with the code ${code}` : `was ended by ${signal}`;
    super(complaint.trimEnd() || `heddle: process ${share.number} ${how} while it started`);
    this.exitCode = code || 1;
  }
}
