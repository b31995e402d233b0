import { Link } from '@tanstack/react-router';
import type { ApprovalContext } from '../api/approvals.ts';
import { stepIcon } from '../graph/catalog.ts';
import { formatDuration } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './approval-detail.module.css';

/** The steps of the run around the approval, for people who may not read the run itself. */
export function RunSoFar({ context: { steps, run } }: { context: ApprovalContext }) {
  const shown = steps.filter(({ status }) => status !== 'skipped');
  return (
    <details className={classes.steps}>
      <summary>{texts.soFar(shown.length)}</summary>
      <ol>
        {shown.map(({ node_id, name, type, status, started_at, finished_at }) => (
          <li key={`${node_id} ${started_at}`}>
            <StateMark state={status} />
            <Icon name={stepIcon(type)} />
            <span className="truncate">{name}</span>
            <span className="dim">
              {started_at !== null && finished_at !== null && formatDuration(finished_at - started_at)}
            </span>
          </li>
        ))}
      </ol>
      {run.may_read && (
        <Link to="/runs/$runId" params={{ runId: run.id }} search={{}} className={classes.run}>
          {texts.openRun} <Icon name="arrow-right" />
        </Link>
      )}
    </details>
  );
}
