/**
 * The live streams of this process: one for each tab of the console that is connected to it.
 *
 *   opened ──▶ hello ──▶ events, until the client leaves, its session ends or the process stops
 *
 * While there are streams, one poll a second asks the database for all of them: which runs that they see have changed,
 * how many approvals wait, failures are assigned and notifications are unread, and who is in the same workflows. The database tells of saved drafts by itself. Without
 * streams nothing is asked. Whatever a stream may have missed, it says `hello` again, and the client reads anew.
 */
import { countUnread } from '../accounts/notifications.ts';
import { countPendingApprovals } from '../approvals/tallies.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { runAsService } from '../platform/concurrency/owner-context.ts';
import type { Listener, Subscription } from '../platform/postgres/listener.ts';
import { countAssignedFailures } from '../runs/store/run-failures.ts';
import { findTeamWorkflowIds } from '../runs/store/team-runs.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { type ChangedRun, createChangedRuns } from './changed-runs.ts';
import { DRAFT_CHANNEL, findReaders, readSavedDraft, type SavedDraft } from './draft-watchers.ts';
import { findNeighbours, leave, type OpenTab, RENEW_MS, renewPresence, setPresence } from './presence.ts';
import type { LiveEvent } from './schemas.ts';

interface NewTab {
  tabId: string;
  workflowId: string | undefined;
}

interface LiveStream {
  caller: Caller;
  userId: string;
  tabId: string;
  send(event: LiveEvent): void;
  /** The workflows all of whose runs the user sees. It is read again from time to time. */
  team: ReadonlySet<string>;
  /** What was sent last, to send only what is different. */
  waiting: number | undefined;
  failures: number | undefined;
  unread: number | undefined;
  presence: string;
}

const POLL_MS = 1_000;
/** How long a stream goes on telling of the runs of a workflow that its user may no longer change. */
const TEAMS_MS = 10_000;
/** Drafts are saved while people type: several saves within this time are one event. */
const SAVED_MS = 200;

interface LiveOptions {
  database: HeddleDatabase;
  listener: Listener;
  onError(error: unknown): void;
}

export async function openLiveStreams(options: LiveOptions): Promise<LiveStreams> {
  const streams = new LiveStreams(options);
  await streams.listen(options.listener);
  return streams;
}

export class LiveStreams {
  readonly #db: Query;
  readonly #onError: (error: unknown) => void;
  readonly #streams = new Set<LiveStream>();
  readonly #changedRuns = createChangedRuns();
  readonly #savedDrafts = new Map<string, SavedDraft>();
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #savedTimer: NodeJS.Timeout | undefined;
  #renewedAtMs = 0;
  #teamsReadAtMs = 0;

  constructor({ database, onError }: Omit<LiveOptions, 'listener'>) {
    this.#db = database.query;
    this.#onError = onError;
  }

  /** Must be awaited before the first stream. */
  async listen(listener: Listener): Promise<void> {
    this.#subscription = await listener.subscribe(
      DRAFT_CHANNEL,
      payload => this.#onSaved(payload),
      () => this.#sayHello(),
    );
  }

  /** Sends events until the signal aborts. */
  async stream(
    caller: Caller,
    { tabId, workflowId }: NewTab,
    sendToClient: (event: LiveEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const db = this.#db;
    if (workflowId !== undefined) await setPresence(db, caller, { tabId, workflowId });
    const { userId } = caller;
    const send = (event: LiveEvent) => {
      if (!signal.aborted) sendToClient(event);
    };
    const team = await readTeam(db, caller);
    const stream: LiveStream = {
      caller,
      userId,
      tabId,
      team,
      send,
      waiting: undefined,
      failures: undefined,
      unread: undefined,
      presence: '',
    };
    this.#streams.add(stream);
    send({ type: 'hello' });
    this.#schedulePoll(0);
    try {
      if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
    } finally {
      this.#streams.delete(stream);
      const isOpenElsewhere = [...this.#streams].some(each => tabKey(each) === tabKey(stream));
      if (!isOpenElsewhere) await leave(db, stream).catch(this.#onError);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#savedTimer);
    await this.#subscription?.close();
    await this.#polling;
  }

  #sayHello(): void {
    for (const { send } of this.#streams) send({ type: 'hello' });
  }

  #onSaved(payload: string): void {
    if (this.#streams.size === 0) return;
    const draft = readSavedDraft(payload);
    this.#savedDrafts.set(draft.workflowId, draft);
    this.#savedTimer ??= setTimeout(() => void runAsService(() => this.#reportDrafts()).catch(this.#onError), SAVED_MS);
  }

  async #reportDrafts(): Promise<void> {
    this.#savedTimer = undefined;
    const drafts = [...this.#savedDrafts.values()];
    this.#savedDrafts.clear();
    for (const { workflowId, revisionId, userId } of drafts) {
      const readers = await findReaders(
        this.#db,
        workflowId,
        [...this.#streams].map(({ caller }) => caller),
      );
      const event = { type: 'workflow', workflow_id: workflowId, revision_id: revisionId, user_id: userId } as const;
      for (const stream of this.#streams) if (readers.has(stream.userId)) stream.send(event);
    }
  }

  #schedulePoll(pauseMs: number): void {
    if (this.#polling || this.#streams.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#polling = runAsService(() => this.#poll())
        .catch(this.#onError)
        .finally(() => {
          this.#polling = undefined;
          this.#schedulePoll(POLL_MS);
        });
    }, pauseMs);
  }

  async #poll(): Promise<void> {
    const polled = [...this.#streams];
    const userIds = [...new Set(polled.map(({ userId }) => userId))];
    const workflowIds = [...new Set(polled.flatMap(({ team }) => [...team]))];
    reportRuns(polled, await this.#changedRuns.take(this.#db, { userIds, workflowIds }));
    if (performance.now() - this.#teamsReadAtMs > TEAMS_MS) await this.#readTeams(polled);
    reportApprovals(polled, await countPendingApprovals(this.#db, userIds));
    reportFailures(polled, await countAssignedFailures(this.#db, userIds));
    reportNotifications(polled, await countUnread(this.#db, userIds));
    if (performance.now() - this.#renewedAtMs > RENEW_MS) await this.#renew(polled);
    reportPresence(polled, await findNeighbours(this.#db, polled));
  }

  async #readTeams(polled: readonly LiveStream[]): Promise<void> {
    for (const [, tabs] of Map.groupBy(polled, ({ userId }) => userId)) {
      const [first] = tabs;
      const team = first ? await readTeam(this.#db, first.caller) : new Set<string>();
      for (const tab of tabs) tab.team = team;
    }
    this.#teamsReadAtMs = performance.now();
  }

  /** Also lets those leave who may not read the workflow any longer. */
  async #renew(polled: readonly LiveStream[]): Promise<void> {
    await renewPresence(this.#db, polled);
    const shown = new Map((await findNeighbours(this.#db, polled)).map(tab => [tabKey(tab), tab.workflowId]));
    for (const { caller, tabId } of polled) {
      const workflowId = shown.get(tabKey({ userId: caller.userId, tabId }));
      if (workflowId === undefined) continue;
      const refusal = await requireWorkflow(this.#db, caller, workflowId, 'read').catch((error: unknown) => error);
      if (refusal instanceof ApiError) await setPresence(this.#db, caller, { tabId, workflowId: null });
    }
    this.#renewedAtMs = performance.now();
  }
}

async function readTeam(db: Query, caller: Caller): Promise<ReadonlySet<string>> {
  return new Set(await findTeamWorkflowIds(db, caller));
}

function reportRuns(streams: readonly LiveStream[], changed: readonly ChangedRun[]): void {
  for (const { caller, userId, team, send } of streams) {
    if (caller.workflowPermission === 'none') continue;
    const seen = changed.filter(({ created_by, workflow_id }) => created_by === userId || team.has(workflow_id));
    // Whoever misses some of very many changes reads the list anew in any case.
    for (const { id, workflow_id, status } of seen.slice(-fixedLimits.live.runs)) {
      send({ type: 'run', run_id: id, workflow_id, status });
    }
  }
}

function reportApprovals(streams: readonly LiveStream[], pending: ReadonlyMap<string, number>): void {
  for (const stream of streams) {
    const waiting = pending.get(stream.userId) ?? 0;
    if (waiting !== stream.waiting) stream.send({ type: 'approvals', waiting });
    stream.waiting = waiting;
  }
}

function reportFailures(streams: readonly LiveStream[], assigned: ReadonlyMap<string, number>): void {
  for (const stream of streams) {
    if (stream.caller.workflowPermission === 'none') continue;
    const mine = assigned.get(stream.userId) ?? 0;
    if (mine !== stream.failures) stream.send({ type: 'failures', mine });
    stream.failures = mine;
  }
}

function reportNotifications(streams: readonly LiveStream[], counts: ReadonlyMap<string, number>): void {
  for (const stream of streams) {
    const unread = counts.get(stream.userId) ?? 0;
    if (unread !== stream.unread) stream.send({ type: 'notifications', unread });
    stream.unread = unread;
  }
}

function reportPresence(streams: readonly LiveStream[], tabs: readonly OpenTab[]): void {
  const shown = new Map(tabs.map(tab => [tabKey(tab), tab.workflowId]));
  const byWorkflow = Map.groupBy(tabs, ({ workflowId }) => workflowId);
  for (const stream of streams) {
    const workflow_id = shown.get(tabKey(stream));
    const present = workflow_id === undefined ? [] : (byWorkflow.get(workflow_id) ?? []);
    const people = present.map(({ userId, name, tabId }) => ({ user_id: userId, name, tab_id: tabId }));
    const presence = JSON.stringify([workflow_id, people]);
    if (workflow_id !== undefined && presence !== stream.presence)
      stream.send({ type: 'presence', workflow_id, people });
    stream.presence = presence;
  }
}

function tabKey({ userId, tabId }: { userId: string; tabId: string }): string {
  return `${userId} ${tabId}`;
}
