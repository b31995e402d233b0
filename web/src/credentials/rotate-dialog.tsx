/** Replaces the secrets of a credential. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type Credential,
  type CredentialField,
  credentialQuery,
  refreshCredentials,
  updateCredential,
} from '../api/credentials.ts';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import { isFilled, readValues, toFields } from '../connection-parts/field-values.ts';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { credentialPage as texts } from '../texts/credentials.ts';
import { fieldProblems, placeProblem } from './problem-place.ts';
import { ReminderField } from './reminder-field.tsx';

interface RotateProps {
  credential: Credential;
  secrets: readonly CredentialField[];
}

export function RotateButton(props: RotateProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="refresh-cw" />} onClick={() => setOpened(true)}>
        {texts.rotate}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.rotateTitle(props.credential.name)}
        closeButtonProps={{ 'aria-label': texts.close }}
        // What was typed should not be lost by a click beside the dialog.
        closeOnClickOutside={false}
      >
        <RotateForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function RotateForm({ credential, secrets, onClose }: RotateProps & { onClose(): void }) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState(() => readValues(secrets, {}));
  const [rotateAt, setRotateAt] = useState(credential.rotate_at);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const placed = problem === undefined ? undefined : placeProblem(problem, secrets);
  const atField = placed ? fieldProblems(placed) : {};

  async function replace(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const saved = await updateCredential({
        id: credential.id,
        fields: toFields(secrets, values),
        ...(rotateAt !== credential.rotate_at && { rotate_at: rotateAt }),
      });
      queryClient.setQueryData(credentialQuery(credential.id).queryKey, saved);
      void refreshCredentials(queryClient);
      showNotice({ message: texts.replaced });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={event => void replace(event)}>
      <Stack gap="md">
        <Text>{texts.rotateExplained}</Text>
        <CredentialFields
          fields={secrets}
          values={values}
          problems={atField}
          keepsSecrets
          secretPlaceholder={texts.keep}
          autoFocus
          onChange={setValues}
        />
        <ReminderField at={rotateAt} label={texts.nextReminder} onChange={setRotateAt} />
        {problem !== undefined && Object.keys(atField).length === 0 && (
          <Text c="var(--failed)" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!secrets.some(({ name }) => isFilled(values[name]))}>
            {texts.replace}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
