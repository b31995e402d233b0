import { Button, Modal, Skeleton } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteUser, remainsQuery, type User, type UserRemains } from '../api/administration.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { userPanel as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';

interface UserDeletionProps {
  user: User;
  changed: readonly QueryKey[];
  onDeleted(): void;
}

export function UserDeletion({ user, changed, onDeleted }: UserDeletionProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className={classes.text}>{texts.deleteHint}</p>
      <p className={classes.text}>
        <Button variant="default" color="red.9" onClick={() => setAsking(true)}>
          {texts.deleteUser}
        </Button>
      </p>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={words.deleteQuestion(user.name)}>
        <Question user={user} changed={changed} onClose={() => setAsking(false)} onDeleted={onDeleted} />
      </Modal>
    </>
  );
}

/** Says what goes with the user, or why it is not possible, before anything happens. */
function Question({ user, changed, onClose, onDeleted }: UserDeletionProps & { onClose(): void }) {
  const { data, error, refetch } = useQuery(remainsQuery(user.id));
  const { isBusy, problem, perform } = useAction({ changes: changed });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  const isPossible = data.prevents.length === 0;

  async function remove() {
    await deleteUser(user.id);
    onDeleted();
  }

  return (
    <>
      <Remains remains={data} />
      <Problem>{problem}</Problem>
      <DialogButtons
        action={words.deleteAction}
        isBusy={isBusy}
        disabled={!isPossible}
        danger
        mt="lg"
        onAction={() => perform(remove, words.wasDeleted(user.name))}
        onCancel={onClose}
      />
    </>
  );
}

function Remains({ remains: { prevents, deletes } }: { remains: UserRemains }) {
  const isPossible = prevents.length === 0;
  const things = isPossible ? deletes : prevents;
  if (things.length === 0) return <p className={classes.text}>{texts.deletesNothing}</p>;
  return (
    <div className={classes.text}>
      {isPossible ? texts.deletes : texts.prevents}
      <ul className={classes.bullets}>
        {things.map(thing => (
          <li key={thing.what}>{texts.countThings(thing)}</li>
        ))}
      </ul>
    </div>
  );
}
