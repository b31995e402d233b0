/** A list of runs that can have any length. It is also shown for one workflow, beside its editor. */

import { Button, Checkbox, Loader } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { RunFilters, RunSummary } from '../api/runs.ts';
import { formatClock } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import long from '../look/lists/long-table.module.css';
import { useVisibleRows, type VisibleRows } from '../look/lists/use-visible-rows.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import { countRuns } from '../texts/counts.ts';
import * as texts from '../texts/runs.ts';
import classes from './run-list.module.css';
import { RunRow } from './run-row.tsx';
import { type RunList as List, useRunList } from './use-run-list.ts';

interface RunListProps {
  /** Must stay the same object while the filters stay the same. */
  filters: RunFilters;
  /** Left out where runs can not be selected. */
  selection?: RunSelection;
  /** In a list of one workflow its name says nothing. */
  withoutWorkflow?: boolean;
  /** What is shown when there are no runs. */
  empty: ReactNode;
}

export interface RunSelection {
  ids: ReadonlySet<string>;
  /** Must stay the same function. */
  toggle(id: string, isSelected: boolean): void;
  replace(ids: ReadonlySet<string>): void;
}

const ROW_PIXELS = 36;
const NARROW_ROW_PIXELS = 60;
/** So many rows before the end, the next page is read. */
const AHEAD = 15;

export function RunList({ filters, selection, withoutWorkflow = false, empty }: RunListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPointed = useRef(false);
  const mayMove = useCallback(() => !isPointed.current && (scroller.current?.scrollTop ?? 0) < ROW_PIXELS, []);
  const list = useRunList(filters, mayMove);
  const { runs } = list;
  const isNarrow = useNarrow(900);
  const height = isNarrow ? NARROW_ROW_PIXELS : ROW_PIXELS;
  const rows = useVisibleRows(runs?.length ?? 0, height);
  const ref = useMergedRef(scroller, rows.ref);

  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  if (!runs) return <ListPlaceholder />;
  if (runs.length === 0 && !list.hasMore) return empty;
  return (
    <div className="column fill relative">
      {list.held > 0 && <HeldRuns list={list} />}
      <div
        ref={ref}
        className={long.scroller}
        onPointerEnter={() => {
          isPointed.current = true;
        }}
        onPointerLeave={() => {
          isPointed.current = false;
        }}
      >
        <Rows
          list={list}
          runs={runs}
          selection={selection}
          withoutWorkflow={withoutWorkflow}
          rows={rows}
          height={height}
        />
        <End list={list} />
      </div>
    </div>
  );
}

interface RowsProps {
  list: List;
  runs: readonly RunSummary[];
  selection: RunSelection | undefined;
  withoutWorkflow: boolean;
  rows: VisibleRows;
  height: number;
}

function Rows({ list, runs, selection, withoutWorkflow, rows: { indexes, totalPixels }, height }: RowsProps) {
  const last = indexes.at(-1) ?? 0;
  const { hasMore, isReadingMore, stalledAt, readMore } = list;
  useEffect(() => {
    if (hasMore && !isReadingMore && stalledAt === undefined && last >= runs.length - AHEAD) readMore();
  }, [hasMore, isReadingMore, stalledAt, last, runs.length, readMore]);

  const layout = withoutWorkflow ? 'workflow' : 'all';
  return (
    <table
      aria-label={texts.runs}
      aria-rowcount={hasMore ? -1 : runs.length + 1}
      className={`${long.table} ${classes.table}`}
      data-layout={layout}
      data-selectable={selection !== undefined || undefined}
    >
      <thead>
        <Heads runs={runs} selection={selection} withoutWorkflow={withoutWorkflow} />
      </thead>
      <tbody style={{ height: totalPixels }}>
        {indexes.map(index => {
          const run = runs[index];
          return (
            run && (
              <RunRow
                key={run.id}
                run={run}
                index={index}
                top={index * height}
                height={height}
                withoutWorkflow={withoutWorkflow}
                isSelected={selection?.ids.has(run.id)}
                onSelect={selection?.toggle}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

function Heads({ runs, selection, withoutWorkflow }: Pick<RowsProps, 'runs' | 'selection' | 'withoutWorkflow'>) {
  const isAll = selection !== undefined && runs.length > 0 && runs.every(({ id }) => selection.ids.has(id));
  return (
    <tr aria-rowindex={1}>
      {selection && (
        <ColumnHead className={classes.select}>
          <Checkbox
            aria-label={texts.selectAllLoadedRuns}
            checked={isAll}
            indeterminate={!isAll && selection.ids.size > 0}
            onChange={() => selection.replace(new Set(isAll ? [] : runs.map(({ id }) => id)))}
          />
        </ColumnHead>
      )}
      <ColumnHead className={classes.state}>{texts.state}</ColumnHead>
      <ColumnHead className={classes.name}>{withoutWorkflow ? texts.runNoun : texts.workflow}</ColumnHead>
      <ColumnHead className={classes.trigger}>{texts.startedBy}</ColumnHead>
      <ColumnHead className={classes.version}>{texts.version}</ColumnHead>
      <ColumnHead className={classes.started}>{texts.startedColumn}</ColumnHead>
      <ColumnHead className={classes.duration}>{texts.duration}</ColumnHead>
      <ColumnHead className={classes.credits}>{texts.credits}</ColumnHead>
    </tr>
  );
}

function HeldRuns({ list: { held, showHeld } }: { list: List }) {
  return (
    <div className={classes.held} role="status">
      <Button size="xs" variant="default" leftSection={<Icon name="arrow-up" size={14} />} onClick={showHeld}>
        {Number.isFinite(held) ? texts.showNewRuns(held) : texts.showManyNewRuns}
      </Button>
    </div>
  );
}

function End({ list: { runs = [], hasMore, isReadingMore, stalledAt, readMore } }: { list: List }) {
  if (isReadingMore) {
    return (
      <p className={long.end} role="status">
        <Loader size={14} color="gray" /> {texts.lookingMore}
      </p>
    );
  }
  if (stalledAt !== undefined) {
    return (
      <p className={long.end}>
        {texts.searchedBackFound(formatClock(stalledAt, Date.now()), countRuns(runs.length))}
        <Button size="xs" variant="default" onClick={readMore}>
          {texts.searchFurther}
        </Button>
      </p>
    );
  }
  return hasMore || runs.length < 20 ? null : <p className={long.end}>{texts.theseAreAllOf(countRuns(runs.length))}</p>;
}
