/** What the editor says about saving. */

import { formatClock } from '../../look/duration.ts';
import * as texts from '../../texts/editor.ts';
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
  /** Where something is typed that can not be saved, because it is not JSON yet. */
  unfinished?: readonly string[];
}

export function describeSaving(state: SavingState, { now, isKept, unfinished = [] }: Circumstances): SavingWords {
  const { phase, savedAt, conflicts, reason, failures } = state;
  const saved: SavingWords = {
    tone: 'quiet',
    text: savedAt === null ? texts.saved : texts.savedAt(formatClock(savedAt, now)),
    detail: null,
    canRetry: false,
  };
  const notSaved = (why: string, detail: string, canRetry: boolean): SavingWords => ({
    tone: 'failed',
    text: texts.notSaved(why),
    detail: `${detail} ${isKept ? KEPT : NOT_KEPT}`,
    canRetry,
  });
  // The next try is under way: until it succeeds, it is still not saved.
  if (failures > 0 && (phase === 'saving' || phase === 'reading')) return notSaved(reason, TRIED_AGAIN, true);
  switch (phase) {
    case 'read-only':
      return { ...saved, text: texts.readOnly, detail: texts.youMayLookWorkflow };
    case 'saved':
      if (unfinished.length === 0) return saved;
      return {
        ...saved,
        tone: 'failed',
        text: texts.notSaved(texts.unfinishedJson),
        detail: texts.unfinishedJsonIn(unfinished.join(', ')),
      };
    case 'waiting':
    case 'saving':
      return { ...saved, tone: 'busy', text: texts.saving };
    case 'reading':
      // Others' changes come in while nothing of one's own waits: that is no reason to worry anybody.
      return unsavedWork(state) ? { ...saved, tone: 'busy', text: texts.saving } : saved;
    case 'conflict':
      return notSaved(
        conflicts.length === 1 ? '1 choice to make' : texts.choicesMake(conflicts.length),
        texts.somebodyElseChangedSameChoose,
        false,
      );
    case 'retrying':
      return notSaved(reason, TRIED_AGAIN, true);
    case 'signed-out':
      return notSaved(texts.youSignedOut, texts.signAgainSave, true);
    case 'refused':
      return notSaved(reason, texts.triedAgainYourNext, true);
  }
}

const TRIED_AGAIN = texts.triedAgainUntilSucceeds;
const KEPT = texts.yourChangesKeptBrowser;
const NOT_KEPT = texts.browserCanNotKeep;
