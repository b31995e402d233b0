/** What the canvas is given, and what it can be asked to do. */
import type { ReactNode, Ref } from 'react';
import type { InsertionPlace } from './canvas-actions.ts';
import type { Catalog } from './catalog.ts';
import type { Definition, GraphEdge, Point } from './definition.ts';
import type { StepMark } from './flow-items.ts';
import type { Box } from './sizes.ts';

export interface CanvasEditing {
  /** By the keys of steps and notes. */
  onMove(positions: ReadonlyMap<string, Point>): void;
  onResizeNote(key: string, box: Box): void;
  canConnect(edge: GraphEdge): boolean;
  onConnect(edge: GraphEdge): void;
  onReconnect(before: GraphEdge, edge: GraphEdge): void;
  /** Somebody asks for a new step. `at` is in the window. */
  onInsert(place: InsertionPlace, at: Point): void;
}

export interface CanvasProps {
  definition: Definition;
  catalog: Catalog;
  marks?: ReadonlyMap<string, StepMark> | undefined;
  /** The keys of edges with a problem. */
  edgeIssues?: ReadonlySet<string> | undefined;
  edgeDifferences?: ReadonlyMap<string, 'added' | 'removed'> | undefined;
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((keys: ReadonlySet<string>) => void) | undefined;
  onOpen?: ((key: string) => void) | undefined;
  editing?: CanvasEditing | undefined;
  /** What can be done with the selection. It stands above the selected steps. */
  toolbar?: ReactNode;
  /** What can be done with the workflow. It stands beside the zoom, at the lower edge. */
  tools?: ReactNode;
  /** What is to be known of the workflow, behind the zoom. */
  status?: ReactNode;
  label?: string;
  ref?: Ref<CanvasHandle>;
}

export interface CanvasHandle {
  focus(): void;
  /** Moves the view until a step can be seen. */
  reveal(key: string): void;
  /** Moves the view into less room, so that everything can be seen, or at least this step. */
  keepInSight(key: string | undefined): void;
  fit(): void;
  /** The middle of what can be seen, in the coordinates of the definition. */
  center(): Point;
  /** Where the lower edge of a step is in the window. */
  below(key: string): Point;
}
