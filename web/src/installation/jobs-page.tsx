/** The work that the service does by itself: how much of it waits, and what failed for good. */

import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AdministrationHeader, forAdministrators } from '../administration-parts/administration-header.tsx';
import { type DeadJob, deleteJobs, JOB_LISTS, type JobChoice, jobsQuery, retryJobs } from '../api/installation.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { jobs as texts } from '../texts/installation.ts';
import { DeadJobTable } from './dead-job-table.tsx';
import classes from './installation.module.css';
import { JobKindTable } from './job-kind-table.tsx';
import { Section } from './section.tsx';

const PAGE = 100;
const MOST = 200;
const CURL = `curl -X POST "$HEDDLE_URL/api/v1/installation/jobs" -H "uni-api-key: $KEY"`;

/** What is to be deleted, while the question is open. */
type Question = { job: DeadJob } | { kind: string; count: number };

export const JobsPage = forAdministrators(() => (
  <>
    <AdministrationHeader tab="jobs" />
    <Content />
  </>
));

function Content() {
  const { kind } = useSearch({ from: '/shell/administration/jobs' });
  const [limit, setLimit] = useState(PAGE);
  const [question, setQuestion] = useState<Question>();
  const { data, error, refetch } = useQuery(jobsQuery({ ...(kind !== undefined && { kind }), limit }));
  const { isBusy, perform } = useAction({ changes: [JOB_LISTS], noticesProblem: true });

  const retry = (choice: JobChoice) =>
    perform(
      () => retryJobs(choice),
      ({ count }) => texts.retried(count),
    );

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} m={20} />;
  const { kinds, dead, total } = data;
  return (
    <div className={classes.page}>
      <Section
        title={texts.failedJobs}
        text={texts.failedText}
        actions={
          kind !== undefined &&
          total > 0 && (
            <>
              <Button variant="default" size="xs" loading={isBusy} onClick={() => void retry({ kind })}>
                {texts.retryAll}
              </Button>
              <Button variant="default" size="xs" onClick={() => setQuestion({ kind, count: total })}>
                {texts.removeAll}
              </Button>
            </>
          )
        }
      >
        {dead.length === 0 ? (
          <EmptyState
            icon="circle-check"
            title={kind === undefined ? texts.nothing : texts.nothingOfKind(kind)}
            text={texts.nothingText}
            curl={CURL}
          />
        ) : (
          <DeadJobTable
            jobs={dead}
            onRetry={job => void retry({ id: job.id })}
            onDelete={job => setQuestion({ job })}
          />
        )}
        {dead.length > 0 && dead.length < total && (
          <p className="tiny dim">
            {words.numberOfAll(dead.length, total)}{' '}
            {limit < MOST && (
              <Button variant="subtle" size="xs" onClick={() => setLimit(MOST)}>
                {words.showMore}
              </Button>
            )}
          </p>
        )}
      </Section>
      <JobKindTable kinds={kinds} chosen={kind} />
      {question && (
        <ConfirmDialog
          opened
          danger
          changes={[JOB_LISTS]}
          title={'job' in question ? texts.deleteQuestion : texts.deleteAllQuestion(question.count)}
          action={words.deleteAction}
          onConfirm={() => deleteJobs('job' in question ? { id: question.job.id } : { kind: question.kind })}
          done={({ count }) => texts.removed(count)}
          onClose={() => setQuestion(undefined)}
        >
          {'job' in question ? texts.deleteText(question.job.kind) : texts.deleteAllText(question.kind)}
        </ConfirmDialog>
      )}
    </div>
  );
}
