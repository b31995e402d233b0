/** What people do about failed runs: the actions, and the dialogs of those that need a word. */
import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeFailures, FAILURES, type RunFailure } from '../api/failures.ts';
import { peopleSearchQuery } from '../api/people.ts';
import { runKey } from '../api/run.ts';
import { replayMany } from '../api/runs.ts';
import { useSession } from '../api/session.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { SelectionAction } from '../look/lists/selection-bar.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { countRuns } from '../texts/counts.ts';
import * as texts from '../texts/failures.ts';

interface FailureActionsProps {
  failures: readonly RunFailure[];
  /** Also offers to run them again. */
  replays?: boolean;
  onDone(): void;
}

/** The state that an action with a dialog leads to. */
type Asked = 'assigned' | 'muted' | 'resolved';

const changesOf = (failures: readonly RunFailure[]) => [FAILURES, ...failures.map(({ run_id }) => runKey(run_id))];

export function FailureActions({ failures, replays = false, onDone }: FailureActionsProps) {
  const { user } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const { perform } = useAction({ changes: changesOf(failures), noticesProblem: true });
  const runs = countRuns(failures.length);
  const every = (state: RunFailure['state']) => failures.every(failure => failure.state === state);
  const isMine = every('assigned') && failures.every(({ assignee_id }) => assignee_id === user.id);

  async function act(action: () => Promise<unknown>, done: string) {
    if (await perform(action, done)) onDone();
  }
  return (
    <>
      {!isMine && (
        <SelectionAction
          icon="user-check"
          label={texts.assignToMe}
          onClick={() => void act(() => changeFailures(failures, { state: 'assigned' }), texts.assignDone(runs))}
        />
      )}
      <SelectionAction icon="user-plus" label={texts.assign} onClick={() => setAsked('assigned')} />
      {!every('muted') && <SelectionAction icon="eye-off" label={texts.mute} onClick={() => setAsked('muted')} />}
      {!every('resolved') && (
        <SelectionAction icon="check" label={texts.resolve} onClick={() => setAsked('resolved')} />
      )}
      {!every('open') && (
        <SelectionAction
          icon="rotate-ccw"
          label={texts.reopen}
          onClick={() => void act(() => changeFailures(failures, { state: 'open' }), texts.reopenDone(runs))}
        />
      )}
      {replays && !every('resolved') && (
        <SelectionAction
          icon="repeat"
          label={texts.runAgain}
          onClick={() => {
            const ids = failures.map(({ run_id }) => run_id);
            const again = () => replayMany({ ids }, { from: 'failed', version: 'same' }, ids.length);
            void act(again, texts.replayDone(runs));
          }}
        />
      )}
      {asked && (
        <FailureDialog
          state={asked}
          failures={failures}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

const DIALOGS = {
  assigned: { title: texts.assignTitle, action: texts.assignAction, done: texts.assignDone },
  muted: { title: texts.muteTitle, action: texts.muteAction, done: texts.muteDone },
  resolved: { title: texts.resolveTitle, action: texts.resolveAction, done: texts.resolveDone },
};

/** As many characters as the service accepts. */
const NOTE_CHARACTERS = 500;

interface FailureDialogProps {
  state: Asked;
  failures: readonly RunFailure[];
  onClose(): void;
  onDone(): void;
}

function FailureDialog({ state, failures, onClose, onDone }: FailureDialogProps) {
  const [assignee, setAssignee] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const { isBusy, problem, perform } = useAction({ changes: changesOf(failures) });
  const words = DIALOGS[state];
  const runs = countRuns(failures.length);
  const isReady = state === 'resolved' || (state === 'assigned' ? assignee !== null : note.trim() !== '');

  async function submit() {
    const change = state === 'assigned' ? { state, ...(assignee !== null && { assignee }) } : { state, note };
    if (await perform(() => changeFailures(failures, change), words.done(runs))) onDone();
  }
  return (
    <Modal opened onClose={onClose} title={words.title(runs)}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (isReady) void submit();
        }}
      >
        <Stack gap="md">
          {state === 'assigned' ? (
            <AssigneeField value={assignee} onChange={setAssignee} />
          ) : (
            <TextInput
              label={state === 'muted' ? texts.reason : texts.whatDone}
              value={note}
              maxLength={NOTE_CHARACTERS}
              required={state === 'muted'}
              data-autofocus
              onChange={event => setNote(event.currentTarget.value)}
            />
          )}
          <Problem>{problem}</Problem>
          <DialogButtons action={words.action} isBusy={isBusy} disabled={!isReady} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function AssigneeField({ value, onChange }: { value: string | null; onChange(id: string | null): void }) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 150);
  const { data: people = [] } = useQuery(peopleSearchQuery(searched));
  const offered = text.trim() === '' ? [] : people;
  return (
    <Select
      label={texts.person}
      description={texts.personHint}
      placeholder={texts.nameOrAddress}
      data={offered.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      data-autofocus
    />
  );
}
