/** The builder beside the canvas: its conversation, and what it changed or proposed. */

import { Loader, Switch, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { builderQuery, changeKey, openChangesQuery } from '../../api/builder.ts';
import type { ConsoleChatEvent, ToolUse } from '../../api/chat.ts';
import { useSession } from '../../api/session.ts';
import { newUuid } from '../../api/transport/uuid.ts';
import { Composer } from '../../chat-parts/composer.tsx';
import { formatCredits } from '../../chat-parts/credits.ts';
import { MessageList } from '../../chat-parts/message-list.tsx';
import { isOpen, type Question } from '../../chat-parts/turn.ts';
import { type ChatStream, useChatStream } from '../../chat-parts/use-chat-stream.ts';
import { explain } from '../../look/explain.ts';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import { showNotice } from '../../look/states/notices.tsx';
import { useStored } from '../../look/use-stored.ts';
import { builder as texts } from '../../texts/builder.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { SidePanel } from '../side-panel.tsx';
import classes from './builder.module.css';
import { ChangeCard, type OpenedCards } from './change-card.tsx';
import { findChangeId, lastUses } from './changes.ts';

interface BuilderPanelProps {
  isNarrow: boolean;
  onClose(): void;
  /** Shows a change on the canvas, or with undefined shows the steps again. */
  onShow(changeId: string | undefined): void;
}

export function BuilderPanel({ isNarrow, onClose, onShow }: BuilderPanelProps) {
  const workflowId = useEditor(state => state.workflowId);
  const { data, error, refetch } = useQuery(builderQuery(workflowId));
  const [fresh] = useState(newUuid);
  // It is kept here, because a panel that becomes narrow is drawn anew.
  const [chosen, choose] = useState<Conversation>();
  const latest = data?.conversationId;
  const content = data ? (
    <Talk
      workflowId={workflowId}
      assistantId={data.assistantId}
      conversation={chosen ?? { id: latest ?? fresh, isNew: latest === undefined }}
      onConversation={choose}
      showsAtOnce={!isNarrow}
      onClose={onClose}
      onShow={onShow}
    />
  ) : (
    <div className="column h-full min-h-0">
      <Head onClose={onClose} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loader size="sm" m="md" />}
    </div>
  );
  if (isNarrow) {
    return (
      <SidePanel label={texts.title} isNarrow onClose={onClose}>
        {content}
      </SidePanel>
    );
  }
  return (
    <aside className={classes.aside} aria-label={texts.title}>
      {content}
    </aside>
  );
}

function Head({ onNew, onClose }: { onNew?: () => void; onClose(): void }) {
  return (
    <header className={classes.head}>
      <h2 className="title flex-1">{texts.title}</h2>
      {onNew && <IconButton icon="plus" label={texts.newConversation} hint onClick={onNew} />}
      <IconButton icon="x" label={texts.close} hint onClick={onClose} />
    </header>
  );
}

interface Conversation {
  id: string;
  /** Whether the service does not know it yet. */
  isNew: boolean;
}

interface TalkProps {
  workflowId: string;
  assistantId: string;
  conversation: Conversation;
  onConversation(conversation: Conversation): void;
  /** Whether a change appears on the canvas without being asked for. */
  showsAtOnce: boolean;
  onClose(): void;
  onShow(changeId: string | undefined): void;
}

function Talk(props: TalkProps) {
  const { workflowId, assistantId, conversation, onConversation, showsAtOnce, onClose, onShow } = props;
  const { store, saving } = useEditorParts();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [proposes, setProposes] = useStored(`heddle.builder-proposes ${workflowId}`, false);
  const [isAsking, setAsking] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  const onEvent = useCallback(
    ({ type, tool, conversation_id }: ConsoleChatEvent) => {
      // A conversation exists from its first answer on: a question without an answer is deleted.
      if (type === 'chat_end') onConversation({ id: conversation_id, isNew: false });
      const id = type === 'tool_end' && tool ? findChangeId(tool) : undefined;
      if (type === 'chat_end' || id !== undefined) {
        void queryClient.invalidateQueries({ queryKey: openChangesQuery(workflowId).queryKey });
      }
      if (id === undefined) return;
      void queryClient.invalidateQueries({ queryKey: changeKey(id) });
      // Somebody who went back to the steps meanwhile is not taken away from them.
      const { activeElement } = document;
      const isWatching = activeElement === document.body || panel.current?.contains(activeElement) === true;
      if (showsAtOnce && isWatching && store.getState().open === null) onShow(id);
    },
    [queryClient, workflowId, store, showsAtOnce, onShow, onConversation],
  );
  const chat = useChatStream({
    conversationId: conversation.id,
    draftKey: `heddle.builder-draft ${user.id} ${workflowId}`,
    isNew: conversation.isNew,
    onEvent,
  });

  async function ask(question: Question) {
    setAsking(true);
    try {
      // The builder sees what is saved.
      await saving.requireSaved();
      chat.send(question, { assistant_id: assistantId, ...(proposes && { propose: true }) });
    } catch (error) {
      showNotice({ failed: true, message: explain(error) });
    }
    setAsking(false);
  }

  const opened = useState<ReadonlySet<string>>(() => new Set());
  const { uses, renderTool } = useChanges(chat, onShow, opened);
  const isBusy = isAsking || isOpen(chat.turn) || chat.elsewhere !== undefined;
  const credits = chat.conversation?.credits ?? 0;
  return (
    <div className="column h-full min-h-0" ref={panel}>
      <Head
        onNew={() => {
          onConversation({ id: newUuid(), isNew: true });
          onShow(undefined);
        }}
        onClose={onClose}
      />
      {chat.error ? (
        <ErrorState error={chat.error} onRetry={chat.retry} />
      ) : (
        <MessageList
          chat={chat}
          answerer={texts.title}
          empty={<Empty onChoose={text => chat.changeDraft({ text, files: [], sent: null })} />}
          renderTool={renderTool}
          onAskAgain={() => chat.turn && void ask(chat.turn.question)}
        />
      )}
      <ChangedNothing chat={chat} />
      <LeftOver workflowId={workflowId} shown={uses} isBusy={isBusy} onShow={onShow} opened={opened} />
      <Composer
        draft={chat.draft}
        onChange={chat.changeDraft}
        onSend={question => void ask(question)}
        onStop={isAsking || chat.elsewhere?.by === 'run' ? undefined : chat.stop}
        isBusy={isBusy}
        refusal={chat.refusal}
        label={texts.message}
        placeholder={texts.placeholder}
      >
        <Tooltip label={texts.proposeHint} multiline w={260}>
          <Switch
            size="xs"
            label={texts.proposeOnly}
            checked={proposes}
            onChange={event => setProposes(event.currentTarget.checked)}
          />
        </Tooltip>
        {credits > 0 && <span className="tiny dim">{texts.credits(formatCredits(credits))}</span>}
      </Composer>
    </div>
  );
}

/** Which change is shown below which tool. */
function useChanges(
  chat: ChatStream,
  onShow: (changeId: string | undefined) => void,
  [openedCards, setOpenedCards]: OpenedCards,
) {
  const { messages, turn, elsewhere } = chat;
  const uses = useMemo(
    () => lastUses([...messages.flatMap(({ tools }) => tools), ...(turn?.tools ?? []), ...(elsewhere?.tools ?? [])]),
    [messages, turn, elsewhere],
  );
  const renderTool = useCallback(
    (tool: ToolUse) => {
      const id = findChangeId(tool);
      if (id === undefined || uses.get(id) !== tool) return null;
      return <ChangeCard id={id} onShow={onShow} opened={[openedCards, setOpenedCards]} />;
    },
    [uses, onShow, openedCards, setOpenedCards],
  );
  return { uses, renderTool };
}

/** A builder may claim what it did not do. */
function ChangedNothing({ chat: { messages, turn } }: { chat: ChatStream }) {
  const last = messages.at(-1);
  if (turn || last?.role !== 'assistant' || last.tools.some(tool => findChangeId(tool) !== undefined)) return null;
  return <p className={classes.nothing}>{texts.changedNothing}</p>;
}

interface LeftOverProps {
  workflowId: string;
  shown: ReadonlyMap<string, ToolUse>;
  isBusy: boolean;
  onShow(changeId: string | undefined): void;
  opened: OpenedCards;
}

/** What is not settled and not a part of this conversation. An answer that broke off is deleted, what it did is not. */
function LeftOver({ workflowId, shown, isBusy, onShow, opened }: LeftOverProps) {
  const { data = [] } = useQuery(openChangesQuery(workflowId));
  const left = isBusy ? [] : data.filter(({ id }) => !shown.has(id));
  if (left.length === 0) return null;
  return (
    <details className={classes.leftOver}>
      <summary>
        {texts.leftOver} ({left.length})
      </summary>
      <p className="tiny dim">{texts.leftOverText}</p>
      {left.map(({ id }) => (
        <ChangeCard key={id} id={id} onShow={onShow} opened={opened} />
      ))}
    </details>
  );
}

function Empty({ onChoose }: { onChoose(text: string): void }) {
  const isReadOnly = useEditor(state => state.isReadOnly);
  return (
    <div className={classes.empty}>
      <h3 className="title">{texts.emptyTitle}</h3>
      <p className="small dim">{isReadOnly ? texts.readOnlyText : texts.emptyText}</p>
      {texts.examples.map(example => (
        <UnstyledButton key={example} className={classes.example} onClick={() => onChoose(example)}>
          {example}
        </UnstyledButton>
      ))}
    </div>
  );
}
