import { useState } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { SaveBar } from '../look/page/save-bar.tsx';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import { findHazards } from './hazards.ts';
import classes from './settings.module.css';
import { type Draft, validRules } from './settings-draft.ts';
import type { PanelForm } from './use-panel-form.ts';

/** Saves the settings. What exposes or deletes files is asked once more. */
export function Saving({ form, folders }: { form: PanelForm; folders: OpenedPanel['folders'] }) {
  const { base, draft, isDirty, isValid, isBusy, problem, conflicts } = form;
  const [hazards, setHazards] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);

  function save() {
    const found = findHazards(
      toRules(base),
      toRules(draft),
      folders.map(({ name }) => name),
    );
    if (found.length === 0) return void form.save();
    setHazards(found);
    setAsking(true);
  }

  usePageActions(
    isDirty && isValid && !isBusy && conflicts.length === 0 ? [{ label: texts.saveAction, run: save }] : [],
  );

  return (
    <>
      <SaveBar
        hasChanged={isDirty}
        isBusy={isBusy}
        problem={problem}
        note={isValid ? '' : texts.invalid}
        canSave={isValid && conflicts.length === 0}
        onSave={save}
        onDiscard={form.discard}
      />
      <ConfirmDialog
        opened={isAsking}
        title={texts.hazardTitle}
        action={words.save}
        danger
        onConfirm={() => void form.save()}
        onClose={() => setAsking(false)}
      >
        <ul className={classes.hazards}>
          {hazards.map(hazard => (
            <li key={hazard}>{hazard}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

function toRules({ file_storage: { folders } }: Draft) {
  return { folders: Object.fromEntries(Object.entries(folders).map(([name, rules]) => [name, validRules(rules)])) };
}
