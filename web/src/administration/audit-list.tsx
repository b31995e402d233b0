/** The entries, newest first, however many there are. */
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import type { AuditEvent } from '../api/audit.ts';
import { ColumnHead } from '../look/column-head.tsx';
import { EmptyState, NothingFits } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { ListPlaceholder } from '../look/list-placeholder.tsx';
import link from '../look/row-link.module.css';
import { Time } from '../look/time.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import { useVisibleRows } from '../look/use-visible-rows.ts';
import { audit as texts } from '../texts/audit.ts';
import shared from './administration.module.css';
import classes from './audit-list.module.css';
import { type AuditSearch, isAuditFiltered } from './search.ts';

interface AuditListProps {
  list: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
  events: readonly AuditEvent[] | undefined;
  search: AuditSearch;
  chosen: string | undefined;
  onChoose(id: string): void;
  onReset(): void;
}

const ROW_PIXELS = 36;
const NARROW_ROW_PIXELS = 64;
/** So many rows before the end, the next page is read. */
const AHEAD = 20;

export function AuditList({ list, events, search, chosen, onChoose, onReset }: AuditListProps) {
  const isNarrow = useNarrow(900);
  const height = isNarrow ? NARROW_ROW_PIXELS : ROW_PIXELS;
  const count = events?.length ?? 0;
  const { ref, indexes, totalPixels } = useVisibleRows(count, height);
  const last = indexes.at(-1) ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error && last >= count - AHEAD) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, last, count, fetchNextPage]);

  if (error && !events) return <ErrorState error={error} onRetry={() => void list.refetch()} />;
  if (!events) return <ListPlaceholder />;
  if (count === 0) return <Nothing isFiltered={isAuditFiltered(search)} onReset={onReset} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section ref={ref} className={classes.scroller} tabIndex={0} aria-label={texts.label}>
      <table className={classes.table} aria-label={texts.label} aria-rowcount={hasNextPage ? -1 : count + 1}>
        <thead className={classes.head}>
          <tr className={classes.row} aria-rowindex={1}>
            <ColumnHead>{texts.time}</ColumnHead>
            <ColumnHead>{texts.who}</ColumnHead>
            <ColumnHead>{texts.what}</ColumnHead>
            <ColumnHead>{texts.subject}</ColumnHead>
            <ColumnHead className={classes.address}>{texts.address}</ColumnHead>
          </tr>
        </thead>
        <tbody className={classes.body} style={{ height: totalPixels }}>
          {indexes.map(index => {
            const event = events[index];
            return (
              event && (
                <EventRow
                  key={event.id}
                  event={event}
                  index={index}
                  height={height}
                  isChosen={event.id === chosen}
                  onChoose={onChoose}
                />
              )
            );
          })}
        </tbody>
      </table>
      <End list={list} count={count} />
    </section>
  );
}

interface EventRowProps {
  event: AuditEvent;
  index: number;
  height: number;
  isChosen: boolean;
  onChoose(id: string): void;
}

function EventRow({ event, index, height, isChosen, onChoose }: EventRowProps) {
  const { id, at, actor, action, subject, address } = event;
  return (
    <tr
      className={classes.row}
      style={{ top: index * height, height }}
      aria-rowindex={index + 2}
      data-chosen={isChosen || undefined}
      data-refused={action === 'session.refused' || undefined}
    >
      <td className={classes.time}>
        <Time at={at} />
      </td>
      <td className="truncate">
        <bdi>{actor.name || actor.email || texts.nobody}</bdi>
      </td>
      <td className="truncate">
        <button
          type="button"
          className={`${link.link} ${classes.button}`}
          aria-pressed={isChosen}
          onClick={() => onChoose(id)}
        >
          {texts.action(action)}
        </button>
      </td>
      <td className="truncate">
        <bdi>{subject.name}</bdi>
      </td>
      <td className={`truncate ${classes.address}`}>{address}</td>
    </tr>
  );
}

function End({ list, count }: Pick<AuditListProps, 'list'> & { count: number }) {
  if (list.isFetchingNextPage) {
    return (
      <p className={shared.end} role="status">
        <Loader size={14} color="gray" /> {texts.more}
      </p>
    );
  }
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} />;
  return list.hasNextPage || count < 20 ? null : <p className={shared.end}>{texts.all(count)}</p>;
}

const CURL = `curl -X POST "$HEDDLE_URL/api/v1/audit/find" -H "uni-api-key: $KEY" -d '{}'`;

function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  return isFiltered ? (
    <NothingFits title={texts.nothingFits} text={texts.nothingFitsText} action={texts.showAll} onReset={onReset} />
  ) : (
    <EmptyState icon="scroll-text" title={texts.nothing} text={texts.nothingText} curl={CURL} />
  );
}
