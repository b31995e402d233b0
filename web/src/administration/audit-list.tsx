/** The entries, newest first, however many there are. */
import type { AuditEvent } from '../api/audit.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { ListEnd, useReadAhead } from '../look/lists/list-end.tsx';
import long from '../look/lists/long-table.module.css';
import link from '../look/lists/row-link.module.css';
import { useVisibleRows } from '../look/lists/use-visible-rows.ts';
import { EmptyList } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import { Time } from '../look/time.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import { audit as texts } from '../texts/audit.ts';
import * as words from '../texts/common.ts';
import classes from './audit-list.module.css';
import { type AuditSearch, isAuditFiltered } from './search.ts';

interface AuditListProps {
  list: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
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

export function AuditList({ list, events, search, chosen, onChoose, onReset }: AuditListProps) {
  const isNarrow = useNarrow(900);
  const height = isNarrow ? NARROW_ROW_PIXELS : ROW_PIXELS;
  const count = events?.length ?? 0;
  const { ref, indexes, totalPixels } = useVisibleRows(count, height);
  useReadAhead(list, indexes.at(-1) ?? 0, count);
  const { hasNextPage, error } = list;

  if (error && !events) return <ErrorState error={error} onRetry={() => void list.refetch()} />;
  if (!events) return <ListPlaceholder />;
  if (count === 0) {
    return (
      <EmptyList icon="scroll-text" texts={texts} isFiltered={isAuditFiltered(search)} curl={CURL} onReset={onReset} />
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section ref={ref} className={classes.scroller} tabIndex={0} aria-label={texts.label}>
      <table
        className={`${long.table} ${classes.table}`}
        aria-label={texts.label}
        aria-rowcount={hasNextPage ? -1 : count + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <ColumnHead>{words.time}</ColumnHead>
            <ColumnHead>{texts.who}</ColumnHead>
            <ColumnHead>{texts.what}</ColumnHead>
            <ColumnHead>{texts.subject}</ColumnHead>
            <ColumnHead className={classes.address}>{words.address}</ColumnHead>
          </tr>
        </thead>
        <tbody style={{ height: totalPixels }}>
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
      <ListEnd list={list} count={count} more={texts.more} all={texts.all(count)} />
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
      style={{ top: index * height, height }}
      aria-rowindex={index + 2}
      data-chosen={isChosen || undefined}
      data-refused={action === 'session.refused' || undefined}
    >
      <td className="nowrap">
        <Time at={at} />
      </td>
      <td className="truncate">
        <bdi>{actor.name || actor.email || words.nobody}</bdi>
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

const CURL = `curl -X POST "$HEDDLE_URL/api/v1/audit/find" -H "uni-api-key: $KEY" -d '{}'`;
