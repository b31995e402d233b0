import { Group, Loader, Modal, Radio, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ReplayRequest, type RunDetail, replayPlanQuery, replayRun } from '../api/run.ts';
import type { Definition } from '../graph/definition.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Icon } from '../look/icons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/run-parts.ts';
import { parseInput } from './input.ts';
import { defaultKeys, plannedName, type ReplayFrom, summarizePlan, toReplayRequest } from './replay-request.ts';
import classes from './run-again-dialog.module.css';
import { inputSchema, readDraft, startDraft } from './run-input.ts';
import { RunInputEditor } from './run-input-editor.tsx';

/** Where the dialog begins: `start`, `failed`, or the id of a step. */
export interface RunAgainStart {
  from: string;
  version?: ReplayRequest['version'];
}

interface RunAgainDialogProps {
  run: RunDetail;
  start: RunAgainStart;
  /** What the run executed. Undefined when it is not stored any more. */
  definition: Definition | undefined;
  onClose(): void;
  /** By default the page of the new run opens. */
  onStarted?(runId: string): void;
}

export function RunAgainDialog({ run, start, definition, onClose, onStarted }: RunAgainDialogProps) {
  const navigate = useNavigate();
  const choice = useReplayChoice(run, start, definition);
  const { isBusy, problem, perform } = useAction();
  const { request } = choice;

  async function startAgain() {
    if (!request) return;
    await perform(async () => {
      const { id } = await replayRun(request);
      onClose();
      if (onStarted) onStarted(id);
      else await navigate({ to: '/runs/$runId', params: { runId: id }, search: {} });
    });
  }

  return (
    <Modal opened onClose={onClose} title={texts.runAgain} size="lg">
      <Stack gap="md">
        <FromChoice run={run} choice={choice} />
        <VersionChoice run={run} choice={choice} isGone={definition === undefined} />
        {choice.from === 'start' && <InputChoice choice={choice} />}
        <KeysChoice choice={choice} />
        <Plan request={request} />
        <Problem>{problem}</Problem>
        <DialogButtons
          action={texts.runAgain}
          icon="rotate-ccw"
          isBusy={isBusy}
          disabled={!request}
          onAction={startAgain}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  );
}

type Choice = ReturnType<typeof useReplayChoice>;

function useReplayChoice(run: RunDetail, start: RunAgainStart, definition: Definition | undefined) {
  const isStep = start.from !== 'start' && start.from !== 'failed';
  const schema = inputSchema(definition, run.trigger_node_id);
  const [from, setFrom] = useState<ReplayFrom>(isStep ? 'step' : start.from === 'failed' ? 'failed' : 'start');
  const [stepId, setStepId] = useState(isStep ? start.from : '');
  const [version, setVersion] = useState<ReplayRequest['version']>(start.version ?? 'same');
  const [chosenKeys, setKeys] = useState<'same' | 'new'>();
  const [isEdited, setEdited] = useState(false);
  const [draft, setDraft] = useState(() => startDraft(parseInput(run.input_json), schema));
  const keys = chosenKeys ?? defaultKeys(from);
  const read = readDraft(draft);
  const input = isEdited && 'value' in read ? read.value : undefined;
  const isUnreadable = from === 'start' && isEdited && 'problem' in read;
  return {
    from,
    stepId,
    version,
    keys,
    isEdited,
    draft,
    schema,
    request: isUnreadable ? undefined : toReplayRequest(run.id, { from, stepId, version, keys, input }),
    setFrom,
    setStepId,
    setVersion,
    setKeys,
    setEdited,
    setDraft,
  };
}

function FromChoice({ run, choice }: { run: RunDetail; choice: Choice }) {
  const steps = [...new Set(run.steps.filter(isRestartable).map(({ node_id }) => node_id))];
  const hasFailed = run.status === 'failed' || run.status === 'cancelled';
  return (
    <Radio.Group label={texts.from} value={choice.from} onChange={value => choice.setFrom(value as ReplayFrom)}>
      <Stack gap={6} mt={6}>
        <Radio value="start" label={texts.startEveryStepRuns} />
        {hasFailed && <Radio value="failed" label={texts.whereFailedWhatHad} />}
        <Radio value="step" label={texts.stepEverythingBehind} />
      </Stack>
      {choice.from === 'step' && (
        <Select
          mt={8}
          ml={28}
          aria-label={texts.stepRun}
          data={steps}
          searchable
          allowDeselect={false}
          value={choice.stepId === '' ? null : choice.stepId}
          onChange={value => choice.setStepId(value ?? '')}
        />
      )}
    </Radio.Group>
  );
}

function isRestartable({ node_type, status }: RunDetail['steps'][number]): boolean {
  return !node_type.startsWith('trigger.') && status !== 'skipped';
}

function VersionChoice({ run, choice, isGone }: { run: RunDetail; choice: Choice; isGone: boolean }) {
  return (
    <Radio.Group
      label={texts.definition}
      value={choice.version}
      onChange={value => choice.setVersion(value as ReplayRequest['version'])}
    >
      <Stack gap={6} mt={6}>
        <Radio
          value="same"
          disabled={isGone}
          label={run.version === null ? texts.draftThen : texts.versionAsItWas(run.version)}
        />
        <Radio value="published" label={texts.versionPublishedNow} />
        <Radio value="draft" label={texts.theCurrentDraft} />
      </Stack>
    </Radio.Group>
  );
}

function InputChoice({ choice }: { choice: Choice }) {
  return (
    <div>
      <Radio.Group
        label={texts.input}
        value={choice.isEdited ? 'edited' : 'same'}
        onChange={value => choice.setEdited(value === 'edited')}
      >
        <Group gap="lg" mt={6} mb={choice.isEdited ? 12 : 0}>
          <Radio value="same" label={texts.asItWas} />
          <Radio value="edited" label={texts.edited} />
        </Group>
      </Radio.Group>
      {choice.isEdited && <RunInputEditor schema={choice.schema} draft={choice.draft} onUpdate={choice.setDraft} />}
    </div>
  );
}

function KeysChoice({ choice }: { choice: Choice }) {
  return (
    <Radio.Group
      label={texts.keysSentOtherServices}
      value={choice.keys}
      onChange={value => choice.setKeys(value === 'same' ? 'same' : 'new')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="same" label={texts.sameReceiverRemembersThem} />
        <Radio value="new" label={texts.newOnesEverythingDone} />
      </Stack>
    </Radio.Group>
  );
}

/** Which effects will happen again, in the words of the service. */
function Plan({ request }: { request: ReplayRequest | undefined }) {
  const { data, error, isFetching } = useQuery({
    ...replayPlanQuery(request ?? { run_id: '', from: 'start', version: 'same' }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
  if (!request) return null;
  if (error) {
    return (
      <p className="failed break-anywhere" role="alert">
        {error.message}
      </p>
    );
  }
  if (!data) return <Loader size="xs" aria-label={texts.findingOutWhatWill} />;
  const { effects, text } = summarizePlan(data);
  return (
    <section className={classes.plan} aria-label={texts.whatWillHappen} aria-busy={isFetching} aria-live="polite">
      {effects.length === 0 ? (
        <p className="row gap-6">
          <Icon name="circle-check" /> {texts.nothingHappensOutsideHeddle}
        </p>
      ) : (
        <>
          <p className="row gap-6">
            <Icon name="triangle-alert" /> {texts.stepsReachOutHeddle}
          </p>
          <ul>
            {effects.map(step => (
              <li key={step.node_id}>
                <span>{plannedName(step)}</span> <span className="dim mono">{step.node_type}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {text !== '' && <p className="row gap-6 dim">{text}</p>}
    </section>
  );
}
