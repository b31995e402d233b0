/** A service with lossy connections and editors that save to it, for tests of the state machine. */

import type { Content } from '../src/editor/document/merge.ts';
import {
  advance,
  continueSaving,
  type SavingEffect,
  type SavingEvent,
  type SavingState,
  type Stored,
  startSaving,
  type Transition,
  unsavedWork,
} from '../src/editor/saving/saving.ts';
import { isSameJson } from '../src/graph/difference.ts';
import { renameInGraph } from './merge.ts';

export type Connection = 'works' | 'loses requests' | 'loses replies';

/** What the service does: it stores a save only if that is based on the latest revision. */
export class StoredWorkflow {
  revisions: Stored[];

  constructor(content: Content) {
    this.revisions = [{ revisionId: 'r1', updated: 1, content }];
  }

  get latest(): Stored {
    const latest = this.revisions.at(-1);
    if (!latest) throw new Error('A workflow has at least one revision');
    return latest;
  }

  save({ revisionId: baseRevisionId }: Stored, content: Content): SavingEvent {
    if (baseRevisionId !== this.latest.revisionId) {
      return { type: 'failed', status: 409, message: `The workflow has changed since revision ${baseRevisionId}` };
    }
    if (!isSameJson(content, this.latest.content)) {
      const number = this.revisions.length + 1;
      this.revisions.push({ revisionId: `r${number}`, updated: number, content: structuredClone(content) });
    }
    const { revisionId, updated } = this.latest;
    return { type: 'saved', revisionId, updated, at: updated };
  }
}

/** One tab: it performs effects when told to, so that tests decide the order of everything. */
export class Tab {
  state: SavingState;
  effects: SavingEffect[] = [];
  connection: Connection = 'works';
  readonly workflow: StoredWorkflow;

  constructor(workflow: StoredWorkflow) {
    this.workflow = workflow;
    this.state = startSaving(workflow.latest, 1, true);
  }

  tell(event: SavingEvent): void {
    this.apply(advance(this.state, event, renameInGraph));
  }

  edit(change: (content: Content) => Content): void {
    this.tell({ type: 'changed', content: change(this.state.content) });
  }

  /** Performs the requests that are under way. Timers only fire by `pass`. */
  work(): void {
    for (let effect = this.effects.shift(); effect; effect = this.effects.shift()) {
      if (effect.type === 'save') this.request(() => this.workflow.save(effect.base, effect.content));
      if (effect.type === 'read') {
        this.request(() => ({ type: 'opened', stored: structuredClone(this.workflow.latest), at: 1 }));
      }
    }
  }

  /** Lets the appointed time pass, and does what follows. */
  pass(): void {
    this.tell({ type: 'due' });
    this.work();
  }

  /** The page is closed at once and opened again: only what the browser keeps survives. */
  reload(): void {
    const kept = unsavedWork(this.state);
    this.effects = [];
    const stored = structuredClone(this.workflow.latest);
    if (kept) this.apply(continueSaving(structuredClone(kept), stored, 1, renameInGraph));
    else this.state = startSaving(stored, 1, true);
  }

  private apply({ state, effects }: Transition): void {
    this.state = state;
    this.effects.push(...effects);
  }

  private request(answer: () => SavingEvent): void {
    const event = this.connection === 'loses requests' ? undefined : answer();
    const lost: SavingEvent = { type: 'failed', status: 0, message: 'Heddle can not be reached' };
    this.tell(event && this.connection === 'works' ? event : lost);
  }
}
