/** One assistant: what it is told, what it may do, and who may use it. */

import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  ASSISTANTS,
  type Assistant,
  assistantQuery,
  createAssistant,
  deleteAssistant,
  updateAssistant,
} from '../api/assistants.ts';
import { ApiError } from '../api/transport/client.ts';
import { Icon } from '../look/icons.tsx';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { LinkButton } from '../look/inputs/link-button.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { showNotice } from '../look/states/notices.tsx';
import { assistants as texts } from '../texts/assistants.ts';
import * as words from '../texts/common.ts';
import { AssistantFields } from './assistant-fields.tsx';
import { EMPTY_FORM, findChanges, toCreation, toForm } from './form.ts';

export function AssistantPage() {
  const { assistantId } = useParams({ from: '/shell/assistants/$assistantId' });
  return assistantId === 'new' ? <NewAssistant /> : <KnownAssistant key={assistantId} id={assistantId} />;
}

function NewAssistant() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={texts.newAssistant} actions={<AllButton />} />
      <AssistantFields
        initial={EMPTY_FORM}
        readOnly={false}
        action={texts.create}
        onSave={async form => {
          const { id } = await createAssistant(toCreation(form));
          showNotice({ message: texts.created });
          return () => void navigate({ to: '/assistants/$assistantId', params: { assistantId: id }, replace: true });
        }}
      />
    </>
  );
}

/** The same for an assistant that is not shared with the user as for one that never was. */
function NoAssistant() {
  return (
    <EmptyState
      icon="bot"
      title={texts.notFound}
      text={texts.notFoundText}
      action={<LinkButton to="/assistants">{texts.all}</LinkButton>}
    />
  );
}

function KnownAssistant({ id }: { id: string }) {
  const { data: assistant, error, refetch } = useQuery(assistantQuery(id));
  if (error instanceof ApiError && error.status === 404) return <NoAssistant />;
  if (error && !assistant) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!assistant) return <Loader size="sm" m="md" aria-label={texts.title} />;
  return <OneAssistant assistant={assistant} />;
}

function OneAssistant({ assistant }: { assistant: Assistant }) {
  const queryClient = useQueryClient();
  // A builder is changed in its workflow.
  const mayChange = assistant.permissions.write && assistant.workflow_id === null;
  // The form begins with what was read first: it must not change under somebody's hands.
  const [initial, setInitial] = useState(() => toForm(assistant));
  return (
    <>
      <PageHeader
        title={assistant.name}
        actions={
          <>
            <AllButton />
            {mayChange && <DeleteButton assistant={assistant} />}
            <Button
              renderRoot={props => <Link {...props} to="/chat" search={{ assistant: assistant.id }} />}
              variant="default"
              leftSection={<Icon name="message-square" />}
            >
              {texts.chat}
            </Button>
          </>
        }
      />
      <AssistantFields
        initial={initial}
        readOnly={!mayChange}
        action={texts.save}
        onSave={async form => {
          const saved = await updateAssistant(findChanges(assistant.id, initial, form));
          queryClient.setQueryData(assistantQuery(assistant.id).queryKey, saved);
          showNotice({ message: texts.saved });
          return () => setInitial(toForm(saved));
        }}
      />
    </>
  );
}

function AllButton() {
  return (
    <LinkButton to="/assistants" isBack>
      {texts.all}
    </LinkButton>
  );
}

function DeleteButton({ assistant: { id, name } }: { assistant: Assistant }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      icon="trash-2"
      title={words.deleteQuestion(name)}
      action={words.deleteAction}
      danger
      changes={[ASSISTANTS]}
      onConfirm={async () => {
        await deleteAssistant(id);
        await navigate({ to: '/assistants', ignoreBlocker: true });
      }}
    >
      {texts.deleteText}
    </ConfirmButton>
  );
}
