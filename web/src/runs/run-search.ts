/** What the address of a run's page says: the view, the selected step and the filters. PURE. */
import type { RowFilter } from '../run-parts/rows.ts';

export type RunView = 'timeline' | 'canvas' | 'json';

export interface RunSearch {
  view?: RunView;
  /** The key of the selected step. */
  step?: string;
  failed?: true;
  types?: string[];
  find?: string;
}

const VIEWS: readonly RunView[] = ['timeline', 'canvas', 'json'];

/** Leaves out what an address can not mean, so that a link that was cut or edited still opens the page. */
export function readRunSearch(raw: Record<string, unknown>): RunSearch {
  const view = VIEWS.find(each => each === raw.view);
  const types = Array.isArray(raw.types) ? raw.types.filter(type => typeof type === 'string') : [];
  return {
    ...(view !== undefined && view !== 'timeline' && { view }),
    ...(typeof raw.step === 'string' && raw.step !== '' && { step: raw.step }),
    ...(raw.failed === true && { failed: true as const }),
    ...(types.length > 0 && { types }),
    ...(typeof raw.find === 'string' && raw.find !== '' && { find: raw.find }),
  };
}

export function toRowFilter({ failed, types, find }: RunSearch): RowFilter {
  return { failedOnly: failed === true, types: new Set(types), text: find ?? '' };
}
