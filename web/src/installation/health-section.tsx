import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type HealthCheck, healthQuery, sendTestMail } from '../api/installation.ts';
import { formatDuration } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { Mark } from '../look/mark.tsx';
import { sentence } from '../look/sentence.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { installation as texts } from '../texts/installation.ts';
import classes from './installation.module.css';
import { Section } from './section.tsx';

export function HealthSection() {
  const { data, error, isFetching, refetch } = useQuery(healthQuery);
  return (
    <Section
      title={texts.health}
      text={texts.healthText}
      actions={
        <>
          {data && <span className="tiny dim">{sentence(texts.checked, <Time at={data.checked_at} />)}</span>}
          <TestMail />
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
            {texts.checkAgain}
          </Button>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <div className={classes.scroller}>
          <table className={classes.table} aria-label={texts.health}>
            <thead>
              <tr>
                <ColumnHead>{words.state}</ColumnHead>
                <ColumnHead>{texts.dependency}</ColumnHead>
                <ColumnHead>{words.name}</ColumnHead>
                <ColumnHead className={classes.number}>{words.took}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {failedFirst(data.checks).map(check => (
                <CheckRow key={`${check.kind} ${check.name}`} check={check} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function failedFirst(checks: readonly HealthCheck[]): HealthCheck[] {
  return checks.toSorted((a, b) => Number(a.state === 'ok') - Number(b.state === 'ok'));
}

function CheckRow({ check: { kind, name, state, took_ms, error_kind } }: { check: HealthCheck }) {
  const isOk = state === 'ok';
  return (
    <tr>
      <td>
        {isOk ? (
          <Mark tone="success" icon="circle-check" word={texts.ok} />
        ) : (
          <Mark tone="failed" icon="circle-x" word={texts.failed} />
        )}
        {error_kind !== null && <div className="tiny dim">{texts.problem(error_kind)}</div>}
      </td>
      <td>{texts.kindOf(kind)}</td>
      <td className="break-anywhere">{texts.used(kind, name)}</td>
      <td className={classes.number}>{formatDuration(took_ms)}</td>
    </tr>
  );
}

/** The check only greets the mail server. Whether mails arrive is seen only by sending one. */
function TestMail() {
  const { isBusy, perform } = useAction({ noticesProblem: true });
  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      leftSection={<Icon name="mail" />}
      onClick={() => perform(sendTestMail, ({ to }) => texts.testMailSent(to))}
    >
      {texts.sendTestMail}
    </Button>
  );
}
