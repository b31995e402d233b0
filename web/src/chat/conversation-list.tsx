/** The user's conversations, those with the latest messages first. */
import { Button, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { conversationListQuery, type ListedConversation } from '../api/chat.ts';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time } from '../look/time.tsx';
import { chat as texts } from '../texts/chat.ts';
import classes from './conversation-list.module.css';
import { draftKey, readStorage } from './new-chat.ts';
import { findUnsent } from './unsent.ts';

interface ConversationListProps {
  text: string;
  /** The one that is open. */
  openId: string | undefined;
  newId: string;
  userId: string;
  onSearch(text: string): void;
}

/** While one of them is being answered, the list is read again after this time. */
const ANSWERING_MS = 5_000;

export function ConversationList({ text, openId, newId, userId, onSearch }: ConversationListProps) {
  const list = useInfiniteQuery({
    ...conversationListQuery(text === '' ? {} : { text }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ answering }) => answering !== null)) ? ANSWERING_MS : false,
  });
  const conversations = list.data?.pages.flatMap(({ items }) => items);
  const shown = new Set([newId, openId, ...(conversations ?? []).map(({ id }) => id)]);
  const unsent =
    conversations && text === ''
      ? findUnsent(readStorage(), { prefix: draftKey(userId, ''), isShown: id => shown.has(id) })
      : [];
  return (
    <nav className={classes.pane} aria-label={texts.conversations}>
      {openId === undefined && <h1 className="visually-hidden">{texts.title}</h1>}
      <div className={classes.head}>
        <SearchField
          text={text}
          label={texts.searchConversations}
          placeholder={texts.searchPlaceholder}
          className="grow"
          maxLength={80}
          onChange={onSearch}
        />
        <Button
          renderRoot={props => (
            <Link {...props} to="/chat/$conversationId" params={{ conversationId: newId }} search={{}} />
          )}
          leftSection={<Icon name="plus" />}
        >
          {texts.newChat}
        </Button>
      </div>
      <Link to="/assistants" className={classes.assistants}>
        <Icon name="bot" />
        {texts.manageAssistants}
        <Icon name="chevron-right" className="ml-auto dim" />
      </Link>
      {list.error && !conversations && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loader size="sm" m="md" aria-label={texts.conversations} />}
      {conversations?.length === 0 && unsent.length === 0 && (
        <Nothing isSearch={text !== ''} onReset={() => onSearch('')} />
      )}
      {conversations && conversations.length + unsent.length > 0 && (
        <ul>
          {unsent.map(({ conversationId, text: typed }) => (
            <li key={conversationId} className={classes.row}>
              <Link to="/chat/$conversationId" params={{ conversationId }} search={{}} className={classes.link}>
                <span className="row small gap-6 min-w-0 medium">
                  <span className="truncate">{typed}</span>
                </span>
              </Link>
              <span className={classes.about}>{texts.notAnswered}</span>
            </li>
          ))}
          {conversations.map(conversation => (
            <Row key={conversation.id} conversation={conversation} isOpen={conversation.id === openId} text={text} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </nav>
  );
}

interface RowProps {
  conversation: ListedConversation;
  isOpen: boolean;
  text: string;
}

function Row({ conversation, isOpen, text }: RowProps) {
  const { id, title, updated, assistant, run, answering, model } = conversation;
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <Link
        to="/chat/$conversationId"
        params={{ conversationId: id }}
        search={text === '' ? {} : { text }}
        className={classes.link}
        aria-current={isOpen ? 'page' : undefined}
      >
        <span className="row small gap-6 min-w-0 medium">
          {answering !== null && <StateMark state="running" size={14} />}
          <span className="truncate">{title || texts.untitled}</span>
        </span>
      </Link>
      <span className={classes.about}>
        {run ? (
          <Link to="/runs/$runId" params={{ runId: run.id }} className="truncate">
            {texts.ofRun(run.workflow_name)}
          </Link>
        ) : (
          <span className="truncate">{assistant?.name || model}</span>
        )}
        <Time at={updated} />
      </span>
    </li>
  );
}

function Nothing({ isSearch, onReset }: { isSearch: boolean; onReset(): void }) {
  return (
    <div className={classes.nothing}>
      <p>{isSearch ? texts.nothingFits : texts.noConversations}</p>
      {isSearch ? (
        <Button variant="default" size="compact-sm" onClick={onReset}>
          {texts.showAll}
        </Button>
      ) : (
        <p className="dim">{texts.noConversationsText}</p>
      )}
    </div>
  );
}
