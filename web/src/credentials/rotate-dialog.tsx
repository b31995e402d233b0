/** Replaces the secrets of a credential. */

import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CREDENTIALS,
  type Credential,
  type CredentialField,
  credentialQuery,
  updateCredential,
} from '../api/credentials.ts';
import { problemAt } from '../api/field-problems.ts';
import { CredentialFields } from '../connection-parts/credential-fields.tsx';
import { isFilled, readValues, toFields } from '../connection-parts/field-values.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Icon } from '../look/icons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { credentialPage as texts } from '../texts/credentials.ts';
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
  const { isBusy, error, problem, perform } = useAction({ changes: [CREDENTIALS] });
  const isAtField = secrets.some(({ name }) => problemAt(error, 'fields', name) !== undefined);

  async function replace() {
    const saved = await updateCredential({
      id: credential.id,
      fields: toFields(secrets, values),
      ...(rotateAt !== credential.rotate_at && { rotate_at: rotateAt }),
    });
    queryClient.setQueryData(credentialQuery(credential.id).queryKey, saved);
    onClose();
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void perform(replace, texts.replaced);
      }}
    >
      <Stack gap="md">
        <Text>{texts.rotateExplained}</Text>
        <CredentialFields
          fields={secrets}
          values={values}
          error={error}
          keepsSecrets
          secretPlaceholder={texts.keep}
          autoFocus
          onChange={changes => setValues(before => ({ ...before, ...changes }))}
        />
        <ReminderField at={rotateAt} label={texts.nextReminder} onChange={setRotateAt} />
        <Problem>{isAtField ? undefined : problem}</Problem>
        <DialogButtons
          action={texts.replace}
          isBusy={isBusy}
          disabled={!secrets.some(({ name }) => isFilled(values[name]))}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
