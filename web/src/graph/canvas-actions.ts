import { createContext, type MouseEvent } from 'react';
import type { GraphEdge } from './definition.ts';

/** Where somebody asked for a new step. */
export type InsertionPlace =
  | { kind: 'edge'; edge: GraphEdge }
  | { kind: 'output'; source: string; handle: string | null };

interface Actions {
  insert(place: InsertionPlace, event: MouseEvent): void;
}

/** What cards and edges can ask for. The object stays the same, so that no card is drawn again because of it. */
export const CanvasActions = createContext<Actions>({ insert: () => {} });
