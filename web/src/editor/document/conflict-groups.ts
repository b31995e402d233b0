/** Conflicts as people read them: grouped by step, with names instead of keys. */

import { type Definition, nameOfStep } from '../../graph/definition.ts';
import * as texts from '../../texts/editor.ts';
import type { Conflict, Place } from './merge.ts';

export interface ConflictGroup {
  key: string;
  /** The step, if it is one. */
  stepId: string | null;
  title: string;
  conflicts: Conflict[];
}

export function groupConflicts(conflicts: readonly Conflict[], definition: Definition): ConflictGroup[] {
  const groups = Map.groupBy(conflicts, ({ place }) => placeKey(place));
  return [...groups].map(([key, entries]) => {
    const place = entries[0]?.place ?? { kind: 'workflow' as const };
    return {
      key,
      stepId: place.kind === 'step' ? place.id : null,
      title: titleOf(place, definition),
      conflicts: entries,
    };
  });
}

/** Names what both changed, for people. */
export function fieldTitle({ place, field }: Conflict): string {
  if (field === 'step') return texts.removedOneChangedOther;
  if (field === 'pin') return texts.pinnedOutput;
  if (place.kind === 'note') return texts.text;
  return field.replace(/^(params|editor)\./, '');
}

/** Names a side of a conflict over a whole step. */
export function stepSide(value: unknown): string {
  return value === undefined ? texts.removeStep : texts.keepStep;
}

function placeKey(place: Place): string {
  return place.kind === 'workflow' ? 'workflow' : `${place.kind} ${place.id}`;
}

function titleOf(place: Place, definition: Definition): string {
  if (place.kind === 'workflow') return texts.workflow;
  if (place.kind === 'note') return texts.note;
  return nameOfStep(definition, place.id);
}
