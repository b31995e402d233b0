import { ActionIcon, Button, CloseButton, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { cancelRun } from '../../api/run.ts';
import { UNREACHABLE } from '../../api/transport/client.ts';
import { CopyButton } from '../../look/copy-button.tsx';
import { formatDuration } from '../../look/duration.ts';
import { Icon } from '../../look/icons.tsx';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { lazily } from '../../look/lazily.tsx';
import { StateMark } from '../../look/state-mark.tsx';
import type { LoopItems } from '../../run-parts/loop-items.ts';
import { buildRows } from '../../run-parts/rows.ts';
import { isEnded, type RunState, readStepKey, runDuration } from '../../run-parts/run-state.ts';
import { useNow } from '../../run-parts/use-run.ts';
import { shortId, triggerWord } from '../../run-parts/words.ts';
import * as texts from '../../texts/editor-run.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { showProblem, useEditorRun } from './editor-run-context.ts';
import classes from './run-bar.module.css';

const TimelineView = lazily(async () => (await import('../../run-parts/timeline-view.tsx')).TimelineView);

/** The run below the canvas: one line, or its timeline. */
export function RunBar() {
  const { watched, isShown, listening, stopListening } = useEditorRun();
  return (
    <>
      {listening && (
        <div className={classes.bar} role="status">
          <Icon name="radio" />
          {listening.url === undefined ? (
            <span>{texts.gettingReadyCall}</span>
          ) : (
            <>
              <span>{texts.draftRunsNextCall}</span>
              <code className={`${classes.url} mono truncate`}>{listening.url}</code>
              <CopyButton text={`curl ${listening.url} -d '{}'`} label={texts.copyAsCurl} />
            </>
          )}
          <span className="flex-1" />
          <Button size="compact-sm" variant="default" onClick={stopListening}>
            {texts.stopWaiting}
          </Button>
        </div>
      )}
      {isShown && watched.error && <Problem message={watched.error.message} />}
      {isShown && watched.state && <ShownRun state={watched.state} />}
    </>
  );
}

function Problem({ message }: { message: string }) {
  const { dismiss } = useEditorRun();
  return (
    <div className={classes.bar} role="alert">
      <Icon name="triangle-alert" />
      <span>{message}</span>
      <span className="flex-1" />
      <CloseButton aria-label={texts.close} onClick={dismiss} />
    </div>
  );
}

function ShownRun({ state }: { state: RunState }) {
  const { watched, offered, show, dismiss, reload } = useEditorRun();
  const [isOpen, setOpen] = useState(false);
  const now = useNow(!isEnded(state.status));
  const { totalMs } = runDuration(state, now);
  const trigger = watched.run?.trigger_type;
  return (
    <section className={classes.drawer} aria-label={texts.runAction}>
      <div className={classes.bar}>
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-up'}
          label={isOpen ? texts.hideTimeline : texts.showTimeline}
          hint
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <span className="inline-flex" role="status">
          <StateMark state={state.status} label />
        </span>
        <span className="dim">
          {formatDuration(totalMs)}
          {trigger !== undefined && ` · ${triggerWord(trigger)}`}
          {watched.run?.is_test && ` · ${texts.testInText}`}
          {state.id !== '' && ` · ${texts.runId(shortId(state.id))}`}
        </span>
        {watched.connection === 'lost' && (
          <span className="warning" role="status">
            {texts.runShownKnownLast(UNREACHABLE)}
          </span>
        )}
        {state.error !== '' && <span className={`${classes.error} truncate`}>{state.error}</span>}
        <span className="flex-1" />
        {offered !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => show(offered)}>
            {texts.showNewerRun}
          </Button>
        )}
        {!isEnded(state.status) && state.id !== '' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="ban" />}
            onClick={() => void cancelRun(state.id).then(reload, showProblem)}
          >
            {texts.cancel}
          </Button>
        )}
        {state.id !== '' && (
          <Tooltip label={texts.openPage}>
            <ActionIcon
              aria-label={texts.openRunPage}
              renderRoot={props => <Link to="/runs/$runId" params={{ runId: state.id }} search={{}} {...props} />}
            >
              <Icon name="maximize-2" size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <CloseButton aria-label={texts.closeRun} onClick={dismiss} />
      </div>
      {isOpen && <BarTimeline state={state} now={now} />}
    </section>
  );
}

function BarTimeline({ state, now }: { state: RunState; now: number }) {
  const { store, canvas } = useEditorParts();
  const { structure } = useEditorRun();
  const open = useEditor(editor => editor.open);
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [selected, setSelected] = useState<string>();
  const rows = useMemo(() => buildRows({ state, structure, chosen }), [state, structure, chosen]);
  const select = (key: string) => {
    const { nodeId } = readStepKey(key);
    setSelected(key);
    store.getState().select([nodeId]);
    store.getState().openItem(nodeId);
    canvas.current?.reveal(nodeId);
  };
  const isStillOpen = selected !== undefined && readStepKey(selected).nodeId === open;
  return (
    <div className={classes.timeline}>
      <TimelineView
        state={state}
        structure={structure}
        rows={rows}
        now={now}
        selected={isStillOpen ? selected : (open ?? undefined)}
        onSelect={select}
        onChooseItem={(loop: LoopItems, index: number) => setChosen(previous => new Map(previous).set(loop.key, index))}
      />
    </div>
  );
}
