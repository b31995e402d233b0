/** One approval: what is asked, what is known about it, and the decision. Opening it decides nothing. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  type Approval,
  type ApprovalContext,
  approvalContextQuery,
  approvalQuery,
  type InboxItem,
} from '../api/approvals.ts';
import { readNotificationsAbout } from '../api/notifications.ts';
import { useSession } from '../api/session.ts';
import { serverNow } from '../api/transport/server-clock.ts';
import { stepIcon } from '../graph/catalog.ts';
import { formatClock, formatDuration } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { Markdown } from '../look/markdown/markdown.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time, useNow } from '../look/time.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './approval-detail.module.css';
import { Decision } from './decision.tsx';
import { Outcome } from './outcome.tsx';
import type { ApprovalsSearch } from './search.ts';
import { TimeLeft } from './time-left.tsx';
import { Votes } from './votes.tsx';

interface ApprovalDetailProps {
  id: string;
  search: ApprovalsSearch;
  isPhone: boolean;
  /** What can be decided next. */
  next: InboxItem | undefined;
}

export function ApprovalDetail({ id, search, isPhone, next }: ApprovalDetailProps) {
  const { data: approval, error, refetch } = useQuery(approvalQuery(id));
  const { data: context } = useQuery(approvalContextQuery(id));
  useEffect(() => void readNotificationsAbout(`/approvals/${id}`), [id]);

  return (
    <article className={classes.detail}>
      {isPhone && (
        <Link to="/approvals" search={search} className={classes.back}>
          <Icon name="arrow-left" />
          {texts.back}
        </Link>
      )}
      {error && !approval ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : approval ? (
        <Shown approval={approval} context={context} next={next} search={search} />
      ) : (
        <div className={classes.scroll} aria-busy="true">
          <Skeleton height={24} width="60%" />
          <Skeleton height={14} width="80%" mt="lg" />
        </div>
      )}
    </article>
  );
}

interface ShownProps {
  approval: Approval;
  context: ApprovalContext | undefined;
  next: InboxItem | undefined;
  search: ApprovalsSearch;
}

function Shown({ approval, context, next, search }: ShownProps) {
  const [wasPending] = useState(approval.status === 'pending');
  const isOver = serverNow(useNow()) >= approval.expires_at;
  const question = (
    <>
      <title>{texts.windowTitle(approval.title)}</title>
      <Head approval={approval} />
      {approval.message.trim() !== '' && <Markdown text={approval.message} />}
      {context && <Votes approval={approval} context={context} />}
    </>
  );
  const about = (
    <>
      <Facts approval={approval} context={context} />
      {context && <RunSoFar context={context} />}
    </>
  );
  if (approval.status !== 'pending') {
    return (
      <Outcome
        approval={approval}
        wasPending={wasPending}
        next={next}
        search={search}
        question={question}
        about={about}
      />
    );
  }
  return <Decision approval={approval} context={context} isOver={isOver} question={question} about={about} />;
}

function Head({ approval }: { approval: Approval }) {
  return (
    <header className={classes.head}>
      <h2>{approval.title}</h2>
      {approval.status === 'pending' && <TimeLeft until={approval.expires_at} />}
    </header>
  );
}

/** How many people are named. */
const NAMED = 8;

function Facts({ approval, context }: { approval: Approval; context: ApprovalContext | undefined }) {
  const { user } = useSession();
  const people = context?.assignees ?? [];
  const named = people.slice(0, NAMED);
  return (
    <dl className={classes.facts}>
      <dt>{texts.fromWorkflow}</dt>
      <dd>{approval.workflow_name}</dd>
      <dt>{texts.askedBy}</dt>
      <dd>{context?.run.asked_by.name ?? '…'}</dd>
      <dt>{texts.since}</dt>
      <dd>
        <Time at={approval.created.timestamp} />
      </dd>
      {approval.status === 'pending' && (
        <>
          <dt>{texts.until}</dt>
          <dd>
            {formatClock(approval.expires_at, Date.now())}{' '}
            <span className="dim">{approval.timeout_continues ? texts.deadlineContinues : texts.deadlineFails}</span>
          </dd>
        </>
      )}
      <dt>{approval.status === 'pending' ? texts.whoDecides : texts.whoCould}</dt>
      <dd>
        <ul className={classes.people}>
          {named.map(({ id, name, email }) => (
            <li key={id} title={email}>
              {id === user.id ? texts.you : name || email}
            </li>
          ))}
          {people.length > NAMED && <li>{texts.others(people.length - NAMED)}</li>}
        </ul>
      </dd>
      <Delegations context={context} />
      <Attention context={context} />
    </dl>
  );
}

function Delegations({ context }: { context: ApprovalContext | undefined }) {
  if (!context || context.delegations.length === 0) return null;
  return (
    <>
      <dt>{texts.passedOn}</dt>
      <dd>
        <ul>
          {context.delegations.map(({ from, to, at }) => (
            <li key={`${at} ${from.id}`}>
              {texts.passedFromTo(from.name, to.name)}{' '}
              <span className="dim">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

/** When people are reminded, and who is asked too later. */
function Attention({ context }: { context: ApprovalContext | undefined }) {
  if (!context) return null;
  const { escalation, remind_at } = context;
  return (
    <>
      {remind_at !== null && (
        <>
          <dt>{texts.nextReminder}</dt>
          <dd>{formatClock(remind_at, Date.now())}</dd>
        </>
      )}
      {escalation && (
        <>
          <dt>{texts.askedLater}</dt>
          <dd>
            {texts.askedFrom(
              escalation.people.map(({ name, email }) => name || email),
              formatClock(escalation.at, Date.now()),
            )}
          </dd>
        </>
      )}
    </>
  );
}

/** The steps of the run around the approval, for people who may not read the run itself. */
function RunSoFar({ context: { steps, run } }: { context: ApprovalContext }) {
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
