import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recentRunsQuery } from '../../api/recent-runs.ts';
import { readRunDetail, runKey } from '../../api/run.ts';
import { displayName, findNode, type GraphNode, nameOfStep } from '../../graph/definition.ts';
import { mainOutputs } from '../../graph/outputs.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { DialogButtons } from '../../look/dialog-buttons.tsx';
import { formatClock } from '../../look/duration.ts';
import { Icon } from '../../look/icons.tsx';
import { Problem } from '../../look/states/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import type { RunPart } from '../../run-parts/effects.ts';
import { parseInput } from '../../run-parts/input.ts';
import { RunAgainDialog } from '../../run-parts/run-again-dialog.tsx';
import { type InputDraft, inputSchema, missingFields, readDraft, startDraft } from '../../run-parts/run-input.ts';
import { RunInputEditor } from '../../run-parts/run-input-editor.tsx';
import { triggerWord } from '../../run-parts/words.ts';
import * as texts from '../../texts/editor-run.ts';
import { setPin } from '../document/document.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { exampleInput, findTriggers } from './draft-run.ts';
import { useEditorRun } from './editor-run-context.ts';
import { lastInput } from './last-input.ts';
import { findPin, readTypedPin } from './pins.ts';
import classes from './run-dialogs.module.css';

/** The one dialog that is open, if any. */
export function RunDialogs() {
  const { asked, ask, start, show, watched } = useEditorRun();
  const definition = useEditor(state => state.definition);
  const previewRunId = useEditor(state => state.previewRunId);
  const close = () => ask(undefined);
  return (
    <>
      {asked?.kind === 'input' && <InputDialog part={asked.part} onClose={close} />}
      {asked?.kind === 'pin' && <PinDialog nodeId={asked.nodeId} onClose={close} />}
      {asked?.kind === 'again' && (
        <FromHereDialog
          nodeId={asked.nodeId}
          runId={watched.run?.id ?? previewRunId}
          onClose={close}
          onStarted={show}
        />
      )}
      <ConfirmDialog
        opened={asked?.kind === 'effects'}
        title={texts.reallyHappens}
        action={texts.runAction}
        onConfirm={() => (asked?.kind === 'effects' ? start(asked.run) : undefined)}
        onClose={close}
      >
        {asked?.kind === 'effects' && (
          <>
            {texts.reachOutOfHeddle(asked.effects.length)}
            <ul className={classes.effects}>
              {asked.effects.map(id => (
                <li key={id}>
                  {nameOfStep(definition, id)} <span className="dim mono">{findNode(definition, id)?.type}</span>
                </li>
              ))}
            </ul>
            {texts.pinOutputStepRun}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Asks for the input: as a form, as JSON, or as it was in an earlier run. */
function InputDialog({ part, onClose }: { part: RunPart; onClose(): void }) {
  const { start } = useEditorRun();
  const queryClient = useQueryClient();
  const workflowId = useEditor(state => state.workflowId);
  const definition = useEditor(state => state.definition);
  const triggers = findTriggers(definition);
  const [triggerId, setTriggerId] = useState(triggers[0]?.id ?? '');
  const firstDraft = (id: string) => {
    const trigger = triggers.find(node => node.id === id);
    const known = lastInput(queryClient, workflowId, id);
    return startDraft(known ?? (trigger ? exampleInput(trigger, Date.now()) : {}), inputSchema(definition, id));
  };
  const [draft, setDraft] = useState<InputDraft>(() => firstDraft(triggerId));
  const { isBusy, problem, perform } = useAction();
  const schema = inputSchema(definition, triggerId);
  const read = readDraft(draft);
  const missing = 'value' in read ? missingFields(schema, read.value) : [];

  async function run() {
    if ('problem' in read) return;
    const { value: input } = read;
    await perform(async () => {
      await start({ part, input, triggerId });
      onClose();
    });
  }

  return (
    <Modal opened onClose={onClose} size="lg" title={part.kind === 'until' ? texts.runTo(part.nodeId) : texts.runWith}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void run();
        }}
      >
        <Stack gap="md">
          <Group gap="sm" grow align="flex-end" className={classes.sources}>
            {triggers.length > 1 && (
              <TriggerChoice
                triggers={triggers}
                value={triggerId}
                onChange={id => {
                  setTriggerId(id);
                  setDraft(firstDraft(id));
                }}
              />
            )}
            <EarlierInput onChoose={input => setDraft(startDraft(input, schema))} />
          </Group>
          <RunInputEditor schema={schema} draft={draft} onUpdate={setDraft} />
          <Problem>{problem}</Problem>
          <Group justify="flex-end" gap="xs">
            {missing.length > 0 && <span className="dim">{texts.needed(missing.join(', '))}</span>}
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={'problem' in read} leftSection={<Icon name="play" />}>
              {texts.runAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface TriggerChoiceProps {
  triggers: readonly GraphNode[];
  value: string;
  onChange(id: string): void;
}

function TriggerChoice({ triggers, value, onChange }: TriggerChoiceProps) {
  return (
    <Select
      label={texts.begins}
      data={triggers.map(node => ({ value: node.id, label: displayName(node) }))}
      allowDeselect={false}
      value={value}
      onChange={id => id !== null && onChange(id)}
    />
  );
}

function EarlierInput({ onChoose }: { onChoose(input: unknown): void }) {
  const workflowId = useEditor(state => state.workflowId);
  const { data: runs = [] } = useQuery(recentRunsQuery(workflowId));
  const [chosen, setChosen] = useState<string | null>(null);
  const { isBusy, problem, perform, dismiss } = useAction();
  if (runs.length === 0) return null;
  async function choose(id: string | null) {
    setChosen(id);
    dismiss();
    if (id !== null) await perform(async () => onChoose(parseInput((await readRunDetail(id)).input_json)));
  }
  return (
    <Select
      label={texts.takeInputEarlierRun}
      placeholder={texts.chooseRun}
      clearable
      data={runs.map(({ id, created, trigger_type, status }) => ({
        value: id,
        label: `${formatClock(created.timestamp, Date.now())} · ${triggerWord(trigger_type)} · ${status}`,
      }))}
      value={chosen}
      error={problem}
      disabled={isBusy}
      onChange={id => void choose(id)}
    />
  );
}

/** Writes or edits the output that a step shall have instead of being executed. */
function PinDialog({ nodeId, onClose }: { nodeId: string; onClose(): void }) {
  const { store } = useEditorParts();
  const definition = useEditor(state => state.definition);
  const types = useEditor(state => state.types);
  const node = findNode(definition, nodeId);
  const pin = findPin(definition, nodeId);
  const [text, setText] = useState(() => JSON.stringify(pin?.output ?? null, undefined, 2));
  const outputs = node ? mainOutputs(node, types.get(node.type)).filter(output => output !== null) : [];
  const [handle, setHandle] = useState(pin?.handle ?? outputs[0] ?? '');
  const read = readTypedPin(text, outputs.length > 0 ? handle : '');
  function save() {
    if ('problem' in read) return;
    store.getState().change(texts.pin(nodeId), each => setPin(each, nodeId, read.pin));
    onClose();
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={texts.pinnedOutput(nameOfStep(definition, nodeId))}>
      <Stack gap="md">
        <Textarea
          label={texts.output}
          description={texts.jsonRunsDraftTake}
          classNames={{ input: 'font-mono text-13' }}
          autosize
          minRows={6}
          maxRows={20}
          spellCheck={false}
          value={text}
          error={'problem' in read ? read.problem : undefined}
          onChange={event => setText(event.currentTarget.value)}
          data-autofocus
        />
        {outputs.length > 0 && (
          <Select
            label={texts.goes}
            data={outputs}
            allowDeselect={false}
            value={handle}
            onChange={value => setHandle(value ?? '')}
          />
        )}
        <DialogButtons
          action={texts.pinAction}
          icon="pin"
          disabled={'problem' in read}
          onAction={save}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  );
}

interface FromHereProps {
  nodeId: string;
  runId: string | null;
  onClose(): void;
  onStarted(runId: string): void;
}

/** Goes on from a step with the data of the run that is shown, by the definition as it is now. */
function FromHereDialog({ nodeId, runId, onClose, onStarted }: FromHereProps) {
  const { saving } = useEditorParts();
  const definition = useEditor(state => state.definition);
  const { data: run, error } = useQuery({
    queryKey: [...runKey(runId), 'to go on from'],
    // The service goes on with what is saved, so each opening of the dialog saves.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await saving.requireSaved();
      return readRunDetail(runId ?? '', signal);
    },
    enabled: runId !== null,
  });
  if (run) {
    return (
      <RunAgainDialog
        run={run}
        start={{ from: nodeId, version: 'draft' }}
        definition={definition}
        onClose={onClose}
        onStarted={onStarted}
      />
    );
  }
  const text = error?.message ?? (runId === null ? texts.thereNoRunYet : '');
  return (
    <Modal opened onClose={onClose} title={texts.runFrom(nodeId)}>
      {text}
    </Modal>
  );
}
