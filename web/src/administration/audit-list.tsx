/** The entries, newest first, however many there are. */
import type { AuditEvent } from '../api/audit.ts';
import { ColumnHead } from '../look/column-head.tsx';
import { EmptyState, NothingFits } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { ListEnd, useReadAhead } from '../look/list-end.tsx';
import { ListPlaceholder } from '../look/list-placeholder.tsx';
import long from '../look/long-table.module.css';
import link from '../look/row-link.module.css';
import { Time } from '../look/time.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import { useVisibleRows } from '../look/use-visible-rows.ts';
import { audit as texts } from '../texts/audit.ts';
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
  if (count === 0) return <Nothing isFiltered={isAuditFiltered(search)} onReset={onReset} />;
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
            <ColumnHead>{texts.time}</ColumnHead>
            <ColumnHead>{texts.who}</ColumnHead>
            <ColumnHead>{texts.what}</ColumnHead>
            <ColumnHead>{texts.subject}</ColumnHead>
            <ColumnHead className={classes.address}>{texts.address}</ColumnHead>
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

const CURL = `curl -X POST "$HEDDLE_URL/api/v1/audit/find" -H "uni-api-key: $KEY" -d '{}'`;

function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  return isFiltered ? (
    <NothingFits title={texts.nothingFits} text={texts.nothingFitsText} action={texts.showAll} onReset={onReset} />
  ) : (
    <EmptyState icon="scroll-text" title={texts.nothing} text={texts.nothingText} curl={CURL} />
  );
}
