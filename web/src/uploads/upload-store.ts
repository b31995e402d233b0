/**
 * Carries out the uploads: starts what may start, keeps what each is doing, and asks for the service while it is away.
 * It lives outside of the pages, so that uploads go on while people move through the console.
 */
import { explain } from '../look/explain.ts';
import { uploads as texts } from '../texts/uploads.ts';
import { addSent, bytesPerSecond, NO_SPEED, type Speed } from './speed.ts';
import { type Attempt, type Memory, newMemory, type Outcome, type PanelFacts } from './transfer.ts';
import * as queues from './upload-queue.ts';

export interface Snapshot {
  readonly queue: queues.Queue;
  readonly summary: queues.Summary;
  readonly bytesPerSecond: number | undefined;
  /** Whether nothing starts because the service asked to wait. */
  readonly isHeld: boolean;
}

export interface UploadStore {
  read(): Snapshot;
  subscribe(listener: () => void): () => void;
  add(uploads: readonly queues.NewUpload[]): void;
  pause(ids: queues.Ids): void;
  resume(ids: queues.Ids): void;
  retry(ids: queues.Ids): void;
  choose(ids: queues.Ids, choice: queues.Choice, forRest?: boolean): void;
  cancel(ids: queues.Ids): void;
  cancelUnfinished(): void;
  clearFinished(): void;
  /** Says that somebody is signed in. What somebody else was uploading is forgotten. */
  signIn(userId: string): void;
  /** Calls back after files of a panel were stored, at most once a second. */
  onStored(panelId: string, listener: (paths: readonly string[]) => void): () => void;
}

export type Reachability = 'up' | 'down' | 'signed-out';

export interface StoreServices {
  transfer(attempt: Attempt): Promise<Outcome>;
  /** Undefined when it could not be asked for. */
  openPanel(panelId: string): Promise<PanelFacts | undefined>;
  /** Asks whether the service answers, and whether somebody is signed in. */
  probe(): Promise<Reachability>;
  /** Called when an upload finds that the session has ended. */
  onSignedOut(): void;
}

/** What is uploaded through the API, which refuses what is not allowed. */
const UNKNOWN_PANEL: PanelFacts = { isDirect: false, mayOverwrite: () => true };
const PUBLISH_MS = 100;
const REFRESH_MS = 1_000;
const ANNOUNCE_MS = 1_000;
const LONGEST_PROBE_MS = 10_000;

export function createUploadStore(services: StoreServices): UploadStore {
  const listeners = new Set<() => void>();
  const storedListeners = new Map<string, Set<(paths: readonly string[]) => void>>();
  const storedPaths = new Map<string, string[]>();
  const running = new Map<number, AbortController>();
  const memories = new Map<number, Memory>();
  const panels = new Map<string, Promise<PanelFacts | undefined>>();
  let queue = queues.EMPTY_QUEUE;
  let speed: Speed = NO_SPEED;
  let snapshot = take();
  let lastBatch = 0;
  let userId: string | undefined;
  let publishing: ReturnType<typeof setTimeout> | undefined;
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  let waking: ReturnType<typeof setTimeout> | undefined;
  let isProbing = false;

  function take(): Snapshot {
    const now = Date.now();
    const summary = queues.summarize(queue);
    return { queue, summary, bytesPerSecond: bytesPerSecond(speed, now), isHeld: queue.heldUntil > now };
  }

  function publish(): void {
    clearTimeout(publishing);
    publishing = undefined;
    snapshot = take();
    for (const listener of listeners) listener();
    // When nothing moves any more, the speed must fall too.
    clearTimeout(refreshing);
    if (running.size > 0) refreshing = setTimeout(publish, REFRESH_MS);
  }

  /** Progress comes too often to draw the tray each time. */
  function change(next: queues.Queue): void {
    queue = next;
    publishing ??= setTimeout(publish, PUBLISH_MS);
  }

  /** What people do is seen at once. */
  function act(next: queues.Queue): void {
    queue = next;
    stopAbandoned();
    startMore();
    publish();
  }

  function startMore(): void {
    const { start, wakeAt } = queues.findStartable(queue, Date.now());
    for (const upload of start) void run(upload);
    clearTimeout(waking);
    if (wakeAt !== undefined) waking = setTimeout(wake, Math.max(0, wakeAt - Date.now()));
  }

  function wake(): void {
    startMore();
    change(queue);
  }

  /** Ends the requests of uploads that were paused or cancelled. */
  function stopAbandoned(): void {
    const sending = new Set(queue.uploads.flatMap(({ id, state }) => (state === 'sending' ? [id] : [])));
    for (const [id, abort] of running) {
      if (sending.has(id)) continue;
      running.delete(id);
      abort.abort();
    }
  }

  async function run(upload: queues.Upload): Promise<void> {
    const { id } = upload;
    const abort = new AbortController();
    const memory = memories.get(id) ?? newMemory();
    memories.set(id, memory);
    running.set(id, abort);
    change(queues.begin(queue, id, Date.now()));
    const panel = await openPanel(upload.panelId);
    const outcome = await carryOut(upload, memory, panel, abort.signal);
    if (abort.signal.aborted) return;
    running.delete(id);
    apply(upload, panel, outcome);
    startMore();
  }

  async function carryOut(
    upload: queues.Upload,
    memory: Memory,
    panel: PanelFacts,
    signal: AbortSignal,
  ): Promise<Outcome> {
    let sent = 0;
    const onSent = (bytes: number) => {
      if (signal.aborted) return;
      speed = addSent(speed, Date.now(), bytes - sent);
      sent = Math.max(sent, bytes);
      change(queues.progress(queue, upload.id, sent));
    };
    try {
      return await services.transfer({ upload, memory, panel, signal, onSent });
    } catch (error) {
      return { kind: 'refused', status: 0, problem: explain(error) };
    }
  }

  async function openPanel(panelId: string): Promise<PanelFacts> {
    const opening = panels.get(panelId) ?? services.openPanel(panelId);
    panels.set(panelId, opening);
    const opened = await opening;
    if (!opened) panels.delete(panelId);
    return opened ?? UNKNOWN_PANEL;
  }

  function apply({ id, panelId, path }: queues.Upload, panel: PanelFacts, outcome: Outcome): void {
    const mayOverwrite = panel.mayOverwrite(path.slice(0, path.indexOf('/')));
    change(toQueue(queue, id, mayOverwrite, outcome));
    if (outcome.kind === 'stored') {
      memories.delete(id);
      announceStored(panelId, outcome.path);
    }
    if (outcome.kind === 'signed-out') services.onSignedOut();
    if (outcome.kind === 'lost') void waitForService();
  }

  /** Asks for the service again and again, more and more seldom. */
  async function waitForService(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    for (let delayMs = 250; queue.connection === 'down'; delayMs = Math.min(2 * delayMs, LONGEST_PROBE_MS)) {
      const reachability = await services.probe();
      if (queue.connection !== 'down') break;
      if (reachability === 'down') await new Promise(resolve => setTimeout(resolve, delayMs));
      else change(queues.connect(queue, reachability));
    }
    isProbing = false;
    if (queue.connection === 'signed-out') services.onSignedOut();
    startMore();
  }

  function announceStored(panelId: string, path: string): void {
    if (storedPaths.size === 0) setTimeout(callStoredListeners, ANNOUNCE_MS);
    storedPaths.set(panelId, [...(storedPaths.get(panelId) ?? []), path]);
  }

  function callStoredListeners(): void {
    const stored = [...storedPaths];
    storedPaths.clear();
    for (const [panelId, paths] of stored) for (const listener of storedListeners.get(panelId) ?? []) listener(paths);
  }

  function forget(ids: ReadonlySet<number>): void {
    for (const id of memories.keys()) if (!ids.has(id)) memories.delete(id);
  }

  return {
    read: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(uploads) {
      // What is known about a panel is asked for again, because its rules or the installation may have changed.
      if (running.size === 0) panels.clear();
      if (queue.uploads.every(upload => !queues.isUnfinished(upload))) speed = NO_SPEED;
      act(queues.add(queues.clearStored(queue), ++lastBatch, uploads));
    },
    pause: ids => act(queues.pause(queue, ids)),
    resume: ids => act(queues.resume(queue, ids)),
    retry: ids => act(queues.retry(queue, ids)),
    choose: (ids, choice, forRest = false) => act(queues.choose(queue, ids, choice, forRest)),
    cancel(ids) {
      act(queues.cancel(queue, ids));
      forget(new Set(queue.uploads.map(({ id }) => id)));
    },
    cancelUnfinished() {
      act({ ...queue, uploads: queue.uploads.filter(upload => !queues.isUnfinished(upload)) });
    },
    clearFinished: () => act(queues.clearFinished(queue)),
    signIn(id) {
      const isSame = userId === undefined || userId === id;
      userId = id;
      if (!isSame) act({ ...queues.EMPTY_QUEUE, nextId: queue.nextId });
      else if (queue.connection === 'signed-out') act(queues.connect(queue, 'up'));
    },
    onStored(panelId, listener) {
      const ofPanel = storedListeners.get(panelId) ?? new Set();
      storedListeners.set(panelId, ofPanel.add(listener));
      return () => ofPanel.delete(listener);
    },
  };
}

function toQueue(queue: queues.Queue, id: number, mayOverwrite: boolean, outcome: Outcome): queues.Queue {
  switch (outcome.kind) {
    case 'stored':
      return queues.finish(queue, id, outcome.path);
    case 'conflict':
      return queues.conflict(queue, id, { problem: outcome.problem, mayOverwrite });
    case 'refused':
      return queues.refuse(queue, id, outcome.status, outcome.problem);
    case 'limited':
      return queues.hold(queue, id, Date.now() + outcome.waitMs);
    case 'signed-out':
      return queues.signOut(queue, id);
    case 'lost':
      return queues.lose(queue, id, Date.now(), texts.lostOften);
  }
}
