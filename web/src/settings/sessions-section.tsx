import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endSession, type ListedSession, sessionsQuery } from '../api/session.ts';
import { Section } from '../look/page/section.tsx';
import { sentence } from '../look/sentence.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { Problem } from '../look/states/problem.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/settings.ts';
import { describeAgent } from './agent.ts';
import classes from './settings.module.css';

export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const sessions = data ?? [];
  const { isBusy, problem, perform } = useAction({ changes: [sessionsQuery.queryKey] });
  const others = sessions.filter(({ current }) => !current);

  async function end(ended: readonly ListedSession[]) {
    await perform(
      async () => {
        for (const { id } of ended) await endSession(id);
      },
      ended.length === 1 ? texts.sessionEnded : texts.sessionsWereEnded(ended.length),
    );
  }

  return (
    <Section
      title={texts.whereYouSigned}
      text={texts.sessionEndsAfter14}
      action={
        others.length > 1 && (
          <Button variant="default" loading={isBusy} onClick={() => end(others)}>
            {texts.endAllOthers}
          </Button>
        )
      }
    >
      <Problem>{problem}</Problem>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && sessions.length === 0 && <p className={classes.detail}>{texts.youSignedNowhere}</p>}
      {sessions.length > 0 && (
        <ul className="box">
          {sessions.map(session => (
            <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={() => end([session])} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface SessionRowProps {
  session: ListedSession;
  isBusy: boolean;
  onEnd(): void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { agent, address, last_seen_at, created_at, current } = session;
  const name = describeAgent(agent);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <div className={classes.name}>
          {name}
          {current && (
            <span className="tag" data-tone="here">
              {texts.browser}
            </span>
          )}
        </div>
        <div className={classes.detail}>{address}</div>
      </div>
      <div className={classes.used}>
        {sentence(texts.seenSince, <Time at={last_seen_at} />, <Time at={created_at} />)}
      </div>
      {current ? (
        <span />
      ) : (
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={onEnd}
          aria-label={texts.endSession(name, address)}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
