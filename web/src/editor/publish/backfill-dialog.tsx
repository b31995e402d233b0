import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Backfill, planBackfill, startBackfill } from '../../api/publication.ts';
import { showNotice } from '../../look/notices.tsx';
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
  const [plan, setPlan] = useState<{ count: number; sentence: string }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const isValid = Number.isFinite(start) && Number.isFinite(end);

  useEffect(() => {
    setPlan(undefined);
    setProblem(undefined);
    if (!Number.isFinite(start) || !Number.isFinite(end)) return;
    let isCurrent = true;
    const request: Backfill = { workflow_id: workflowId, node_id: nodeId, from: start, to: end, again };
    planBackfill(request).then(
      planned => isCurrent && setPlan(planned),
      error => isCurrent && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [workflowId, nodeId, start, end, again]);

  async function confirm() {
    setBusy(true);
    try {
      await startBackfill({ workflow_id: workflowId, node_id: nodeId, from: start, to: end, again });
      showNotice({ message: texts.started });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
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
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button loading={isBusy} disabled={!plan || plan.count === 0} onClick={() => void confirm()}>
            {texts.start}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** The time as the field of the browser writes it, in the zone of the person. */
function toField(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
