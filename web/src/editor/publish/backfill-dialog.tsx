import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { backfillPlanQuery, startBackfill } from '../../api/publication.ts';
import { DialogButtons } from '../../look/dialog-buttons.tsx';
import { Problem } from '../../look/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import { backfill as texts } from '../../texts/flow.ts';
import classes from './publish-panel.module.css';

interface BackfillDialogProps {
  workflowId: string;
  nodeId: string;
  onClose(): void;
}

const DAY_MS = 86_400_000;

/** Says what would happen before anything does. */
export function BackfillDialog({ workflowId, nodeId, onClose }: BackfillDialogProps) {
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
      <div className={classes.backfill}>
        <p className={classes.text}>{texts.about}</p>
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
        {plan && <p className={classes.text}>{plan.sentence}</p>}
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
