import { Button, Menu, Tooltip } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelRun, deleteRun, type RunDetail } from '../api/run.ts';
import { useMayWrite, useSession } from '../api/session.ts';
import { makeTestOfRun } from '../api/workflow-tests.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { copyText } from '../look/copy.ts';
import { formatDuration, formatExact } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PageHeader } from '../look/page/page-header.tsx';
import { sentence } from '../look/sentence.ts';
import { StateMark } from '../look/state-mark.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { apiCurl } from '../run-parts/curl.ts';
import { parseInput } from '../run-parts/input.ts';
import type { RunAgainStart } from '../run-parts/run-again-dialog.tsx';
import { isEnded, type RunState, runDuration } from '../run-parts/run-state.ts';
import { shortId, triggerWord } from '../run-parts/words.ts';
import { makeTest as testTexts } from '../texts/flow.ts';
import * as texts from '../texts/runs.ts';
import { RunLabels } from './run-labels.tsx';
import classes from './run-page.module.css';
import { ParentRun } from './step-runs.tsx';

interface RunHeaderProps {
  run: RunDetail;
  state: RunState;
  now: number;
  onAgain(start: RunAgainStart): void;
  onChanged(): void;
}

export function RunHeader({ run, state, now, onAgain, onChanged }: RunHeaderProps) {
  const mayWrite = useMayWrite();
  const [asks, setAsks] = useState<'cancel' | 'delete'>();
  const navigate = useNavigate();
  const ended = isEnded(state.status);
  const runAgain = () => onAgain({ from: state.status === 'failed' ? 'failed' : 'start' });
  usePageActions([
    ...(mayWrite ? [{ label: texts.runAgain, run: runAgain }] : []),
    ...(mayWrite && !ended ? [{ label: texts.cancelRun, run: () => setAsks('cancel') }] : []),
  ]);
  return (
    <>
      <PageHeader
        title={
          <span className={classes.title}>
            <Link to="/workflows/$workflowId" params={{ workflowId: run.workflow_id }} className="truncate">
              {run.workflow_name}
            </Link>
            <span className={`${classes.id} mono`}>{texts.run(shortId(run.id))}</span>
          </span>
        }
        actions={
          <>
            {mayWrite && (!ended || run.next_retry_at !== undefined) && (
              <Button variant="default" leftSection={<Icon name="ban" />} onClick={() => setAsks('cancel')}>
                {ended ? texts.cancelRetry : texts.cancel}
              </Button>
            )}
            {mayWrite && (
              <Button
                variant={state.status === 'failed' ? 'filled' : 'default'}
                leftSection={<Icon name="rotate-ccw" />}
                onClick={runAgain}
              >
                {texts.runAgain}
              </Button>
            )}
            <MoreMenu run={run} mayWrite={mayWrite} isEnded={ended} onDelete={() => setAsks('delete')} />
          </>
        }
      >
        <RunFacts run={run} state={state} now={now} />
      </PageHeader>
      <ConfirmDialog
        opened={asks === 'cancel'}
        title={ended ? texts.cancelRetryOfRun : texts.cancelRunQuestion}
        action={ended ? texts.cancelRetry : texts.cancelRun}
        danger
        onConfirm={async () => {
          await cancelRun(run.id);
          onChanged();
        }}
        onClose={() => setAsks(undefined)}
      >
        {ended ? texts.failureCountsThen : texts.whatSentAlreadyMay}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'delete'}
        title={texts.deleteRun}
        action={texts.deleteAction}
        danger
        onConfirm={async () => {
          await deleteRun(run.id);
          await navigate({ to: '/runs', search: {} });
        }}
        onClose={() => setAsks(undefined)}
      >
        {texts.stepsFilesConversationsApprovals}
      </ConfirmDialog>
    </>
  );
}

/** What a queued run waits for before it can begin. */
function Held({ run: { held, places = [], due_at } }: Pick<RunHeaderProps, 'run'>) {
  if (held === 'place') return <li>{texts.waitsForPlace(places)}</li>;
  if (held !== 'time' || due_at === undefined) return null;
  return <li>{sentence(texts.beginsAt, <Time at={due_at} />)}</li>;
}

function RunFacts({ run, state, now }: Pick<RunHeaderProps, 'run' | 'state' | 'now'>) {
  const { totalMs, waitedMs, queuedMs } = runDuration(state, now);
  const hasWaited = waitedMs >= 1_000;
  return (
    <ul className={classes.facts} aria-label={texts.aboutRun}>
      <li>
        <StateMark state={state.status} label />
      </li>
      {run.parent_run_id === undefined && <li>{triggerWord(run.trigger_type)}</li>}
      <li>{run.version === null ? texts.draftVersion : texts.versionNumber(run.version)}</li>
      {run.is_test && (
        <li>
          <Icon name="flask-conical" />
          {texts.testInText}
        </li>
      )}
      <li>
        <Time at={run.created.timestamp} />
      </li>
      {state.startedAt !== null && (
        <Tooltip
          label={
            state.finishedAt === null
              ? texts.startedAt(formatExact(state.startedAt))
              : texts.fromTo(formatExact(state.startedAt), formatExact(state.finishedAt))
          }
        >
          <li>
            <Icon name="clock" />
            {hasWaited
              ? texts.workedAndWaited(formatDuration(totalMs - waitedMs), formatDuration(waitedMs))
              : formatDuration(totalMs)}
          </li>
        </Tooltip>
      )}
      {queuedMs >= 1_000 && (
        <li>
          <Icon name="hourglass" />
          {texts.queued(formatDuration(queuedMs))}
        </li>
      )}
      {state.status === 'queued' && <Held run={run} />}
      {run.credits > 0 && <li>{texts.creditsSpent(run.credits)}</li>}
      {run.parent_run_id !== undefined && <ParentRun id={run.parent_run_id} nodeId={run.parent_node_id} />}
      {run.labels && (
        <li>
          <RunLabels labels={run.labels} />
        </li>
      )}
      {run.next_retry_at !== undefined && (
        <li>
          <Icon name="repeat" />
          {sentence(texts.triedAgain, <Time at={run.next_retry_at} />)}
        </li>
      )}
      {run.replay_of !== null && (
        <li>
          {sentence(
            texts.replayOf,
            <Link to="/runs/$runId" params={{ runId: run.replay_of }} search={{}} className="mono">
              {shortId(run.replay_of)}
            </Link>,
          )}
        </li>
      )}
    </ul>
  );
}

interface MoreMenuProps {
  run: RunDetail;
  mayWrite: boolean;
  isEnded: boolean;
  onDelete(): void;
}

function MoreMenu({ run, mayWrite, isEnded: hasEnded, onDelete }: MoreMenuProps) {
  const { perform } = useAction({ noticesProblem: true });
  const copy = (text: string, what: string) => void copyText(text, texts.copied(what));
  const { workflow_id, trigger_node_id } = run;
  // The team sees a run, but only the user for whom it executed deletes it.
  const isOwn = useSession().user.id === run.created.user_id;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton icon="ellipsis" label={texts.moreAboutRun} variant="default" />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" />} onClick={() => copy(run.id, texts.id)}>
          {texts.copyTheId}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="braces" />}
          onClick={() => copy(JSON.stringify(run, undefined, 2), texts.runWas)}
        >
          {texts.copyJSON}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="braces" />} onClick={() => copy(run.input_json, texts.input)}>
          {texts.copyInput}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="terminal" />}
          onClick={() =>
            copy(
              apiCurl(location.origin, '/api/v3/workflow/run', {
                workflow_id,
                trigger_node_id,
                input: parseInput(run.input_json),
              }),
              texts.command,
            )
          }
        >
          {texts.copyAsCurl}
        </Menu.Item>
        {mayWrite && hasEnded && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="flask-conical" />}
              onClick={() =>
                perform(
                  () => makeTestOfRun(run.id),
                  ({ name }) => testTexts.made(name),
                )
              }
            >
              {testTexts.item}
            </Menu.Item>
            {isOwn && (
              <Menu.Item leftSection={<Icon name="trash-2" />} c="var(--failed)" onClick={onDelete}>
                {texts.deleteAction}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
