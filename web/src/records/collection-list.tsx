import { NativeSelect, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CollectionSummary } from '../api/records.ts';
import * as words from '../texts/common.ts';
import { recordsPage as texts } from '../texts/records.ts';
import classes from './collection-list.module.css';

interface CollectionListProps {
  collections: readonly CollectionSummary[];
  current: string | undefined;
  onOpen(collection: string): void;
}

/** The collections of the panel; on narrow screens one field above the table. */
export function CollectionList({ collections, current, onOpen }: CollectionListProps) {
  const isNarrow = useMediaQuery('(max-width: 800px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isKnown = collections.some(({ collection }) => collection === current);
  const listed = current === undefined || isKnown ? collections : [...collections, { collection: current, records: 0 }];
  if (isNarrow) {
    return (
      <NativeSelect
        className={classes.narrow}
        aria-label={words.collection}
        value={current ?? ''}
        onChange={event => onOpen(event.currentTarget.value)}
        data={listed.map(({ collection, records }) => ({
          value: collection,
          label: `${collection} (${texts.shown(records)})`,
        }))}
      />
    );
  }
  return (
    <nav className={classes.list} aria-label={texts.collections}>
      <h2>{texts.collections}</h2>
      <ul>
        {listed.map(({ collection, records }) => (
          <li key={collection}>
            <UnstyledButton
              className={classes.item}
              aria-current={collection === current ? 'page' : undefined}
              onClick={() => onOpen(collection)}
            >
              <span className="truncate">{collection}</span>
              <span className={classes.count}>{texts.shown(records)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
