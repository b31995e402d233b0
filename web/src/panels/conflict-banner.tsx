import { Button } from '@mantine/core';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import classes from './settings.module.css';
import type { PanelForm } from './use-panel-form.ts';

/** What two people changed at the same time, and whose change is to be saved. */
export function ConflictBanner({ form: { conflicts, resolve } }: { form: PanelForm }) {
  if (conflicts.length === 0) return null;
  return (
    <div className={classes.conflict} role="alert">
      <strong>{texts.changedTitle}</strong>
      <p>{texts.changedText}</p>
      <ul>
        {conflicts.map(conflict => (
          <li key={conflict.key}>
            <span>{conflict.label}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.keepMineOf(conflict.label)}
              onClick={() => resolve(conflict, 'mine')}
            >
              {words.keepMine}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.takeTheirsOf(conflict.label)}
              onClick={() => resolve(conflict, 'theirs')}
            >
              {words.takeTheirs}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
