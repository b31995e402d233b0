import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelRun, deleteRun, type RunDetail } from '../api/run.ts';
import { useMayWrite } from '../api/session.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { formatDuration, formatExact } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { Time } from '../look/time.tsx';
import { apiCurl } from '../run-parts/curl.ts';
import { parseInput } from '../run-parts/input.ts';
import type { RunAgainStart } from '../run-parts/run-again-dialog.tsx';
import { isEnded, type RunState, runDuration } from '../run-parts/run-state.ts';
import { shortId, triggerWord } from '../run-parts/words.ts';
import classes from './run-page.module.css';

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
  return (
    <>
      <PageHeader
        title={
          <span className={classes.title}>
            <Link to="/workflows/$workflowId" params={{ workflowId: run.workflow_id }} className="truncate">
              {run.workflow_name}
            </Link>
            <span className={`${classes.id} mono`}>run {shortId(run.id)}</span>
          </span>
        }
        actions={
          <>
            {mayWrite && !ended && (
              <Button variant="default" leftSection={<Icon name="ban" />} onClick={() => setAsks('cancel')}>
                Cancel
              </Button>
            )}
            {mayWrite && (
              <Button
                variant={state.status === 'failed' ? 'filled' : 'default'}
                leftSection={<Icon name="rotate-ccw" />}
                onClick={() => onAgain({ from: state.status === 'failed' ? 'failed' : 'start' })}
              >
                Run again
              </Button>
            )}
            <MoreMenu run={run} mayDelete={mayWrite && ended} onDelete={() => setAsks('delete')} />
          </>
        }
      >
        <RunFacts run={run} state={state} now={now} />
      </PageHeader>
      <ConfirmDialog
        opened={asks === 'cancel'}
        title="Cancel this run?"
        action="Cancel the run"
        danger
        onConfirm={async () => {
          await cancelRun(run.id);
          onChanged();
        }}
        onClose={() => setAsks(undefined)}
      >
        What it has sent already may have happened. Steps that are under way are stopped and count as failed. The run
        stays here and can be run again.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'delete'}
        title="Delete this run?"
        action="Delete"
        danger
        onConfirm={async () => {
          await deleteRun(run.id);
          await navigate({ to: '/runs', search: {} });
        }}
        onClose={() => setAsks(undefined)}
      >
        Its steps, and the files, conversations and approvals that they made, are deleted too. This can not be undone.
      </ConfirmDialog>
    </>
  );
}

function RunFacts({ run, state, now }: Pick<RunHeaderProps, 'run' | 'state' | 'now'>) {
  const { totalMs, waitedMs, queuedMs } = runDuration(state, now);
  const waits = waitedMs >= 1_000 ? ` + ${formatDuration(waitedMs)} waiting` : '';
  return (
    <ul className={classes.facts} aria-label="About the run">
      <li>
        <StateMark state={state.status} label />
      </li>
      <li>{triggerWord(run.trigger_type)}</li>
      <li>{run.version === null ? 'draft' : `version ${run.version}`}</li>
      {run.is_test && (
        <li>
          <Icon name="flask-conical" />
          test
        </li>
      )}
      <li>
        <Time at={run.created.timestamp} />
      </li>
      {state.startedAt !== null && (
        <Tooltip
          label={
            state.finishedAt === null
              ? `Started ${formatExact(state.startedAt)}`
              : `${formatExact(state.startedAt)} to ${formatExact(state.finishedAt)}`
          }
        >
          <li>
            <Icon name="clock" />
            {formatDuration(totalMs - (waits === '' ? 0 : waitedMs))}
            {waits}
          </li>
        </Tooltip>
      )}
      {queuedMs >= 1_000 && (
        <li>
          <Icon name="hourglass" />
          {formatDuration(queuedMs)} queued
        </li>
      )}
      {run.credits > 0 && <li>{formatCredits(run.credits)}</li>}
      {run.replay_of !== null && (
        <li>
          again of
          <Link to="/runs/$runId" params={{ runId: run.replay_of }} search={{}} className="mono">
            {shortId(run.replay_of)}
          </Link>
        </li>
      )}
    </ul>
  );
}

function formatCredits(credits: number): string {
  return `${credits.toLocaleString('en', { maximumFractionDigits: 2 })} ${credits === 1 ? 'credit' : 'credits'}`;
}

function MoreMenu({ run, mayDelete, onDelete }: { run: RunDetail; mayDelete: boolean; onDelete(): void }) {
  const clipboard = useClipboard();
  const copy = (text: string, what: string) => {
    clipboard.copy(text);
    showNotice({ message: `${what} copied` });
  };
  const { workflow_id, trigger_node_id } = run;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label="More about this run" variant="default">
          <Icon name="ellipsis" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" />} onClick={() => copy(run.id, 'The id was')}>
          Copy the id
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="braces" />}
          onClick={() => copy(JSON.stringify(run, undefined, 2), 'The run was')}
        >
          Copy as JSON
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="braces" />} onClick={() => copy(run.input_json, 'The input was')}>
          Copy the input
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
              'The command was',
            )
          }
        >
          Copy as curl
        </Menu.Item>
        {mayDelete && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="trash-2" />} c="var(--failed)" onClick={onDelete}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
