import { Button } from '@mantine/core';
import { type PollOutcome, pollNow } from '../../api/polls.ts';
import { type Publication, publicationQuery } from '../../api/publication.ts';
import { type Definition, nameOfStep } from '../../graph/definition.ts';
import { sentence } from '../../look/sentence.ts';
import { Time } from '../../look/time.tsx';
import { useAction } from '../../look/use-action.ts';
import { LOCALE } from '../../texts/locale.ts';
import * as texts from '../../texts/polls.ts';
import classes from './publish-panel.module.css';

type Trigger = Publication['deployment']['triggers'][number];

export function pollsOf(triggers: readonly Trigger[]): readonly Trigger[] {
  return triggers.filter(({ type }) => type === 'trigger.poll');
}

interface PollListProps {
  workflowId: string;
  polls: readonly Trigger[];
  draft: Definition;
}

/** How each poll is doing, so that a dead source is seen. */
export function PollList({ workflowId, polls, draft }: PollListProps) {
  return polls.map(trigger => (
    <PollEntry
      key={trigger.node_id}
      workflowId={workflowId}
      trigger={trigger}
      name={nameOfStep(draft, trigger.node_id)}
    />
  ));
}

function PollEntry({ workflowId, trigger, name }: { workflowId: string; trigger: Trigger; name: string }) {
  const { node_id, active, last_polled_at, last_error, lag_seconds = 0, next_run_at } = trigger;
  const { isBusy, perform } = useAction({ changes: [publicationQuery(workflowId).queryKey], noticesProblem: true });
  return (
    <div className={classes.trigger}>
      <div className={classes.version}>
        <strong className="medium break-anywhere">{name}</strong>
        <span className="flex-none dim">
          {last_polled_at === undefined ? texts.notPolled : sentence(texts.polled, <Time at={last_polled_at} />)}
        </span>
      </div>
      {last_error !== undefined && <p className={classes.problem}>{last_error}</p>}
      {lag_seconds >= SHOWN_LAG_SECONDS && (
        <p className="small dim">{texts.behind(new Date(Date.now() - lag_seconds * 1000).toLocaleString(LOCALE))}</p>
      )}
      {next_run_at !== null && <p className="small dim">{sentence(texts.next, <Time at={next_run_at} />)}</p>}
      {active && (
        <Button
          size="compact-xs"
          variant="default"
          loading={isBusy}
          className={classes.renew}
          onClick={() => perform(() => pollNow(workflowId, node_id), describe)}
        >
          {texts.pollNow}
        </Button>
      )}
    </div>
  );
}

/** A poll is looked for each second, and takes some seconds. */
const SHOWN_LAG_SECONDS = 60;

function describe({ error, started, skipped }: PollOutcome): string {
  if (error !== null) return error;
  if (skipped > 0) return texts.skipped(skipped);
  return started > 0 ? texts.started(started) : texts.nothingNew;
}
