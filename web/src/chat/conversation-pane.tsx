/** One conversation: its messages, and the field for the next one. */
import { ActionIcon, Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Assistant, assistantsQuery } from '../api/assistants.ts';
import { type ConsoleConversation, type Model, modelsQuery } from '../api/chat.ts';
import { Composer } from '../chat-parts/composer.tsx';
import { formatCredits } from '../chat-parts/credits.ts';
import { MessageList } from '../chat-parts/message-list.tsx';
import { isOpen, type Question } from '../chat-parts/turn.ts';
import { useChatStream } from '../chat-parts/use-chat-stream.ts';
import { explain } from '../look/explain.ts';
import { Icon } from '../look/icons.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { showNotice } from '../look/states/notices.tsx';
import { chat as texts } from '../texts/chat.ts';
import {
  type Addressee,
  describeAddressee,
  describeAssistant,
  describeModel,
  findAddressee,
  nameOf,
  toRequest,
} from './addressee.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import classes from './conversation-pane.module.css';
import type { ChatSearch } from './search.ts';

interface ConversationPaneProps {
  conversationId: string;
  draftKey: string;
  /** Whether this is the chat that nothing was sent to yet. */
  isNew: boolean;
  search: ChatSearch;
  onAddressee(addressee: Addressee): void;
  /** Called when the first message of a new chat was sent. */
  onBegun(): void;
}

const CURL = `curl -N "$HEDDLE_URL/api/v3/chat/stream" -H "uni-api-key: $KEY" -d '{"message": "What is a heddle?"}'`;

export function ConversationPane(props: ConversationPaneProps) {
  const { conversationId, draftKey, isNew, search, onAddressee } = props;
  const { data: models, error: modelsError, refetch: readModels } = useQuery(modelsQuery);
  const { data: assistants = [] } = useQuery(assistantsQuery);
  const chat = useChatStream({ conversationId, draftKey, isNew: useWasNew(conversationId, isNew) });
  const { conversation, turn, elsewhere, draft } = chat;
  const addressee = findAddressee(search, { models: models ?? [], assistants, conversation });
  useBegun(props, turn !== undefined || conversation !== undefined);

  if (chat.error) return <ErrorState error={chat.error} onRetry={chat.retry} />;
  if (modelsError && !models) return <ErrorState error={modelsError} onRetry={() => void readModels()} />;

  if (chat.isMissing) return <Missing />;

  function ask(question: Question) {
    if (addressee) chat.send(question, toRequest(addressee));
  }

  const isBusy = isOpen(turn) || elsewhere !== undefined;
  const name = addressee ? nameOf(addressee) : '';
  const stop = () => chat.stop().catch(error => showNotice({ message: explain(error), failed: true }));
  return (
    <section className="column min-w-0 min-h-0" aria-label={conversation?.title || texts.newChat}>
      <PaneHeader conversation={conversation} />
      {models?.length === 0 && !conversation && draft.sent === null ? (
        <NoModel />
      ) : (
        <MessageList
          chat={chat}
          answerer={conversation?.assistant?.name || name}
          empty={<Start addressee={addressee} models={models ?? []} assistants={assistants} />}
          onAskAgain={() => turn && ask(draft.text === '' && draft.files.length === 0 ? turn.question : draft)}
        />
      )}
      {models?.length === 0 && conversation && <p className={classes.note}>{texts.noModelTitle}</p>}
      {addressee && (
        <div className={classes.foot}>
          <Composer
            draft={draft}
            onChange={chat.changeDraft}
            onSend={ask}
            isBusy={isBusy}
            onStop={elsewhere?.by === 'run' ? undefined : stop}
            refusal={chat.refusal}
          >
            {isBusy ? (
              <span>{elsewhere?.by === 'run' ? texts.madeByRun : texts.goesOn}</span>
            ) : (
              <AddresseePicker
                addressee={addressee}
                models={models ?? []}
                assistants={assistants}
                onChange={onAddressee}
              />
            )}
          </Composer>
        </div>
      )}
    </section>
  );
}

/** A chat that was new when it was opened is not read before it has an answer: the service would not know it. */
function useWasNew(conversationId: string, isNew: boolean): boolean {
  const [held, setHeld] = useState({ conversationId, isNew });
  if (held.conversationId !== conversationId) setHeld({ conversationId, isNew });
  return held.conversationId === conversationId ? held.isNew : isNew;
}

/** Tells when a new chat is not new any more. */
function useBegun({ onBegun, isNew }: ConversationPaneProps, hasBegun: boolean): void {
  const latest = useRef(onBegun);
  latest.current = onBegun;
  useEffect(() => {
    if (isNew && hasBegun) latest.current();
  }, [isNew, hasBegun]);
}

function PaneHeader({ conversation }: { conversation: ConsoleConversation | undefined }) {
  const { run, assistant, credits = 0 } = conversation ?? {};
  return (
    <header className={classes.header}>
      <ActionIcon
        renderRoot={props => <Link {...props} to="/chat" search={{}} />}
        aria-label={texts.back}
        className={classes.back}
      >
        <Icon name="arrow-left" />
      </ActionIcon>
      <h1 className="truncate">{conversation?.title || texts.newChat}</h1>
      {credits > 0 && <span className={classes.credits}>{texts.creditsOfAll(formatCredits(credits))}</span>}
      {run && (
        <Link to="/runs/$runId" params={{ runId: run.id }}>
          {texts.openRun}
        </Link>
      )}
      {typeof assistant?.workflow_id === 'string' && (
        <Link to="/workflows/$workflowId" params={{ workflowId: assistant.workflow_id }}>
          {texts.openWorkflow}
        </Link>
      )}
      <span className={classes.space} />
      {conversation && <ConversationMenu conversation={conversation} />}
    </header>
  );
}

interface StartProps {
  addressee: Addressee | undefined;
  models: readonly Model[];
  assistants: readonly Assistant[];
}

function Start({ addressee, models, assistants }: StartProps) {
  if (!addressee) return null;
  const about = describeAddressee(addressee, { models, assistants });
  const text = addressee.kind === 'model' ? texts.startModel(addressee.id) : texts.startAssistant(addressee.name);
  return (
    <EmptyState
      icon={addressee.kind === 'model' ? 'sparkles' : 'bot'}
      title={texts.startTitle}
      text={
        <>
          {text}
          <br />
          {about}
        </>
      }
      curl={CURL}
    />
  );
}

function Missing() {
  return (
    <EmptyState
      icon="message-square"
      title={texts.missingTitle}
      text={texts.missingText}
      action={
        <Button renderRoot={props => <Link {...props} to="/chat" search={{}} />} variant="default">
          {texts.newChat}
        </Button>
      }
    />
  );
}

function NoModel() {
  return (
    <EmptyState
      icon="sparkles"
      title={texts.noModelTitle}
      text={texts.noModelText}
      curl={texts.noModelSetting}
      action={
        <Button variant="default" component="a" href="/docs" leftSection={<Icon name="file-text" />}>
          {texts.readDocs}
        </Button>
      }
    />
  );
}

interface AddresseePickerProps {
  addressee: Addressee;
  models: readonly Model[];
  assistants: readonly Assistant[];
  onChange(addressee: Addressee): void;
}

function AddresseePicker({ addressee, models, assistants, onChange }: AddresseePickerProps) {
  const options = [
    ...models.map(model => ({
      addressee: { kind: 'model', id: model.id } as const,
      label: model.default ? texts.defaultModel(model.id) : model.id,
      about: describeModel(model),
    })),
    ...assistants.map(assistant => ({
      addressee: { kind: 'assistant', id: assistant.id, name: assistant.name } as const,
      label: assistant.name,
      about: describeAssistant(assistant),
    })),
  ];
  // The builder of a workflow is not among the assistants, but answers in its conversations.
  const isListed = options.some(option => toValue(option.addressee) === toValue(addressee));
  const other = isListed || addressee.kind === 'model' ? [] : [{ addressee, label: addressee.name, about: '' }];
  const all = new Map([...other, ...options].map(option => [toValue(option.addressee), option]));
  const group = (kind: Addressee['kind']) =>
    [...all].filter(([, option]) => option.addressee.kind === kind).map(([value, { label }]) => ({ value, label }));
  return (
    <Select
      className={classes.picker}
      aria-label={texts.talkTo}
      size="xs"
      leftSection={<Icon name={addressee.kind === 'model' ? 'sparkles' : 'bot'} />}
      data={[
        { group: texts.assistants, items: group('assistant') },
        { group: texts.models, items: group('model') },
      ].filter(({ items }) => items.length > 0)}
      value={toValue(addressee)}
      allowDeselect={false}
      searchable={all.size > 8}
      maxDropdownHeight={360}
      comboboxProps={{ width: 360, position: 'top-start' }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className="dim">{all.get(option.value)?.about}</span>
        </span>
      )}
      onChange={value => {
        const chosen = value === null ? undefined : all.get(value);
        if (chosen) onChange(chosen.addressee);
      }}
    />
  );
}

function toValue({ kind, id }: Addressee): string {
  return `${kind} ${id}`;
}
