/**
 * How the editor saves, as a state machine without clock, network or storage: `use-saving.ts` does what its effects say.
 *
 *                      ┌────────────── changed meanwhile ───────────────┐
 *                      ▼                                                │
 *   saved ─ changed ─▶ waiting ─ 800 ms after the last change ─▶ saving ┴─▶ saved
 *     │                                          ▲                │  │
 *     │                                  nothing to decide       409  ├─ no answer ─▶ retrying ─ later ─▶ saving, reading
 *     │                                          │                ▼  ├─ 401 ──────▶ signed-out (sign in, and come back)
 *     └── somebody else saved ──────────────────────────────▶ reading└─ refused ──▶ refused ─ changed ─▶ waiting
 *                                                │
 *                                                └─ both changed the same ─▶ conflict ─ all decided ─▶ saving
 *
 * - There is one request at a time, and each save names the revision it is based on.
 * - `reading` reads what is stored and merges it into what the editor shows (`merge.ts`).
 * - A save without an answer may have been stored. The same content is sent again until the outcome is known, so that a
 *   stored version that equals it is recognized as our own.
 * - Whatever is not saved is also kept in the browser (`unsavedWork`), so that a reload, a crash or an ended session
 *   loses nothing.
 */
import { isSameJson, shareParts } from '../../graph/difference.ts';
import { applyChoice, joinConflicts, type Side } from '../document/conflicts.ts';
import { type Conflict, type Content, mergeContent, type RenameStep } from '../document/merge.ts';

export type Phase =
  | 'read-only'
  | 'saved'
  | 'waiting'
  | 'saving'
  | 'reading'
  | 'conflict'
  | 'retrying'
  | 'refused'
  | 'signed-out';

/** A version of the workflow that the service has. */
export interface Stored {
  revisionId: string;
  /** When the revision last changed: moves of steps may be merged into it. */
  updated: number;
  content: Content;
}

export interface SavingState {
  readonly phase: Phase;
  /** What the service has, as far as we know. */
  readonly base: Stored;
  /** What the editor shows. */
  readonly content: Content;
  /** What was sent, while its outcome is not known. */
  readonly sent: Content | null;
  readonly conflicts: readonly Conflict[];
  /** What `retrying` tries again. */
  readonly wanted: 'save' | 'read';
  readonly failures: number;
  /** Why it is not saved, in the words of the service. */
  readonly reason: string;
  readonly savedAt: number | null;
  /** A revision of somebody else of which we heard during a request. */
  readonly announced: string | null;
}

/** What the browser keeps while it is not saved. */
export interface UnsavedWork {
  base: Stored;
  content: Content;
  sent: Content | null;
  conflicts: readonly Conflict[];
}

export type SavingEvent =
  | { type: 'changed'; content: Content }
  | { type: 'due' }
  | { type: 'saved'; revisionId: string; updated: number; at: number }
  | { type: 'opened'; stored: Stored; at: number }
  | { type: 'failed'; status: number; message: string }
  | { type: 'announced'; revisionId: string }
  | { type: 'chosen'; key: string; side: Side }
  | { type: 'recovered'; work: UnsavedWork }
  | { type: 'leaving' };

export type SavingEffect =
  /** Sends `due` after this time, instead of at an earlier appointment. */
  | { type: 'wait'; ms: number }
  | { type: 'save'; base: Stored; content: Content; isLeaving: boolean }
  | { type: 'read' }
  /** The editor shows `content`. Its history must not undo what others did: `others` says what that was. */
  | { type: 'show'; content: Content; others: { before: Content; after: Content } | null };

export interface Transition {
  state: SavingState;
  effects: SavingEffect[];
}

const QUIET_MS = 800;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

export function startSaving(stored: Stored, at: number, mayWrite: boolean): SavingState {
  return {
    phase: mayWrite ? 'saved' : 'read-only',
    base: stored,
    content: stored.content,
    sent: null,
    conflicts: [],
    wanted: 'save',
    failures: 0,
    reason: '',
    savedAt: at,
    announced: null,
  };
}

/** Continues with what a reloaded page had not saved, as if it had just been read what is stored now. */
export function continueSaving(work: UnsavedWork, stored: Stored, at: number, rename: RenameStep): Transition {
  const state: SavingState = { ...startSaving(work.base, at, true), ...work, phase: 'reading' };
  return advance(state, { type: 'opened', stored, at }, rename);
}

/** Returns what would be lost if the page were closed now. */
export function unsavedWork(state: SavingState): UnsavedWork | undefined {
  const { phase, base, content, sent, conflicts } = state;
  if (phase === 'read-only' || !(isChanged(state) || sent || conflicts.length > 0)) return undefined;
  return { base, content, sent, conflicts };
}

export function advance(state: SavingState, event: SavingEvent, rename: RenameStep): Transition {
  switch (event.type) {
    case 'changed':
      return change(state, event.content);
    case 'due':
      return isDue(state) ? request(state) : stay(state);
    case 'saved':
      return confirm(state, event);
    case 'opened':
      return mergeStored(state, event, rename);
    case 'failed':
      return fail(state, event);
    case 'announced':
      return hear(state, event.revisionId);
    case 'chosen':
      return choose(state, event);
    case 'recovered':
      return recover(state, event.work, rename);
    case 'leaving':
      return isUnsent(state) ? save(state, true) : stay(state);
  }
}

function change(before: SavingState, content: Content): Transition {
  if (before.phase === 'read-only') return stay(before);
  const conflicts = joinConflicts(before.conflicts, [], { shown: content, stored: before.base.content });
  const state = { ...before, content, conflicts };
  return isResting(state) ? waitForQuiet(state) : stay(state);
}

/** Whether no request is under way or wanted. */
function isResting({ phase }: SavingState): boolean {
  return phase === 'saved' || phase === 'waiting' || phase === 'refused' || phase === 'conflict';
}

function waitForQuiet(state: SavingState): Transition {
  if (state.conflicts.length > 0) return stay({ ...state, phase: 'conflict' });
  if (!isChanged(state)) return stay({ ...state, phase: 'saved', reason: '' });
  return { state: { ...state, phase: 'waiting' }, effects: [{ type: 'wait', ms: QUIET_MS }] };
}

/** People may also ask to try again, for example after they signed in elsewhere. */
function isDue({ phase }: SavingState): boolean {
  return phase === 'waiting' || phase === 'retrying' || phase === 'signed-out' || phase === 'refused';
}

/** Whether there is something to send, and nothing is under way. */
function isUnsent({ phase, wanted }: SavingState): boolean {
  return phase === 'waiting' || (phase === 'retrying' && wanted === 'save');
}

function request(state: SavingState): Transition {
  return state.phase !== 'waiting' && state.wanted === 'read' ? read(state) : save(state, false);
}

function save(state: SavingState, isLeaving: boolean): Transition {
  const content = state.sent ?? state.content;
  return {
    state: { ...state, phase: 'saving', sent: content },
    effects: [{ type: 'save', base: state.base, content, isLeaving }],
  };
}

function read(state: SavingState): Transition {
  return { state: { ...state, phase: 'reading', announced: null }, effects: [{ type: 'read' }] };
}

function confirm(
  before: SavingState,
  { revisionId, updated, at }: { revisionId: string; updated: number; at: number },
): Transition {
  const { phase, sent, announced } = before;
  if (phase !== 'saving' || !sent) return stay(before);
  const state: SavingState = {
    ...before,
    base: { revisionId, updated, content: sent },
    sent: null,
    failures: 0,
    reason: '',
    savedAt: at,
  };
  // The announcement may have been that of this very save.
  if (announced !== null && announced !== revisionId) return read(state);
  return waitForQuiet({ ...state, announced: null });
}

function mergeStored(before: SavingState, opened: { stored: Stored; at: number }, rename: RenameStep): Transition {
  const { at } = opened;
  const stored = shareContent(opened.stored, before.base.content);
  if (before.phase === 'read-only') {
    // Only here can two answers be under way, and the older one may come last.
    if (stored.updated < before.base.updated) return stay(before);
    const state = { ...before, base: stored, content: stored.content, savedAt: at };
    return { state, effects: showing(before, stored.content, stored.content) };
  }
  if (before.phase !== 'reading') return stay(before);
  const { sent, base } = before;
  const known = sent && isSameJson(sent, stored.content) ? sent : base.content;
  const { merged, conflicts } = mergeContent({ base: known, mine: before.content, theirs: stored.content }, rename);
  const state: SavingState = {
    ...before,
    base: stored,
    content: merged,
    sent: null,
    conflicts: joinConflicts(before.conflicts, conflicts, { shown: merged, stored: stored.content }),
    failures: 0,
    reason: '',
    savedAt: at,
  };
  const next = afterMerge(state);
  return { state: next.state, effects: [...showing(before, merged, stored.content, known), ...next.effects] };
}

function shareContent(stored: Stored, known: Content): Stored {
  const definition = shareParts(stored.content.definition, known.definition);
  return { ...stored, content: { ...stored.content, definition } };
}

function afterMerge(state: SavingState): Transition {
  if (state.announced !== null && state.announced !== state.base.revisionId) return read(state);
  if (state.conflicts.length > 0) return stay({ ...state, phase: 'conflict' });
  return isChanged(state) ? save(state, false) : stay({ ...state, phase: 'saved' });
}

function showing(before: SavingState, content: Content, after: Content, known = before.base.content): SavingEffect[] {
  if (isSameJson(before.content, content)) return [];
  return [{ type: 'show', content, others: { before: known, after } }];
}

function fail(before: SavingState, { status, message: reason }: { status: number; message: string }): Transition {
  if (before.phase !== 'saving' && before.phase !== 'reading') return stay(before);
  if (status === 409 && before.phase === 'saving') return read(before);
  const wanted = before.phase === 'reading' ? ('read' as const) : ('save' as const);
  if (status === 0 || status === 429 || status >= 500) {
    const { failures } = before;
    const ms = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    const state: SavingState = { ...before, phase: 'retrying', wanted, failures: failures + 1, reason };
    return { state, effects: [{ type: 'wait', ms }] };
  }
  // Any other answer says that nothing was stored. While reading, an earlier save may still have no known outcome.
  const sent = wanted === 'save' ? null : before.sent;
  return stay({ ...before, phase: status === 401 ? 'signed-out' : 'refused', wanted, sent, reason });
}

function hear(state: SavingState, revisionId: string): Transition {
  // Our own save, or moves that another tab merged into the revision: the next save finds those by their time.
  if (revisionId === state.base.revisionId) return stay(state);
  if (state.phase === 'read-only') return { state, effects: [{ type: 'read' }] };
  return isResting(state) ? read(state) : stay({ ...state, announced: revisionId });
}

function choose(state: SavingState, { key, side }: { key: string; side: Side }): Transition {
  const conflict = state.conflicts.find(entry => entry.key === key);
  if (!conflict) return stay(state);
  const content = applyChoice(state.content, conflict, side);
  const conflicts = state.conflicts.filter(entry => entry !== conflict);
  const effects: SavingEffect[] = isSameJson(content, state.content) ? [] : [{ type: 'show', content, others: null }];
  const decided = { ...state, content, conflicts };
  if (state.phase !== 'conflict' || conflicts.length > 0) return { state: decided, effects };
  const next = isChanged(decided) ? save(decided, false) : stay({ ...decided, phase: 'saved' });
  return { state: next.state, effects: [...effects, ...next.effects] };
}

/** Takes over work that another page left behind in this browser: what the editor shows is the other side of the merge. */
function recover(before: SavingState, work: UnsavedWork, rename: RenameStep): Transition {
  if (before.phase === 'read-only') return stay(before);
  const three = { base: work.base.content, mine: work.content, theirs: before.content };
  const { merged, conflicts } = mergeContent(three, rename);
  const undecided = [...before.conflicts, ...work.conflicts, ...conflicts];
  const { state, effects } = change({ ...before, conflicts: undecided }, merged);
  return { state, effects: [{ type: 'show', content: merged, others: null }, ...effects] };
}

function isChanged({ content, base }: SavingState): boolean {
  return !isSameJson(content, base.content);
}

function stay(state: SavingState): Transition {
  return { state, effects: [] };
}
