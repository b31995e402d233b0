import { Skeleton } from '@mantine/core';
import classes from './list-placeholder.module.css';

/** Takes the place of a list while that is read for the first time. */
export function ListPlaceholder() {
  return (
    <div className={classes.placeholder} aria-busy="true">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
        <Skeleton key={index} height={16} width={`${92 - ((index * 37) % 45)}%`} />
      ))}
    </div>
  );
}
