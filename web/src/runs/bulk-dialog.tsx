/** Runs many runs again, or cancels them. The service says beforehand what it would do, and to exactly how many. */

import { Button, Group, Loader, Modal, Radio, Select, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import {
  batchPlanQuery,
  batchQuery,
  type ChosenRuns,
  cancelMany,
  type ReplayMany,
  type RunBatch,
  replayMany,
  stopBatch,
} from '../api/runs.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { shortId } from '../run-parts/words.ts';
import { countRuns } from '../texts/counts.ts';
import * as texts from '../texts/runs.ts';
import classes from './bulk-dialog.module.css';

export type BulkAction = 'replay' | 'cancel';

interface BulkDialogProps {
  action: BulkAction;
  chosen: ChosenRuns;
  onClose(): void;
}

export function BulkDialog({ action, chosen, onClose }: BulkDialogProps) {
  const [batch, setBatch] = useState<RunBatch>();
  const title = action === 'replay' ? texts.runAgain : texts.cancelRuns;
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {batch ? (
        <BatchProgress batch={batch} onClose={onClose} />
      ) : (
        <Choice action={action} chosen={chosen} onStarted={setBatch} onClose={onClose} />
      )}
    </Modal>
  );
}

const FROM = [
  { value: 'failed', label: texts.stepFailed, text: texts.whatHadSucceededTaken },
  { value: 'start', label: texts.start, text: texts.everyStepExecutedAgain },
] as const;

const VERSIONS = [
  { value: 'same', label: texts.versionEachRunExecuted },
  { value: 'published', label: texts.publishedVersion },
  { value: 'draft', label: texts.theCurrentDraft },
];

interface ChoiceProps extends BulkDialogProps {
  onStarted(batch: RunBatch): void;
}

function Choice({ action, chosen, onStarted, onClose }: ChoiceProps) {
  const [replay, setReplay] = useState<ReplayMany>({ from: 'failed', version: 'same' });
  const { isBusy, problem, perform } = useAction();
  const isReplay = action === 'replay';
  const { data: plan, error } = useQuery(batchPlanQuery(chosen, isReplay ? replay : undefined));

  async function start() {
    if (!plan) return;
    const { count } = plan;
    await perform(async () =>
      onStarted(await (isReplay ? replayMany(chosen, replay, count) : cancelMany(chosen, count))),
    );
  }

  const refusal = problem ?? error?.message;
  return (
    <Stack gap="md">
      {isReplay && <ReplayChoice replay={replay} onChange={setReplay} />}
      <div className={classes.plan} role="status">
        {plan ? (
          <p className={classes.sentence}>{plan.sentence}</p>
        ) : (
          !error && (
            <p className={classes.sentence}>
              <Loader size={14} color="gray" /> {texts.countingRuns}
            </p>
          )
        )}
      </div>
      <Problem>{refusal}</Problem>
      <DialogButtons
        action={
          isReplay ? texts.runRunsAgain(countRuns(plan?.count ?? 0)) : texts.cancelCounted(countRuns(plan?.count ?? 0))
        }
        back={texts.back}
        isBusy={isBusy}
        disabled={!plan || plan.count === 0}
        danger={!isReplay}
        onAction={start}
        onCancel={onClose}
      />
    </Stack>
  );
}

function ReplayChoice({ replay, onChange }: { replay: ReplayMany; onChange: Dispatch<SetStateAction<ReplayMany>> }) {
  return (
    <>
      <Radio.Group
        label={texts.whereTheyBegin}
        value={replay.from}
        onChange={from => onChange(before => ({ ...before, from: from as ReplayMany['from'] }))}
      >
        <Stack gap="xs" mt={6}>
          {FROM.map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={texts.whatTheyExecute}
        data={VERSIONS}
        value={replay.version}
        allowDeselect={false}
        onChange={version => onChange(before => ({ ...before, version: (version ?? 'same') as ReplayMany['version'] }))}
      />
    </>
  );
}

function BatchProgress({ batch: started, onClose }: { batch: RunBatch; onClose(): void }) {
  const queryClient = useQueryClient();
  const { data: batch } = useQuery(batchQuery(started));
  const isRunning = batch.status === 'running';

  const { isBusy, perform } = useAction({ noticesProblem: true });
  const stop = async () => queryClient.setQueryData(batchQuery(started).queryKey, await stopBatch(batch.id));

  return (
    <Stack gap="md">
      <p className={classes.sentence}>{batch.sentence}</p>
      <progress
        className={classes.progress}
        aria-label={texts.howFarCome}
        max={Math.max(1, batch.total)}
        value={batch.total === 0 ? 1 : batch.done}
      />
      <p className={classes.sentence} role="status">
        {texts.batchProgress({ ...batch, refused: batch.done - batch.succeeded })}
      </p>
      {batch.refusals.length > 0 && (
        <ul className={classes.refusals} aria-label={texts.refusedTitle}>
          {batch.refusals.map(({ run_id, detail }) => (
            <li key={run_id}>
              <span className="mono">{shortId(run_id)}</span> {detail}
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end" gap="xs">
        {isRunning && (
          <Button variant="default" loading={isBusy} onClick={() => perform(stop)}>
            {texts.stop}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {isRunning ? texts.letGo : texts.close}
        </Button>
      </Group>
    </Stack>
  );
}
