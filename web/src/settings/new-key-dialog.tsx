/** Makes a key in two steps: what it may do, and then the key itself, which is shown only there. */
import { Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { createKey, type Scope } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { EVERYTHING, SCOPE_WORDS, SCOPES } from './scopes.ts';
import { Problem } from './section.tsx';
import classes from './settings.module.css';
import { useAction } from './use-action.ts';

interface NewKeyDialogProps {
  opened: boolean;
  onCreated(): Promise<unknown>;
  onClose(): void;
}

export function NewKeyDialog({ opened, onCreated, onClose }: NewKeyDialogProps) {
  const [secret, setSecret] = useState<string>();

  function close() {
    onClose();
    setSecret(undefined);
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret === undefined ? 'New API key' : 'Your new key'}
      size="lg"
      // A click beside it must not lose a key that nobody has copied.
      closeOnClickOutside={secret === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {secret === undefined ? (
        <KeyForm
          onClose={close}
          onCreated={async key => {
            setSecret(key);
            await onCreated();
          }}
        />
      ) : (
        <CreatedKey secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

function KeyForm({ onCreated, onClose }: { onCreated(key: string): Promise<unknown>; onClose(): void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState('some');
  const [chosen, setChosen] = useState<string[]>([]);
  const { isBusy, problem, perform } = useAction();
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
          label="Name"
          description="The program that will use it."
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Radio.Group label="What it may do" value={kind} onChange={setKind}>
          <Stack gap="xs" mt="xs">
            <Radio value="some" label="Only what you choose" />
            <Radio value="everything" label={EVERYTHING.label} description={EVERYTHING.allows} />
          </Stack>
        </Radio.Group>
        {kind === 'some' && (
          <Checkbox.Group aria-label="Scopes of the key" value={chosen} onChange={setChosen}>
            <div className={classes.scopes}>
              {SCOPES.map(scope => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={SCOPE_WORDS[scope].label}
                  description={SCOPE_WORDS[scope].allows}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={scopes.length === 0}>
            Create the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CreatedKey({ secret, onClose }: { secret: string; onClose(): void }) {
  const { public_url } = useSession();
  const curl = `curl -X POST ${public_url}/api/v3/workflow/find -H "uni-api-key: ${secret}"`;
  return (
    <Stack gap="md">
      <Text>Copy it now: it is not shown again. Whoever has it can do what it allows, in your name.</Text>
      <div className={classes.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          A first request
        </Text>
        <div className={classes.secret}>
          <code>{curl}</code>
          <CopyButton text={curl} label="Copy the command" />
        </div>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
