import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FailedRun } from '../api/failures.ts';
import { useManyPeopleNames } from '../api/people.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { Time } from '../look/time.tsx';
import { shortId } from '../run-parts/words.ts';
import * as texts from '../texts/failures.ts';
import classes from './failure-table.module.css';

interface FailureTableProps {
  runs: readonly FailedRun[];
  /** Left out where nothing can be changed. */
  selection?: { ids: ReadonlySet<string>; onChange(ids: ReadonlySet<string>): void };
  hasMore: boolean;
  isReadingMore: boolean;
  onReadMore(): void;
}

export function FailureTable({ runs, selection, hasMore, isReadingMore, onReadMore }: FailureTableProps) {
  const names = useManyPeopleNames(runs.flatMap(({ failure }) => failure.assignee_id ?? []));
  const isAll = selection !== undefined && runs.every(({ id }) => selection.ids.has(id));
  return (
    <div className="fill overflow-auto">
      <table className={`${table.table} ${classes.table}`} aria-label={texts.failures}>
        <thead>
          <tr>
            {selection && (
              <ColumnHead className={classes.select}>
                <Checkbox
                  aria-label={texts.selectAllLoaded}
                  checked={isAll}
                  indeterminate={!isAll && selection.ids.size > 0}
                  onChange={() => selection.onChange(new Set(isAll ? [] : runs.map(({ id }) => id)))}
                />
              </ColumnHead>
            )}
            <ColumnHead>{texts.errorColumn}</ColumnHead>
            <ColumnHead className={classes.step}>{texts.step}</ColumnHead>
            <ColumnHead className={classes.assignee}>{texts.assignee}</ColumnHead>
            <ColumnHead className={classes.time}>{texts.failed}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {runs.map(run => (
            <Row key={run.id} run={run} selection={selection} nameOf={names} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <p className={classes.end}>
          <Button variant="default" size="xs" loading={isReadingMore} onClick={onReadMore}>
            {texts.showMore}
          </Button>
        </p>
      )}
    </div>
  );
}

interface RowProps {
  run: FailedRun;
  selection: FailureTableProps['selection'];
  nameOf(id: string): string | undefined;
}

function Row({ run, selection, nameOf }: RowProps) {
  const { failure } = run;
  const id = shortId(run.id);
  const isSelected = selection?.ids.has(run.id);
  const assignee = failure.assignee_id === null ? undefined : (nameOf(failure.assignee_id) ?? texts.somebody);
  return (
    <tr data-selected={isSelected || undefined}>
      {selection && (
        <td className={classes.select}>
          <Checkbox
            aria-label={texts.selectFailure(id)}
            checked={isSelected ?? false}
            onChange={event => {
              const next = new Set(selection.ids);
              if (event.currentTarget.checked) next.add(run.id);
              else next.delete(run.id);
              selection.onChange(next);
            }}
          />
        </td>
      )}
      <td className={classes.run}>
        <Link to="/runs/$runId" params={{ runId: run.id }} search={{}} className={link.link}>
          <bdi>{run.workflow_name}</bdi> <span className={classes.id}>{id}</span>
        </Link>{' '}
        <bdi className={failure.note === '' ? classes.error : 'dim'}>{failure.note || run.error}</bdi>
      </td>
      <td className={classes.step}>
        <span className="mono">{failure.failed_step}</span>
      </td>
      <td className={classes.assignee}>
        {assignee === undefined ? <span className="dim">{texts.nobody}</span> : <bdi>{assignee}</bdi>}
      </td>
      <td className={classes.time}>
        <Time at={run.finished_at ?? run.created.timestamp} />
      </td>
    </tr>
  );
}
