import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteUser, remainsQuery, type User, type UserRemains } from '../api/administration.ts';
import { useAction } from '../api/use-action.ts';
import { ErrorState } from '../look/error-state.tsx';
import { showNotice } from '../look/notices.tsx';
import { userPanel as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { Problem } from './split.tsx';

interface UserDeletionProps {
  user: User;
  onDeleted(): void;
  onReload(): Promise<unknown>;
}

export function UserDeletion({ user, onDeleted, onReload }: UserDeletionProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className={classes.text}>{texts.deleteHint}</p>
      <p className={classes.text}>
        <Button variant="default" color="red.9" onClick={() => setAsking(true)}>
          {texts.deleteUser}
        </Button>
      </p>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.deleteQuestion(user.name)}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Question
          user={user}
          onClose={() => setAsking(false)}
          onDeleted={async () => {
            onDeleted();
            await onReload();
          }}
        />
      </Modal>
    </>
  );
}

/** Says what goes with the user, or why it is not possible, before anything happens. */
function Question({ user, onClose, onDeleted }: { user: User; onClose(): void; onDeleted(): Promise<unknown> }) {
  const { data, error, refetch } = useQuery(remainsQuery(user.id));
  const { isBusy, problem, perform } = useAction();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  const isPossible = data.prevents.length === 0;

  async function remove() {
    await deleteUser(user.id);
    showNotice({ message: texts.deleted(user.name) });
    await onDeleted();
  }

  return (
    <>
      <Remains remains={data} />
      <Problem>{problem}</Problem>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button color="red.9" loading={isBusy} disabled={!isPossible} onClick={() => perform(remove)}>
          {texts.remove}
        </Button>
      </Group>
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
