/**
 * The uploads of the console, as data. Pure.
 *
 *              ┌──────────── lost, limited, signed out ───────────┐
 *              ▼                                                  │
 *   add ──▶ waiting ── a slot is free ──▶ sending ── answered ──▶ stored
 *              │ ▲                         │  │
 *        pause │ │ resume            pause │  ├── refused ───▶ failed ── retry ──▶ waiting
 *              ▼ │                         │  └── path taken ─▶ conflict ── overwrite, rename ──▶ waiting
 *            paused ◀──────────────────────┘                       └────── skip ──▶ skipped
 *
 * Cancelling removes an upload in any state. Nothing starts while the connection is down, while nobody is signed in, or
 * while the service asks to wait.
 */

export type UploadState = 'waiting' | 'sending' | 'paused' | 'conflict' | 'stored' | 'failed' | 'skipped';

/** What is to happen when the path is taken. */
export type Choice = 'overwrite' | 'rename' | 'skip';

export interface RecordReference {
  readonly collection: string;
  readonly key: string;
}

export interface NewUpload {
  readonly panelId: string;
  /** Where the file is to be stored: `<folder>/<sub-folders>/<name>`. */
  readonly path: string;
  readonly file: File;
  readonly record?: RecordReference | undefined;
  /** Why the file could not even be read, which makes it fail at once. */
  readonly problem?: string | undefined;
}

export interface Upload extends NewUpload {
  /** Ascends with the order in which uploads are added. */
  readonly id: number;
  /** What was dropped or chosen together. */
  readonly batch: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  readonly choice: Exclude<Choice, 'skip'> | undefined;
  /** Whether the rules of the folder allow to overwrite. */
  readonly mayOverwrite: boolean;
  /** How often the connection was lost while it was sent. */
  readonly losses: number;
  readonly notBefore: number;
  /** Where it was stored, which can differ from `path` when both files are kept. */
  readonly storedPath?: string | undefined;
}

export interface Queue {
  readonly uploads: readonly Upload[];
  readonly connection: 'up' | 'down' | 'signed-out';
  /** Until when the service asked to wait. */
  readonly heldUntil: number;
  /** What was chosen for the rest of a batch. */
  readonly choices: ReadonlyMap<number, Choice>;
  /** When uploads were started within the last minute. */
  readonly starts: readonly number[];
  /** Ids are never used again, because a cancelled upload may still be heard of. */
  readonly nextId: number;
}

export const EMPTY_QUEUE: Queue = {
  uploads: [],
  connection: 'up',
  heldUntil: 0,
  choices: new Map(),
  starts: [],
  nextId: 1,
};

export const MOST_AT_ONCE = 4;
export const MOST_LOSSES = 6;
/** The default limit is 600 requests in a minute for all of the console, and some uploads need two or three. */
export const MOST_STARTS_PER_MINUTE = 400;
const MINUTE_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

export function add(queue: Queue, batch: number, added: readonly NewUpload[]): Queue {
  const uploads = added.map(
    (upload, index): Upload => ({
      ...upload,
      id: queue.nextId + index,
      batch,
      state: upload.problem === undefined ? 'waiting' : 'failed',
      sentBytes: 0,
      choice: undefined,
      mayOverwrite: true,
      losses: 0,
      notBefore: 0,
    }),
  );
  return { ...queue, uploads: [...queue.uploads, ...uploads], nextId: queue.nextId + uploads.length };
}

/** Which uploads may start now, and when to ask again if time alone can change the answer. */
export function findStartable(queue: Queue, now: number): { start: readonly Upload[]; wakeAt: number | undefined } {
  if (queue.connection !== 'up') return { start: [], wakeAt: undefined };
  const recent = queue.starts.filter(at => at > now - MINUTE_MS);
  const heldUntil = Math.max(
    queue.heldUntil,
    recent.length < MOST_STARTS_PER_MINUTE ? 0 : (recent[0] ?? now) + MINUTE_MS,
  );
  const isHeld = heldUntil > now;
  const active = queue.uploads.reduce((count, { state }) => count + (state === 'sending' ? 1 : 0), 0);
  const free = Math.min(MOST_AT_ONCE - active, MOST_STARTS_PER_MINUTE - recent.length);
  const start: Upload[] = [];
  let wakeAt = Number.POSITIVE_INFINITY;
  for (const upload of queue.uploads) {
    if (upload.state !== 'waiting') continue;
    if (isHeld || upload.notBefore > now) wakeAt = Math.min(wakeAt, Math.max(heldUntil, upload.notBefore));
    else if (start.length < free) start.push(upload);
    else break;
  }
  return { start, wakeAt: Number.isFinite(wakeAt) ? wakeAt : undefined };
}

export function begin(queue: Queue, id: number, now: number): Queue {
  const starts = [...queue.starts.filter(at => at > now - MINUTE_MS), now];
  return changeOne({ ...queue, starts }, id, 'waiting', { state: 'sending', sentBytes: 0, problem: undefined });
}

export function progress(queue: Queue, id: number, sentBytes: number): Queue {
  return changeOne(queue, id, 'sending', ({ size }) => ({ sentBytes: Math.min(size, Math.max(0, sentBytes)) }));
}

export function finish(queue: Queue, id: number, storedPath: string): Queue {
  return changeOne(queue, id, 'sending', ({ size }) => ({ state: 'stored', sentBytes: size, storedPath }));
}

/** A refused choice to overwrite leaves the other choices. */
export function refuse(queue: Queue, id: number, status: number, problem: string): Queue {
  return changeOne(queue, id, 'sending', ({ upload: { choice } }) =>
    choice === 'overwrite' && status === 403
      ? { state: 'conflict', choice: undefined, sentBytes: 0, problem }
      : { state: 'failed', sentBytes: 0, problem },
  );
}

/** Asks what to do, unless that was chosen for all files of the batch. */
export function conflict(
  queue: Queue,
  id: number,
  { problem, mayOverwrite }: { problem?: string | undefined; mayOverwrite: boolean },
): Queue {
  return changeOne(queue, id, 'sending', ({ upload: { batch } }) => {
    const choice = queue.choices.get(batch);
    const isDecided = choice !== undefined && problem === undefined && (mayOverwrite || choice !== 'overwrite');
    return isDecided ? chosen(choice) : { state: 'conflict', sentBytes: 0, choice: undefined, mayOverwrite, problem };
  });
}

/** `problem` is what the upload says if it was lost too often. */
export function lose(queue: Queue, id: number, now: number, problem: (losses: number) => string): Queue {
  const changed = changeOne(queue, id, 'sending', ({ upload: { losses } }) =>
    losses + 1 >= MOST_LOSSES
      ? { state: 'failed', sentBytes: 0, losses: losses + 1, problem: problem(losses + 1) }
      : { state: 'waiting', sentBytes: 0, losses: losses + 1, notBefore: now + delayMs(losses) },
  );
  return { ...changed, connection: 'down' };
}

export function delayMs(losses: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** losses);
}

export function hold(queue: Queue, id: number, until: number): Queue {
  const changed = changeOne(queue, id, 'sending', { state: 'waiting', sentBytes: 0 });
  return { ...changed, heldUntil: Math.max(queue.heldUntil, until) };
}

export function signOut(queue: Queue, id: number): Queue {
  return { ...changeOne(queue, id, 'sending', { state: 'waiting', sentBytes: 0 }), connection: 'signed-out' };
}

export function connect(queue: Queue, connection: Queue['connection']): Queue {
  return queue.connection === connection ? queue : { ...queue, connection };
}

/** A paused upload begins again, because what was sent of a form can not be kept. */
export function pause(queue: Queue, ids: Ids): Queue {
  return changeMany(queue, ids, ({ state }) =>
    state === 'waiting' || state === 'sending' ? { state: 'paused', sentBytes: 0 } : undefined,
  );
}

export function resume(queue: Queue, ids: Ids): Queue {
  return changeMany(queue, ids, ({ state }) => (state === 'paused' ? { state: 'waiting', notBefore: 0 } : undefined));
}

export function retry(queue: Queue, ids: Ids): Queue {
  return changeMany(queue, ids, ({ state }) =>
    state === 'failed' ? { state: 'waiting', losses: 0, notBefore: 0, problem: undefined } : undefined,
  );
}

/** `forRest`: the choice also holds for conflicts that other files of the same batches meet later. */
export function choose(queue: Queue, ids: Ids, choice: Choice, forRest: boolean): Queue {
  const isMeant = toTest(ids);
  const batches = queue.uploads.filter(upload => upload.state === 'conflict' && isMeant(upload.id));
  const choices = forRest
    ? new Map([...queue.choices, ...batches.map(({ batch }) => [batch, choice] as const)])
    : queue.choices;
  const changed = changeMany(queue, ids, ({ state, mayOverwrite }) =>
    state === 'conflict' && (mayOverwrite || choice !== 'overwrite') ? chosen(choice) : undefined,
  );
  return { ...changed, choices };
}

export function cancel(queue: Queue, ids: Ids): Queue {
  const isMeant = toTest(ids);
  return { ...queue, uploads: queue.uploads.filter(({ id }) => !isMeant(id)) };
}

/** What needs people first, then what is being done, and at last what is done. */
export function sortForReading(uploads: readonly Upload[]): readonly Upload[] {
  return uploads.toSorted((a, b) => READING_ORDER.indexOf(a.state) - READING_ORDER.indexOf(b.state) || a.id - b.id);
}

const READING_ORDER: readonly UploadState[] = [
  'conflict',
  'failed',
  'sending',
  'waiting',
  'paused',
  'stored',
  'skipped',
];

/** Makes room for new uploads when all others have ended. Those that failed stay, since nobody may have seen them. */
export function clearStored(queue: Queue): Queue {
  if (queue.uploads.some(isUnfinished)) return queue;
  return { ...queue, uploads: queue.uploads.filter(({ state }) => state === 'failed') };
}

export function clearFinished(queue: Queue): Queue {
  return { ...queue, uploads: queue.uploads.filter(isUnfinished) };
}

/** Whether closing the page would lose it. */
export function isUnfinished({ state }: Upload): boolean {
  return state !== 'stored' && state !== 'skipped' && state !== 'failed';
}

export interface Summary {
  /** All but those that were skipped. */
  readonly files: number;
  readonly stored: number;
  readonly failed: number;
  readonly skipped: number;
  readonly conflicts: number;
  readonly paused: number;
  readonly unfinished: number;
  /** Of what is stored or still to be stored. */
  readonly bytes: number;
  readonly sentBytes: number;
  /** From 0 to 100. It is 100 only when nothing is left to do. */
  readonly percent: number;
}

export function summarize({ uploads }: Queue): Summary {
  const count = { waiting: 0, sending: 0, paused: 0, conflict: 0, stored: 0, failed: 0, skipped: 0 };
  let bytes = 0;
  let sentBytes = 0;
  for (const upload of uploads) {
    count[upload.state] += 1;
    if (upload.state === 'failed' || upload.state === 'skipped') continue;
    bytes += upload.file.size;
    sentBytes += upload.sentBytes;
  }
  const unfinished = count.waiting + count.sending + count.paused + count.conflict;
  return {
    files: uploads.length - count.skipped,
    stored: count.stored,
    failed: count.failed,
    skipped: count.skipped,
    conflicts: count.conflict,
    paused: count.paused,
    unfinished,
    bytes,
    sentBytes,
    percent: unfinished === 0 ? 100 : Math.min(99, share(bytes + unfinished + count.stored, sentBytes + count.stored)),
  };
}

/** Every file counts one byte more than it has, so that empty files are progress too. */
function share(all: number, done: number): number {
  return all === 0 ? 0 : Math.floor((done / all) * 100);
}

/** The percent of one upload that were sent. An empty file has nothing to send. */
export function sentPercent({ file: { size }, sentBytes, state }: Upload): number {
  if (state === 'stored') return 100;
  return size === 0 ? 0 : Math.floor((sentBytes / size) * 100);
}

/** `all`, or the ids that are meant. */
export type Ids = 'all' | readonly number[];

function toTest(ids: Ids): (id: number) => boolean {
  if (ids === 'all') return () => true;
  const set = new Set(ids);
  return id => set.has(id);
}

function chosen(choice: Choice): Partial<Upload> {
  if (choice === 'skip') return { state: 'skipped', sentBytes: 0, problem: undefined };
  return { state: 'waiting', sentBytes: 0, choice, notBefore: 0, problem: undefined };
}

function changeMany(queue: Queue, ids: Ids, change: (upload: Upload) => Partial<Upload> | undefined): Queue {
  const isMeant = toTest(ids);
  const uploads = queue.uploads.map(upload => {
    const changes = isMeant(upload.id) ? change(upload) : undefined;
    return changes ? { ...upload, ...changes } : upload;
  });
  return { ...queue, uploads };
}

/** Changes an upload if it is in this state; otherwise somebody paused or cancelled it meanwhile. */
function changeOne(
  queue: Queue,
  id: number,
  state: UploadState,
  change: Partial<Upload> | ((of: { upload: Upload; size: number }) => Partial<Upload>),
): Queue {
  const index = findIndex(queue.uploads, id);
  const upload = queue.uploads[index];
  if (upload?.state !== state) return queue;
  const changes = typeof change === 'function' ? change({ upload, size: upload.file.size }) : change;
  return { ...queue, uploads: queue.uploads.with(index, { ...upload, ...changes }) };
}

/** Searches by halves, because a folder can have many thousands of files. */
function findIndex(uploads: readonly Upload[], id: number): number {
  let [low, high] = [0, uploads.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uploads[middle]?.id ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return uploads[low]?.id === id ? low : -1;
}
