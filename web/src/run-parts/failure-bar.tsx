/** What is done about a failed run, on its page. */
import { Link } from '@tanstack/react-router';
import type { RunFailure } from '../api/failures.ts';
import { usePeopleNames } from '../api/people.ts';
import { useMayWrite } from '../api/session.ts';
import * as texts from '../texts/failures.ts';
import { FailureActions } from './failure-actions.tsx';
import classes from './failure-bar.module.css';

export function FailureBar({ failure, onChanged }: { failure: RunFailure; onChanged(): void }) {
  const mayWrite = useMayWrite();
  const names = usePeopleNames(failure.assignee_id === null ? [] : [failure.assignee_id]);
  return (
    <section className={classes.bar} aria-label={texts.whatAboutFailure}>
      <bdi className={classes.words}>{describe(failure, names)}</bdi>
      {failure.state === 'resolved' && failure.resolved_by_run_id !== null && (
        <Link to="/runs/$runId" params={{ runId: failure.resolved_by_run_id }} search={{}}>
          {texts.showReplay}
        </Link>
      )}
      {mayWrite && <FailureActions failures={[failure]} onDone={onChanged} />}
    </section>
  );
}

function describe(failure: RunFailure, nameOf: (id: string) => string | undefined): string {
  const { state, note, assignee_id, resolved_by_run_id } = failure;
  if (state === 'muted') return texts.isMuted(note);
  if (state === 'open' || (state === 'assigned' && assignee_id === null)) return texts.isOpen;
  if (state === 'assigned') return texts.isAssigned(nameOf(assignee_id ?? '') ?? texts.somebody);
  if (resolved_by_run_id !== null) return texts.resolvedByReplay;
  return note === '' ? texts.isResolved : texts.isResolvedWith(note);
}
