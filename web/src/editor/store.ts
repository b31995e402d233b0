/** What the editor shows and its history. Every change goes through `change`, so that everything can be undone. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Definition, edgeKey, findNode, findNote } from '../graph/definition.ts';
import { isSameJson } from '../graph/difference.ts';
import type { StepMark } from '../graph/flow-items.ts';
import { withPositions } from '../graph/layout.ts';
import type { NodeTypeIndex } from '../graph/outputs.ts';
import { keepTopology } from '../templates/topology.ts';
import {
  type History,
  packHistory,
  rebase,
  record,
  redo,
  startHistory,
  undo,
  unpackHistory,
} from './document/history.ts';
import type { Content } from './document/merge.ts';
import type { Filling } from './filling.ts';

export interface EditorState {
  readonly workflowId: string;
  readonly name: string;
  readonly description: string;
  readonly definition: Definition;
  /** The definition as it was when its steps, places or edges last changed: the same object while somebody types. */
  readonly topology: Definition;
  readonly isReadOnly: boolean;
  /** The node types of the catalog, which most changes need. */
  readonly types: NodeTypeIndex;
  /** The keys of steps, edges and notes. */
  readonly selected: ReadonlySet<string>;
  /** The keys of what was selected alone, the latest first. */
  readonly touched: readonly string[];
  /** The step or note in the panel, by its key. */
  readonly open: string | null;
  /** Whether the panel shows the data, the params and the output of its step side by side. */
  readonly isWide: boolean;
  /** The step that somebody is filling in. */
  readonly filling: Filling | null;
  readonly history: History;
  /** What the run that is watched did on each step. */
  readonly runMarks: ReadonlyMap<string, StepMark> | undefined;
  /** The run whose data templates are previewed with. */
  readonly previewRunId: string | null;
  /** Whether the user has chosen or started that run, so that no other one takes its place by itself. */
  readonly isPreviewChosen: boolean;
  /** What the area of runs can do with a step, once it is there. */
  readonly stepActions: StepActions | null;
  setRunMarks(marks: ReadonlyMap<string, StepMark> | undefined): void;
  setPreviewRun(runId: string, isChosen: boolean): void;
  setStepActions(actions: StepActions | null): void;
  select(keys: Iterable<string>): void;
  openItem(key: string | null): void;
  widen(isWide: boolean): void;
  fill(filling: Filling | null): void;
  /** Changes the definition, in which every step has a place. Changes of one group that follow each other quickly are undone together. */
  change(label: string, update: (definition: Definition) => Definition, options?: ChangeOptions): void;
  setTexts(label: string, texts: { name?: string; description?: string }): void;
  /** Shows another definition as one change, for example a restored revision. */
  replace(definition: Definition, label: string): void;
  /** The same for everything that the editor saves. */
  replaceContent(content: Content, label: string): void;
  /** Shows what was merged. `rebaseEntry` brings what others changed into an entry of the history. */
  show(content: Content, rebaseEntry?: (content: Content) => Content): void;
  undo(): void;
  redo(): void;
}

export interface StepActions {
  test(id: string): void;
  /** Pins the last output of a step, or ends it. */
  pin(id: string): void;
}

export interface ChangeOptions {
  group?: string;
  /** What is selected afterwards. */
  select?: Iterable<string>;
  /** What is in the panel afterwards. */
  open?: string | null;
}

export type EditorStore = StoreApi<EditorState>;

export interface EditorStart {
  workflowId: string;
  content: Content;
  types: NodeTypeIndex;
  isReadOnly: boolean;
  /** The history before a reload, if any. */
  history?: History | undefined;
  now?: () => number;
}

export function createEditorStore({ workflowId, content, types, isReadOnly, ...start }: EditorStart): EditorStore {
  const now = start.now ?? Date.now;
  const history = start.history ?? startHistory(content);
  return createStore<EditorState>((set, get) => {
    /** Shows the present of a history, without what is selected or open but not there any more. */
    const present = (next: History, options: ChangeOptions = {}): void => {
      const { selected, open } = get();
      const { definition } = next.present;
      const wanted = options.select ? new Set(options.select) : selected;
      const shown = options.open === undefined ? open : options.open;
      set({
        ...next.present,
        topology: keepTopology(get().topology, definition),
        history: next,
        selected: wanted === selected && definition === get().definition ? selected : existing(definition, wanted),
        open: shown !== null && isThere(definition, shown) ? shown : null,
        isWide: get().isWide && shown !== null && isThere(definition, shown),
      });
    };
    const apply = (label: string, changed: Content, options: ChangeOptions = {}): void => {
      if (get().isReadOnly) return;
      present(record(get().history, changed, { label, group: options.group, now: now() }), options);
    };
    const content = (): Content => get().history.present;
    return {
      workflowId,
      ...history.present,
      topology: history.present.definition,
      types,
      isReadOnly,
      selected: new Set(),
      touched: [],
      open: null,
      isWide: false,
      filling: null,
      history,
      runMarks: undefined,
      previewRunId: null,
      isPreviewChosen: false,
      stepActions: null,
      setRunMarks: runMarks => set({ runMarks }),
      setPreviewRun: (previewRunId, isPreviewChosen) => {
        if (isPreviewChosen || !get().isPreviewChosen) set({ previewRunId, isPreviewChosen });
      },
      setStepActions: stepActions => set({ stepActions }),
      select: keys => {
        const selected = new Set(keys);
        if (isSameSet(selected, get().selected)) return;
        const [key] = selected;
        const { touched } = get();
        const isOne = key !== undefined && selected.size === 1;
        set({ selected, touched: isOne ? [key, ...touched.filter(each => each !== key)] : touched });
      },
      openItem: key =>
        set({ open: key, isWide: get().isWide && key !== null && findNode(get().definition, key) !== undefined }),
      widen: isWide => set({ isWide }),
      fill: filling => set({ filling }),
      change: (label, update, options) => {
        const definition = withPositions(content().definition, types);
        const changed = update(definition);
        if (changed === definition) {
          if (options?.select) get().select(options.select);
          return;
        }
        apply(label, { ...content(), definition: changed }, options);
      },
      setTexts: (label, texts) => apply(label, { ...content(), ...texts }, { group: Object.keys(texts).join() }),
      replace: (definition, label) => apply(label, { ...content(), definition }),
      replaceContent: (changed, label) => {
        if (!isSameJson(changed, content())) apply(label, changed);
      },
      show: (shown, rebaseEntry) => present(rebase(get().history, shown, rebaseEntry ?? (entry => entry))),
      undo: () => present(undo(get().history)),
      redo: () => present(redo(get().history)),
    };
  });
}

const STORED_CHARACTERS = 2_000_000;

/** Nobody undoes what somebody else did in the same browser. */
export interface HistoryOwner {
  userId: string;
  workflowId: string;
}

/** Keeps the history over a reload. A full or forbidden storage costs the history and nothing else. */
export function keepHistory(
  { history }: EditorState,
  owner: HistoryOwner,
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
): void {
  const packed = packHistory(history, STORED_CHARACTERS);
  try {
    if (packed === undefined || history.past.length + history.future.length === 0) storage.removeItem(keyOf(owner));
    else storage.setItem(keyOf(owner), packed);
  } catch {
    storage.removeItem(keyOf(owner));
  }
}

/**
 * Returns the history before a reload. When the stored workflow is another than at that time, it has become so by
 * somebody else, or by a save that this history does not know: then undoing could take that back, and there is none.
 */
export function findHistory(
  owner: HistoryOwner,
  content: Content,
  storage: Pick<Storage, 'getItem'>,
): History | undefined {
  const text = storage.getItem(keyOf(owner));
  const history = text === null ? undefined : unpackHistory(text);
  if (!history || !isSameJson(history.present, content)) return undefined;
  return { ...history, present: content };
}

function keyOf({ userId, workflowId }: HistoryOwner): string {
  return `heddle history ${userId} ${workflowId}`;
}

function isThere(definition: Definition, key: string): boolean {
  if (key.startsWith('edge:')) return definition.edges.some(edge => edgeKey(edge) === key);
  return findNode(definition, key) !== undefined || findNote(definition, key) !== undefined;
}

function existing(definition: Definition, keys: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].filter(key => isThere(definition, key)));
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
