import { Button, CloseButton, Menu, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { RunDetail } from '../api/run.ts';
import { useMayWrite } from '../api/session.ts';
import type { Definition } from '../graph/definition.ts';
import { copyText } from '../look/copy.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { formatDuration } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { apiCurl, requestCurl } from '../run-parts/curl.ts';
import { findLoops, placeOfItem } from '../run-parts/loop-items.ts';
import { itemsAround, moveToItem } from '../run-parts/rows.ts';
import type { RunAgainStart } from '../run-parts/run-again-dialog.tsx';
import {
  idempotencyKey,
  type RunState,
  readStepKey,
  type StepState,
  stepDuration,
  stepKey,
} from '../run-parts/run-state.ts';
import type { Structure } from '../run-parts/structure.ts';
import { useRenderedInput } from '../run-parts/use-rendered-input.ts';
import * as texts from '../texts/runs.ts';
import classes from './step-panel.module.css';
import { StepRuns } from './step-runs.tsx';
import { StepConversation, StepDetails, StepFiles, StepInput, StepOutput } from './step-tabs.tsx';
import { StepWait } from './step-wait.tsx';

interface RunStepPanelProps {
  run: RunDetail;
  state: RunState;
  structure: Structure;
  /** Undefined when it is not stored any more. */
  definition: Definition | undefined;
  stepKey: string;
  now: number;
  /** Whether the panel is all that is shown, as on a phone. */
  isPage: boolean;
  onSelect(key: string | undefined): void;
  onAgain(start: RunAgainStart): void;
}

export function RunStepPanel(props: RunStepPanelProps) {
  const { state, structure, stepKey: key, isPage, onSelect } = props;
  const place = readStepKey(key);
  const step = state.steps.get(key);
  const name = structure.nodes.get(place.nodeId)?.name || place.nodeId;
  return (
    <aside className={classes.panel} data-page={isPage || undefined} aria-label={texts.step(name)}>
      <header className={classes.head}>
        {isPage && <IconButton icon="arrow-left" label={texts.backSteps} onClick={() => onSelect(undefined)} />}
        <h2 className="truncate">{name}</h2>
        {step && <StateMark state={step.status} label />}
        <span className="flex-1" />
        {!isPage && <CloseButton aria-label={texts.closeThePanel} onClick={() => onSelect(undefined)} />}
      </header>
      <ItemWalk {...props} place={place} />
      {step ? (
        <StepContent key={key} {...props} step={step} />
      ) : (
        <p className={classes.none}>{place.iteration.length > 0 ? texts.stepNotBegunInItem : texts.stepNotBegun}</p>
      )}
    </aside>
  );
}

interface WalkProps extends RunStepPanelProps {
  place: { nodeId: string; iteration: number[] };
}

/** Which items of the loops around it the step belongs to, and the way to the ones beside them. */
function ItemWalk({ state, structure, place, onSelect }: WalkProps) {
  const loops = useMemo(() => findLoops(state, structure), [state, structure]);
  const around = itemsAround(structure, place.nodeId, place.iteration);
  if (around.length === 0) return null;
  return (
    <div className={classes.walk}>
      {around.toReversed().map(([key, index]) => {
        const loop = loops.get(key);
        if (!loop) return null;
        const name = structure.nodes.get(loop.nodeId)?.name || loop.nodeId;
        const at = placeOfItem(loop, index);
        const go = (target: number) => {
          const moved = moveToItem(structure, place, loop, loop.items[target]?.index ?? index);
          if (moved) onSelect(stepKey(moved.nodeId, moved.iteration));
        };
        return (
          <span key={key} className="inline-flex items-center gap-4">
            <IconButton
              icon="chevron-left"
              label={texts.previousItemStep(name)}
              size="sm"
              disabled={at === 0}
              onClick={() => go(at - 1)}
            />
            {around.length > 1
              ? texts.itemOfTotalIn(index + 1, loop.total ?? Math.max(loop.items.length, loop.done), name)
              : texts.itemOfTotal(index + 1, loop.total ?? Math.max(loop.items.length, loop.done))}
            <IconButton
              icon="chevron-right"
              label={texts.nextItemStep(name)}
              size="sm"
              disabled={at >= loop.items.length - 1}
              onClick={() => go(at + 1)}
            />
          </span>
        );
      })}
    </div>
  );
}

interface ContentProps extends RunStepPanelProps {
  step: StepState;
}

function StepContent({ run, state, definition, step, now, onAgain }: ContentProps) {
  const [tab, setTab] = useState<string | null>(step.status === 'failed' ? 'input' : 'output');
  const rendered = useRenderedInput({ run, state, definition, step });
  const duration = stepDuration(step, now);
  return (
    <>
      <div className={classes.facts}>
        <span className="mono">{step.nodeType}</span>
        {duration !== undefined && <span>{formatDuration(duration)}</span>}
        {step.tries.length > 1 && <span>{texts.tries(step.tries.length)}</span>}
        {step.isPinned && (
          <span className="inline-flex items-center gap-4">
            <Icon name="pin" />
            {texts.pinnedNotExecuted}
          </span>
        )}
        {step.handle !== null && <span>{texts.continued(step.handle)}</span>}
        <span className="flex-1" />
        <CopyMenu run={run} step={step} rendered={rendered.params} />
      </div>
      {step.error !== '' && (
        <div className={classes.error}>
          <span className="flex-1 pre-wrap">{step.error}</span>
          <CopyButton text={step.error} label={texts.copyError} />
        </div>
      )}
      {step.nodeType === 'wait' && step.status === 'waiting' && <StepWait runId={run.id} step={step} now={now} />}
      {step.nodeType === 'workflow.run' && !step.isPinned && <StepRuns runId={run.id} step={step} />}
      <StepActions run={run} step={step} onAgain={onAgain} />
      <Tabs value={tab} onChange={setTab} className="column fill" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="input">{texts.inputRendered}</Tabs.Tab>
          <Tabs.Tab value="output">{texts.output}</Tabs.Tab>
          {step.fileIds.length > 0 && <Tabs.Tab value="files">{texts.files(step.fileIds.length)}</Tabs.Tab>}
          {step.conversationId !== null && <Tabs.Tab value="conversation">{texts.conversation}</Tabs.Tab>}
          <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="input" className="column fill overflow-auto">
          <StepInput rendered={rendered} />
        </Tabs.Panel>
        <Tabs.Panel value="output" className="column fill overflow-auto">
          <StepOutput runId={run.id} step={step} />
        </Tabs.Panel>
        <Tabs.Panel value="files" className="column fill overflow-auto">
          <StepFiles runId={run.id} step={step} />
        </Tabs.Panel>
        <Tabs.Panel value="conversation" className="column fill overflow-auto">
          {step.conversationId !== null && <StepConversation conversationId={step.conversationId} />}
        </Tabs.Panel>
        <Tabs.Panel value="details" className="column fill overflow-auto">
          <StepDetails run={run} step={step} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

interface ActionsProps {
  run: RunDetail;
  step: StepState;
  rendered: Readonly<Record<string, unknown>> | undefined;
  onAgain(start: RunAgainStart): void;
}

function StepActions({ run, step, onAgain }: Omit<ActionsProps, 'rendered'>) {
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  return (
    <div className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="pencil" />}
        onClick={() =>
          navigate({
            to: '/workflows/$workflowId',
            params: { workflowId: run.workflow_id },
            search: { step: step.nodeId, run: run.id },
          })
        }
      >
        {texts.openEditorData}
      </Button>
      {mayWrite && !step.nodeType.startsWith('trigger.') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="rotate-ccw" />}
          onClick={() => onAgain({ from: step.nodeId })}
        >
          {texts.runAgainHere}
        </Button>
      )}
    </div>
  );
}

function CopyMenu({ run, step, rendered }: Omit<ActionsProps, 'onAgain'>) {
  const copy = (text: string) => void copyText(text, texts.copiedDone);
  const request = { run_id: run.id, node_id: step.nodeId, iteration: step.iteration };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Icon name="copy" />}>
          {texts.copy}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy(JSON.stringify(step, undefined, 2))}>{texts.stepJSON}</Menu.Item>
        <Menu.Item disabled={!rendered} onClick={() => copy(JSON.stringify(rendered, undefined, 2))}>
          {texts.inputJSON}
        </Menu.Item>
        {step.nodeType === 'http.request' && (
          <Menu.Item
            disabled={!rendered}
            onClick={() =>
              rendered && copy(requestCurl({ params: rendered, idempotencyKey: idempotencyKey(run.id, step) }))
            }
          >
            {texts.requestCurl}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => copy(apiCurl(location.origin, '/api/v1/run/step', request))}>
          {texts.readStepCurl}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
