/** Makes a key in two steps: what it may do, and then the key itself, which is shown only there. */

import { Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { SCOPES } from '../administration-parts/scopes.ts';
import { createKey, keysQuery, type Scope } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { CopyBox } from '../look/copy-box.tsx';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { everything, scopeWords } from '../texts/scopes.ts';
import * as texts from '../texts/settings.ts';
import classes from './settings.module.css';

interface NewKeyDialogProps {
  opened: boolean;
  onClose(): void;
}

export function NewKeyDialog({ opened, onClose }: NewKeyDialogProps) {
  const [secret, setSecret] = useState<string>();

  function close() {
    onClose();
    setSecret(undefined);
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret === undefined ? texts.newAPIKey : texts.yourNewKey}
      size="lg"
      // A click beside it must not lose a key that nobody has copied.
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <KeyForm onClose={close} onCreated={setSecret} />
      ) : (
        <CreatedKey secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

function KeyForm({ onCreated, onClose }: { onCreated(key: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState('some');
  const [chosen, setChosen] = useState<string[]>([]);
  const { user } = useSession();
  const { isBusy, problem, perform } = useAction({ changes: [keysQuery(user.id).queryKey] });
  const scopes: Scope[] = kind === 'everything' ? ['*'] : SCOPES.filter(scope => chosen.includes(scope));

  async function create(event: FormEvent) {
    event.preventDefault();
    await perform(async () => onCreated((await createKey({ name, scopes })).key));
  }

  return (
    <form onSubmit={create}>
      <Stack gap="md">
        <Problem>{problem}</Problem>
        <TextInput
          label={texts.name}
          description={texts.programWillUse}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Radio.Group label={texts.whatMayDo} value={kind} onChange={setKind}>
          <Stack gap="xs" mt="xs">
            <Radio value="some" label={texts.onlyWhatYouChoose} />
            <Radio value="everything" label={everything.label} description={everything.allows} />
          </Stack>
        </Radio.Group>
        {kind === 'some' && (
          <Checkbox.Group aria-label={texts.scopesKey} value={chosen} onChange={setChosen}>
            <div className={classes.scopes}>
              {SCOPES.map(scope => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={scopeWords[scope].label}
                  description={scopeWords[scope].allows}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <DialogButtons action={texts.createKey} isBusy={isBusy} disabled={scopes.length === 0} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function CreatedKey({ secret, onClose }: { secret: string; onClose(): void }) {
  const { public_url } = useSession();
  const curl = `curl -X POST ${public_url}/api/v3/workflow/find -H "uni-api-key: ${secret}"`;
  return (
    <Stack gap="md">
      <Text>{texts.copyNowNotShown}</Text>
      <CopyBox text={secret} label={texts.copyTheKey} />
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          {texts.firstRequest}
        </Text>
        <CopyBox text={curl} label={texts.copyTheCommand} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>{texts.iCopied}</Button>
      </Group>
    </Stack>
  );
}
