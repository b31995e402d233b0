/**
 * Connects saving with the editor:
 *
 *   const found = await findUnsaved(userId, workflowId);       // what a reload left unsaved
 *   const prepared = prepareSaving(opened, userId, found, mayWrite);    // ... is merged already
 *   const store = createEditorStore({ content: prepared.start.state.content, ... });
 *   const saving = useSaving(store, prepared);
 */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type OpenedWorkflow, openWorkflow, saveWorkflow } from '../../api/editing.ts';
import { revisionsQuery } from '../../api/revisions.ts';
import { useSession } from '../../api/session.ts';
import { useLive } from '../../api/transport/live.ts';
import { tabId } from '../../api/transport/tab-id.ts';
import { newUuid } from '../../api/transport/uuid.ts';
import { showNotice } from '../../look/states/notices.tsx';
import * as texts from '../../texts/editor.ts';
import type { Side } from '../document/conflicts.ts';
import { renameNode } from '../document/document.ts';
import { mergeContent } from '../document/merge.ts';
import type { EditorStore } from '../store.ts';
import { createWorkKeeper, type FoundWork, findWork, type KeptWork, moveEarlierWork } from './kept-work.ts';
import { joinOpenTabs } from './open-tabs.ts';
import { toSaveRequest, toStored } from './save-request.ts';
import { createSaver, type Saver, type ShowEffect } from './saver.ts';
import { continueSaving, type SavingState, startSaving, type Transition, unsavedWork } from './saving.ts';
import { describeSaving } from './saving-words.ts';
import { openWorkTable, type WorkKey } from './work-database.ts';

export interface PreparedSaving {
  owner: WorkKey;
  /** `state.content` is what the editor shows first. */
  start: Transition;
  /** What this browser kept of the workflow: of this tab, and of others, some of which may have been left behind. */
  found: FoundWork;
}

export interface SavingView {
  readonly state: SavingState;
  /** Whether unsaved work is written down in this browser. */
  readonly isKept: boolean;
  /** Work that a page left behind in this browser, for the user to take over or discard. */
  readonly leftBehind: KeptWork | undefined;
}

export interface Saving {
  /** It changes with every key. `useSaved` selects from it. */
  readonly view: StoreApi<SavingView>;
  takeOver(): void;
  discard(): void;
  choose(key: string, side: Side): void;
  /** Tries at once what would be tried later. */
  retry(): void;
  /** Saves without waiting for a pause, and throws why it could not. Only what is saved can be run or published. */
  requireSaved(): Promise<void>;
  /** Also brings in what others stored, without waiting to hear of it. */
  refresh(): Promise<SavingState>;
}

const table = openWorkTable();
const NOTHING_FOUND: FoundWork = { own: undefined, others: [], canKeep: true };

export async function findUnsaved(userId: string, workflowId: string): Promise<FoundWork> {
  // What can not be moved stays where it is.
  await moveEarlierWork(localStorage, table).catch(() => {});
  return findWork(table, { userId, workflowId, tabId }, Date.now());
}

export function prepareSaving(
  opened: OpenedWorkflow,
  userId: string,
  found: FoundWork,
  mayWrite: boolean,
): PreparedSaving {
  const owner = { userId, workflowId: opened.workflow.id, tabId };
  const [stored, at] = [toStored(opened), opened.workflow.updated.timestamp];
  const fresh = { state: startSaving(stored, at, mayWrite), effects: [] };
  if (!mayWrite) return { owner, start: fresh, found: NOTHING_FOUND };
  return { owner, start: found.own ? continueSaving(found.own.work, stored, at, renameNode) : fresh, found };
}

export function useSaving(store: EditorStore, prepared: PreparedSaving): Saving {
  const [parts] = useState(() => connect(store, prepared));
  const { saver, saving } = parts;
  const { view } = saving;

  useEffect(() => {
    const close = saver.open();
    return () => {
      close();
      void tellUnsaved(saver, () => view.getState().isKept);
    };
  }, [saver, view]);
  useEffect(
    () => store.subscribe(({ history }) => saver.tell({ type: 'changed', content: history.present })),
    [store, saver],
  );
  useEffect(() => watchPage(saver, () => view.getState().isKept), [saver, view]);
  useEffect(() => findLeftBehind(prepared, leftBehind => view.setState({ leftBehind })), [prepared, view]);
  useNews(prepared.owner, saver);
  useNewSession(saver);
  useFreshHistory(
    prepared.owner.workflowId,
    useStore(view, ({ state }) => state.base.revisionId),
  );
  return saving;
}

async function requireSaved(saver: Saver, isKept: () => boolean): Promise<void> {
  const state = await saver.flush();
  if (state.phase === 'saved' || state.phase === 'read-only') return;
  throw new Error(describeSaving(state, { now: Date.now(), isKept: isKept() }).text);
}

/** Nobody sees the state of a workflow that was left, nor comes back to it without a reason. */
async function tellUnsaved(saver: Saver, isKept: () => boolean): Promise<void> {
  const state = await saver.flush();
  if (!unsavedWork(state)) return;
  const { text } = describeSaving(state, { now: Date.now(), isKept: isKept() });
  const message = isKept() ? texts.openAgainToSave : texts.leftIsLost;
  showNotice({ failed: true, title: `${state.content.name}: ${text}`, message });
}

function connect(store: EditorStore, { owner, start, found }: PreparedSaving) {
  const keeper = createWorkKeeper(table, owner, { page: newUuid(), found: found.own, now: Date.now });
  const view = createStore<SavingView>(() => ({ state: start.state, isKept: found.canKeep, leftBehind: undefined }));
  const saver = createSaver(start, {
    async save({ base, content, isLeaving }) {
      const result = await saveWorkflow(toSaveRequest(owner.workflowId, base, content), isLeaving);
      return { revisionId: result.revision_id, updated: result.updated };
    },
    async read() {
      const opened = await openWorkflow(owner.workflowId);
      return { stored: toStored(opened), at: opened.workflow.updated.timestamp };
    },
    show: effect => show(store, effect),
    keep: work => void keeper.keep(work).then(isKept => view.setState({ isKept })),
    rename: renameNode,
    now: Date.now,
  });
  saver.subscribe(() => view.setState({ state: saver.getState() }));
  return { saver, saving: toSaving(saver, view, owner) };
}

function toSaving(saver: Saver, view: StoreApi<SavingView>, owner: WorkKey): Saving {
  const discard = () => {
    const { leftBehind } = view.getState();
    // It is only offered again when the browser does not remove it.
    if (leftBehind) table.remove({ ...owner, tabId: leftBehind.tabId }).catch(() => {});
    view.setState({ leftBehind: undefined });
  };
  return {
    view,
    discard,
    takeOver() {
      const { leftBehind } = view.getState();
      if (leftBehind) saver.tell({ type: 'recovered', work: leftBehind.work });
      discard();
    },
    choose: saver.choose,
    retry: () => saver.tell({ type: 'due' }),
    requireSaved: () => requireSaved(saver, () => view.getState().isKept),
    refresh() {
      saver.tell({ type: 'announced', revisionId: UNKNOWN });
      return saver.flush();
    },
  };
}

/** What others did enters the history as well, so that no undo takes it back. What the user chose can be undone. */
function show(store: EditorStore, { content, others }: ShowEffect): void {
  const editor = store.getState();
  if (others) {
    const { before: base, after: theirs } = others;
    editor.show(content, mine => mergeContent({ base, mine, theirs }, renameNode).merged);
    return;
  }
  const { name, description, definition } = content;
  if (definition !== editor.definition) editor.replace(definition, texts.chooseBetweenVersions);
  if (name !== editor.name || description !== editor.description) {
    editor.setTexts(texts.chooseBetweenVersions, { name, description });
  }
}

/** Saves before the page goes, and again as soon as the network is back. */
function watchPage(saver: Saver, isKept: () => boolean): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('pagehide', () => saver.leave(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && saver.leave(), { signal });
  addEventListener('online', () => saver.getState().phase === 'retrying' && saver.tell({ type: 'due' }), { signal });
  addEventListener(
    'beforeunload',
    event => {
      // Only when the work would really be lost: neither saved nor written down.
      if (unsavedWork(saver.getState()) && !isKept()) event.preventDefault();
    },
    { signal },
  );
  return () => controller.abort();
}

/** Work of a tab that is still open belongs to that tab. */
function findLeftBehind(
  { owner, found: { others } }: PreparedSaving,
  show: (work: KeptWork | undefined) => void,
): () => void {
  const tabs = joinOpenTabs(owner.workflowId, owner.tabId);
  let isHere = true;
  if (others.length > 0) {
    void tabs.findOthers().then(open => {
      if (isHere) show(others.find(work => !open.has(work.tabId)));
    });
  }
  return () => {
    isHere = false;
    tabs.close();
  };
}

/** Continues after the user signed in again, in front of the page or in another tab. */
function useNewSession(saver: Saver): void {
  const { session_id } = useSession();
  const [first] = useState(session_id);
  useEffect(() => {
    if (session_id !== first && saver.getState().phase === 'signed-out') saver.tell({ type: 'due' });
  }, [session_id, first, saver]);
}

/** The history has another revision after every save, whoever made it. */
function useFreshHistory(workflowId: string, revisionId: string): void {
  const queryClient = useQueryClient();
  const [first] = useState(revisionId);
  useEffect(() => {
    if (revisionId !== first) void queryClient.invalidateQueries({ queryKey: revisionsQuery(workflowId).queryKey });
  }, [queryClient, workflowId, revisionId, first]);
}

/** Others' saves arrive by the live stream. A stream that was away may have missed some. */
function useNews({ workflowId, userId }: WorkKey, saver: Saver): void {
  const [connection] = useState({ wasOpen: false });
  useLive(event => {
    if (event.type === 'workflow' && event.workflow_id === workflowId) {
      // Somebody else may merge moves and notes into their own latest revision, which keeps its id.
      const isOthers = event.user_id !== userId;
      saver.tell({ type: 'announced', revisionId: isOthers ? UNKNOWN : event.revision_id });
    }
    if (event.type !== 'hello') return;
    if (saver.getState().phase === 'retrying') saver.tell({ type: 'due' });
    else if (connection.wasOpen) saver.tell({ type: 'announced', revisionId: UNKNOWN });
    connection.wasOpen = true;
  });
}

/** No revision has this id, so it is always news. */
const UNKNOWN = '';
