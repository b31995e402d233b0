/** What the editor says about saving. */
import { formatClock } from '../look/duration.ts';
import { type SavingState, unsavedWork } from './saving.ts';

export interface SavingWords {
  tone: 'quiet' | 'busy' | 'failed';
  text: string;
  /** What it means for the work, when there is a reason to worry. */
  detail: string | null;
  canRetry: boolean;
}

interface Circumstances {
  now: number;
  /** Whether unsaved work is written down in this browser. */
  isKept: boolean;
}

export function describeSaving(state: SavingState, { now, isKept }: Circumstances): SavingWords {
  const { phase, savedAt, conflicts, reason, failures } = state;
  const saved: SavingWords = {
    tone: 'quiet',
    text: savedAt === null ? 'Saved' : `Saved ${formatClock(savedAt, now)}`,
    detail: null,
    canRetry: false,
  };
  const notSaved = (why: string, detail: string, canRetry: boolean): SavingWords => ({
    tone: 'failed',
    text: `Not saved: ${why}`,
    detail: `${detail} ${isKept ? KEPT : NOT_KEPT}`,
    canRetry,
  });
  // The next try is under way: until it succeeds, it is still not saved.
  if (failures > 0 && (phase === 'saving' || phase === 'reading')) return notSaved(reason, TRIED_AGAIN, true);
  switch (phase) {
    case 'read-only':
      return { ...saved, text: 'Read only', detail: 'You may look at this workflow, but not change it.' };
    case 'saved':
      return saved;
    case 'waiting':
    case 'saving':
      return { ...saved, tone: 'busy', text: 'Saving' };
    case 'reading':
      // Others' changes come in while nothing of one's own waits: that is no reason to worry anybody.
      return unsavedWork(state) ? { ...saved, tone: 'busy', text: 'Saving' } : saved;
    case 'conflict':
      return notSaved(
        conflicts.length === 1 ? '1 choice to make' : `${conflicts.length} choices to make`,
        'Somebody else changed the same. Choose what stays.',
        false,
      );
    case 'retrying':
      return notSaved(reason, TRIED_AGAIN, true);
    case 'signed-out':
      return notSaved('you are signed out', 'Sign in again to save.', true);
    case 'refused':
      return notSaved(reason, 'It is tried again with your next change.', true);
  }
}

const TRIED_AGAIN = 'It is tried again until it succeeds.';
const KEPT = 'Your changes are kept in this browser.';
const NOT_KEPT = 'This browser can not keep your changes, so leave the page open.';
