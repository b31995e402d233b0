import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { backfillPlanQuery, type Publication, startBackfill } from '../../api/publication.ts';
import { type Definition, nameOfStep } from '../../graph/definition.ts';
import { DialogButtons } from '../../look/dialog-buttons.tsx';
import { formatInZone } from '../../look/duration.ts';
import { Problem } from '../../look/states/problem.tsx';
import { Time } from '../../look/time.tsx';
import { useAction } from '../../look/use-action.ts';
import { backfill as texts } from '../../texts/flow.ts';
import classes from './publish-panel.module.css';

/** The next times of each schedule, in its own zone. */
interface ScheduleListProps extends Pick<Publication, 'schedules' | 'deployment'> {
  workflowId: string;
  draft: Definition;
}

export function ScheduleList({ workflowId, schedules, deployment, draft }: ScheduleListProps) {
  const [backfilled, setBackfilled] = useState<string>();
  const isOn = (id: string) => deployment.triggers.some(trigger => trigger.node_id === id && trigger.active);
  const entries = schedules.map(({ node_id, cron, timezone, next_runs, error }) => {
    return (
      <div key={node_id} className={classes.trigger}>
        <div className={classes.version}>
          <strong className="medium break-anywhere">{nameOfStep(draft, node_id)}</strong>
          <span className="flex-none dim">
            <span className="mono">{cron}</span> {timezone}
          </span>
        </div>
        {error !== '' && <p className={classes.problem}>{error}</p>}
        <ol className={classes.times}>
          {next_runs.map(at => (
            <li key={at} className="flex justify-between gap-8">
              <span>{formatInZone(at, timezone)}</span>
              <span className="dim">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ol>
        {isOn(node_id) && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.more ?? ''}
            onClick={() => setBackfilled(node_id)}
          >
            {texts.open}
          </Button>
        )}
      </div>
    );
  });
  return (
    <>
      {entries}
      {backfilled !== undefined && (
        <BackfillDialog workflowId={workflowId} nodeId={backfilled} onClose={() => setBackfilled(undefined)} />
      )}
    </>
  );
}

interface BackfillDialogProps {
  workflowId: string;
  nodeId: string;
  onClose(): void;
}

const DAY_MS = 86_400_000;

/** Says what would happen before anything does. */
function BackfillDialog({ workflowId, nodeId, onClose }: BackfillDialogProps) {
  const [from, setFrom] = useState(() => toField(Date.now() - DAY_MS));
  const [to, setTo] = useState(() => toField(Date.now()));
  const [again, setAgain] = useState(false);
  const { isBusy, problem, perform } = useAction();
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const isValid = Number.isFinite(start) && Number.isFinite(end);

  const request = { workflow_id: workflowId, node_id: nodeId, from: start, to: end, again };
  const { data: plan, error } = useQuery({ ...backfillPlanQuery(request), enabled: isValid });

  async function confirm() {
    if (await perform(() => startBackfill(request), texts.started)) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <div className="column gap-12">
        <p className="small dim">{texts.about}</p>
        <TextInput
          type="datetime-local"
          label={texts.from}
          value={from}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={texts.to}
          value={to}
          error={!isValid && texts.invalid}
          onChange={event => setTo(event.currentTarget.value)}
        />
        <Checkbox label={texts.again} checked={again} onChange={event => setAgain(event.currentTarget.checked)} />
        {plan && <p className="small dim">{plan.sentence}</p>}
        <Problem>{problem ?? error?.message}</Problem>
        <DialogButtons
          action={texts.start}
          isBusy={isBusy}
          disabled={!plan || plan.count === 0}
          onAction={confirm}
          onCancel={onClose}
        />
      </div>
    </Modal>
  );
}

/** The time as the field of the browser writes it, in the zone of the person. */
function toField(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
