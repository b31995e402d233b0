/**
 * The form of a panel's settings.
 *
 *   as stored ── edited ──▶ unsaved ── saved ──▶ as stored
 *       ▲                     │ ▲
 *       │ somebody else saved │ │ somebody else saved something else: merged and saved
 *       └─────────────────────┘ └ somebody else saved the same part: merged, and the user chooses
 */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OpenedPanel, PANEL_LISTS, panelQuery, panelUsageQuery, updatePanel } from '../api/panels.ts';
import { ApiError } from '../api/transport/client.ts';
import { type Change, withChange } from '../forms/form-context.ts';
import { useAction } from '../look/use-action.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import { type Conflict, describeDifferences, mergeDrafts, takeTheirs } from './merge-settings.ts';
import { type Draft, isEqual, isValid, toChanges, toDraft } from './settings-draft.ts';

/** What is stored, as far as this page knows. */
interface Base {
  draft: Draft;
  updated: number;
}

const toBase = ({ panel, updated }: OpenedPanel): Base => ({ draft: toDraft(panel), updated });

/** Somebody would have to save again and again at the same moment to need more. */
const MOST_TRIES = 5;

export interface PanelForm {
  base: Draft;
  draft: Draft;
  isDirty: boolean;
  isValid: boolean;
  isBusy: boolean;
  problem: string | undefined;
  conflicts: readonly Conflict[];
  change(change: Change<Draft>): void;
  discard(): void;
  save(): Promise<void>;
  resolve(conflict: Conflict, winner: 'mine' | 'theirs'): void;
}

/** What every section of the settings gets. */
export interface SettingsSectionProps {
  form: PanelForm;
  opened: OpenedPanel;
  readOnly: boolean;
}

export function usePanelForm(opened: OpenedPanel): PanelForm {
  const { id } = opened.panel;
  const queryClient = useQueryClient();
  const [base, setBase] = useState(() => toBase(opened));
  const [draft, setDraft] = useState(base.draft);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const { isBusy, problem, perform, dismiss } = useAction({
    changes: [PANEL_LISTS, panelUsageQuery(id).queryKey],
  });
  const isDirty = !isEqual(draft, base.draft);

  // What somebody else saved is shown at once, unless something here is not saved yet.
  if (!isDirty && !isBusy && opened.updated > base.updated) {
    const latest = toBase(opened);
    setBase(latest);
    setDraft(latest.draft);
  }

  async function readLatest(): Promise<Base> {
    return toBase(await queryClient.fetchQuery({ ...panelQuery(id), staleTime: 0 }));
  }

  /** Replaces what was sent by what came of it, and keeps what was typed meanwhile. */
  function adopt(latest: Base, sent: Draft, result: Draft): void {
    setBase(latest);
    setDraft(current => (current === sent ? result : mergeDrafts(sent, current, result).merged));
  }

  /** Returns what was merged into the draft, or undefined when the user has to choose. */
  async function send(): Promise<string[] | undefined> {
    const merged = new Set<string>();
    let [known, mine] = [base, draft];
    for (let tries = 1; ; tries += 1) {
      try {
        await updatePanel({ id, ...toChanges(known.draft, mine), if_updated: known.updated });
        break;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409 || tries === MOST_TRIES) throw error;
        const latest = await readLatest();
        const result = mergeDrafts(known.draft, mine, latest.draft);
        for (const part of describeDifferences(known.draft, latest.draft)) merged.add(part);
        [known, mine] = [latest, result.merged];
        if (result.conflicts.length > 0) {
          adopt(latest, draft, mine);
          setConflicts(result.conflicts);
          return undefined;
        }
      }
    }
    const saved = await readLatest();
    adopt(saved, draft, saved.draft);
    return [...merged];
  }

  async function save() {
    setConflicts([]);
    await perform(send, merged => merged && (merged.length === 0 ? texts.saved : texts.merged(merged)));
  }

  return {
    base: base.draft,
    draft,
    isDirty,
    isValid: isValid(draft),
    isBusy,
    problem,
    conflicts,
    change: change => setDraft(current => withChange(current, change)),
    discard() {
      setDraft(base.draft);
      setConflicts([]);
      dismiss();
    },
    save,
    resolve(conflict, winner) {
      if (winner === 'theirs') setDraft(current => takeTheirs(current, conflict));
      setConflicts(current => current.filter(({ key }) => key !== conflict.key));
    },
  };
}
