import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { usePageActions } from '../look/page-actions.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import { findHazards } from './hazards.ts';
import classes from './settings.module.css';
import { type Draft, validRules } from './settings-draft.ts';
import type { PanelForm } from './use-panel-form.ts';

/** Appears as soon as something is not saved. What exposes or deletes files is asked once more. */
export function SaveBar({ form, folders }: { form: PanelForm; folders: OpenedPanel['folders'] }) {
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
      {isDirty && (
        <section className={classes.saveBar} aria-label={texts.unsaved}>
          <span className={classes.saveText} role="status">
            {problem ?? (isValid ? texts.unsaved : texts.invalid)}
          </span>
          <Button variant="default" disabled={isBusy} onClick={form.discard}>
            {texts.discard}
          </Button>
          <Button loading={isBusy} disabled={!isValid || conflicts.length > 0} onClick={save}>
            {texts.save}
          </Button>
        </section>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={texts.hazardTitle}
        action={texts.hazardAction}
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
