/**
 * The live streams of this process: one for each tab of the console that is connected to it.
 *
 *   opened ──▶ hello ──▶ events, until the client leaves, its session ends or the process stops
 *
 * While there are streams, one poll a second asks the database for all of them: which runs that they see have changed,
 * how many approvals wait and notifications are unread, and who is in the same workflows. The database tells of saved drafts by itself. Without
 * streams nothing is asked. Whatever a stream may have missed, it says `hello` again, and the client reads anew.
 */
import { countUnread } from '../accounts/notifications.ts';
import { countPendingApprovals } from '../approvals/tallies.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { runAsService } from '../platform/owner-context.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { findTeamWorkflowIds } from '../runs/store/team-runs.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { type ChangedRun, createChangedRuns } from './changed-runs.ts';
import { DRAFT_CHANNEL, findReaders, readSavedDraft, type SavedDraft } from './draft-watchers.ts';
import { findNeighbours, leave, type OpenTab, RENEW_MS, renewPresence, setPresence } from './presence.ts';
import type { LiveEvent } from './schemas.ts';

export interface LiveStreams {
  /** Sends events until the signal aborts. */
  stream(caller: Caller, tab: NewTab, send: (event: LiveEvent) => void, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

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
  unread: number | undefined;
  presence: string;
}

const POLL_MS = 1_000;
/** How long a stream goes on telling of the runs of a workflow that its user may no longer change. */
const TEAMS_MS = 10_000;
/** Drafts are saved while people type: several saves within this time are one event. */
const SAVED_MS = 200;

export async function openLiveStreams({
  database,
  listener,
  onError,
}: {
  database: HeddleDatabase;
  listener: Listener;
  onError(error: unknown): void;
}): Promise<LiveStreams> {
  const db = database.query;
  const streams = new Set<LiveStream>();
  const changedRuns = createChangedRuns();
  const savedDrafts = new Map<string, SavedDraft>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let savedTimer: NodeJS.Timeout | undefined;
  let renewedAtMs = 0;
  let teamsReadAtMs = 0;
  const subscription = await listener.subscribe(DRAFT_CHANNEL, onSaved, sayHello);

  function sayHello(): void {
    for (const { send } of streams) send({ type: 'hello' });
  }

  function onSaved(payload: string): void {
    if (streams.size === 0) return;
    const draft = readSavedDraft(payload);
    savedDrafts.set(draft.workflowId, draft);
    savedTimer ??= setTimeout(() => void runAsService(reportDrafts).catch(onError), SAVED_MS);
  }

  async function reportDrafts(): Promise<void> {
    savedTimer = undefined;
    const drafts = [...savedDrafts.values()];
    savedDrafts.clear();
    for (const { workflowId, revisionId, userId } of drafts) {
      const readers = await findReaders(
        db,
        workflowId,
        [...streams].map(({ caller }) => caller),
      );
      const event = { type: 'workflow', workflow_id: workflowId, revision_id: revisionId, user_id: userId } as const;
      for (const stream of streams) if (readers.has(stream.userId)) stream.send(event);
    }
  }

  function schedulePoll(pauseMs: number): void {
    if (polling || streams.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      polling = runAsService(poll)
        .catch(onError)
        .finally(() => {
          polling = undefined;
          schedulePoll(POLL_MS);
        });
    }, pauseMs);
  }

  async function poll(): Promise<void> {
    const polled = [...streams];
    const userIds = [...new Set(polled.map(({ userId }) => userId))];
    const workflowIds = [...new Set(polled.flatMap(({ team }) => [...team]))];
    reportRuns(polled, await changedRuns.take(db, { userIds, workflowIds }));
    if (performance.now() - teamsReadAtMs > TEAMS_MS) await readTeams(polled);
    reportApprovals(polled, await countPendingApprovals(db, userIds));
    reportNotifications(polled, await countUnread(db, userIds));
    if (performance.now() - renewedAtMs > RENEW_MS) await renew(polled);
    reportPresence(polled, await findNeighbours(db, polled));
  }

  async function readTeams(polled: readonly LiveStream[]): Promise<void> {
    for (const [, tabs] of Map.groupBy(polled, ({ userId }) => userId)) {
      const [first] = tabs;
      const team = first ? await readTeam(db, first.caller) : new Set<string>();
      for (const tab of tabs) tab.team = team;
    }
    teamsReadAtMs = performance.now();
  }

  /** Also lets those leave who may not read the workflow any longer. */
  async function renew(polled: readonly LiveStream[]): Promise<void> {
    await renewPresence(db, polled);
    const shown = new Map((await findNeighbours(db, polled)).map(tab => [tabKey(tab), tab.workflowId]));
    for (const { caller, tabId } of polled) {
      const workflowId = shown.get(tabKey({ userId: caller.userId, tabId }));
      if (workflowId === undefined) continue;
      const refusal = await requireWorkflow(db, caller, workflowId, 'read').catch((error: unknown) => error);
      if (refusal instanceof ApiError) await setPresence(db, caller, { tabId, workflowId: null });
    }
    renewedAtMs = performance.now();
  }

  return {
    async stream(caller, { tabId, workflowId }, sendToClient, signal) {
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
        unread: undefined,
        presence: '',
      };
      streams.add(stream);
      send({ type: 'hello' });
      schedulePoll(0);
      try {
        if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
      } finally {
        streams.delete(stream);
        const isOpenElsewhere = [...streams].some(each => tabKey(each) === tabKey(stream));
        if (!isOpenElsewhere) await leave(db, stream).catch(onError);
      }
    },
    async close() {
      clearTimeout(timer);
      clearTimeout(savedTimer);
      await subscription.close();
      await polling;
    },
  };
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
