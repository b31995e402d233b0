import { Button, Group } from '@mantine/core';
import { formatClock } from '../../look/duration.ts';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/editor.ts';
import { useEditorParts, useSaved } from '../editor-context.ts';
import classes from './left-behind.module.css';

/** Offers unsaved work that a page left behind in this browser, for example when the computer was turned off. */
export function LeftBehind() {
  const { takeOver, discard } = useEditorParts().saving;
  const leftBehind = useSaved(view => view.leftBehind);
  if (!leftBehind) return null;
  return (
    <section className={classes.bar} aria-label={texts.unsavedChanges}>
      <Icon name="history" size={16} />
      <p>{texts.browserChangesWereNot(formatClock(leftBehind.keptAt, Date.now()))}</p>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" onClick={takeOver}>
          {texts.addThem}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={discard}>
          {texts.discard}
        </Button>
      </Group>
    </section>
  );
}
