import { Button, Group } from '@mantine/core';
import { formatClock } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import classes from './left-behind.module.css';
import type { Saving } from './use-saving.ts';

/** Offers unsaved work that a page left behind in this browser, for example when the computer was turned off. */
export function LeftBehind({ saving: { leftBehind, takeOver, discard } }: { saving: Saving }) {
  if (!leftBehind) return null;
  return (
    <section className={classes.bar} aria-label="Unsaved changes">
      <Icon name="history" size={16} />
      <p>This browser has changes from {formatClock(leftBehind.keptAt, Date.now())} that were not saved.</p>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" onClick={takeOver}>
          Add them
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
      </Group>
    </section>
  );
}
