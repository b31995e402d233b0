/**
 * The tour of this browser and user: at which step it is, and whether it is shown. What shows it is loaded only then.
 * Who has never begun it has no state, and is offered it.
 */
import { useSyncExternalStore } from 'react';
import { keepText, readKept } from '../look/browser-storage.ts';
import { readTourState, type TourFacts, type TourState } from './tour-state.ts';

const listeners = new Set<() => void>();
let key: string | undefined;
let state: TourState | undefined;
let facts: TourFacts | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

function change(next: TourState): void {
  if (next === state) return;
  state = next;
  if (key !== undefined) keepText(key, JSON.stringify(next));
  tell();
}

export const tour = {
  read: () => state,
  readFacts: () => facts,
  change,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Each user has a tour of their own. */
  switchTo(userId: string): void {
    const wanted = `heddle.tour.${userId}`;
    if (wanted === key) return;
    key = wanted;
    state = readTourState(readKept(wanted) ?? null);
    tell();
  },
  /** Begins, or goes on where it was left. */
  open(): void {
    if (state?.isShown) return;
    change(state && state.step !== 'end' ? { ...state, isShown: true } : { step: 'new', isShown: true });
  },
  startOver(): void {
    change({ step: 'new', isShown: true });
  },
  leave(): void {
    change({ ...(state ?? { step: 'new' }), isShown: false });
  },
  /** The editor tells what is in it, and that it has closed. */
  note(told: TourFacts | undefined): void {
    facts = told;
    if (state?.isShown) tell();
  },
};

export function useTour(): TourState | undefined {
  return useSyncExternalStore(tour.subscribe, tour.read);
}
