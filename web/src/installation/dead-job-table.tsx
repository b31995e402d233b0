import { Button } from '@mantine/core';
import type { DeadJob } from '../api/installation.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { jobs as texts } from '../texts/installation.ts';
import classes from './installation.module.css';

interface DeadJobTableProps {
  jobs: readonly DeadJob[];
  onRetry(job: DeadJob): void;
  onDelete(job: DeadJob): void;
}

export function DeadJobTable({ jobs, onRetry, onDelete }: DeadJobTableProps) {
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={texts.failedJobs}>
        <thead>
          <tr>
            <ColumnHead>{texts.job}</ColumnHead>
            <ColumnHead>{texts.error}</ColumnHead>
            <ColumnHead>{words.about}</ColumnHead>
            <ColumnHead className={classes.number}>{texts.attempts}</ColumnHead>
            <ColumnHead>{words.created}</ColumnHead>
            <ColumnHead>{texts.failedAt}</ColumnHead>
            <ColumnHead>
              <span className="visually-hidden">{words.actions}</span>
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {jobs.map(job => (
            <Row key={job.id} job={job} onRetry={() => onRetry(job)} onDelete={() => onDelete(job)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ job, onRetry, onDelete }: { job: DeadJob; onRetry(): void; onDelete(): void }) {
  const { id, kind, error_kind, attempts, created_at, failed_at, ids } = job;
  return (
    <tr>
      <td className={classes.code}>{kind}</td>
      <td>
        <span data-tone="failed">{texts.problem(error_kind)}</span>
      </td>
      <td>
        {Object.entries(ids).map(([name, value]) => (
          <div key={name} className="row gap-4 nowrap">
            {texts.idOf(name, value)}
            <CopyButton text={value} label={texts.idOf(name, value)} />
          </div>
        ))}
      </td>
      <td className={classes.number}>{texts.number(attempts)}</td>
      <td>
        <Time at={created_at} />
      </td>
      <td>{failed_at !== null && <Time at={failed_at} />}</td>
      <td className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onRetry} aria-label={texts.retryJob(kind, id)}>
          {words.retry}
        </Button>
        <Button variant="default" size="xs" onClick={onDelete} aria-label={texts.removeJob(kind, id)}>
          {words.deleteAction}
        </Button>
      </td>
    </tr>
  );
}
