/** Chats with models and assistants: the list of conversations, and the one that is open. */
import { useMediaQuery } from '@mantine/hooks';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '../api/session.ts';
import { toSearch } from './addressee.ts';
import classes from './chat-page.module.css';
import { ConversationList } from './conversation-list.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { draftKey, useNewChatId } from './new-chat.ts';
import { readChatSearch } from './search.ts';

/** Where there is less room, the list and a conversation are pages of their own. */
const WIDE = '(min-width: 901px)';

export function ChatPage() {
  const { user } = useSession();
  const { conversationId } = useParams({ strict: false });
  const search = readChatSearch({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [newId, setNewId] = useNewChatId(user.id);
  const onSearch = useCallback(
    (text: string) => {
      const kept = { ...search, text };
      void navigate({ to: '.', search: readChatSearch(kept), replace: true });
    },
    [navigate, search],
  );

  if (conversationId === undefined && (isWide || search.assistant !== undefined)) {
    return <Navigate to="/chat/$conversationId" params={{ conversationId: newId }} search={search} replace />;
  }
  return (
    <div className={classes.page} data-open={conversationId !== undefined || undefined}>
      {(isWide || conversationId === undefined) && (
        <ConversationList
          text={search.text ?? ''}
          openId={conversationId}
          newId={newId}
          userId={user.id}
          onSearch={onSearch}
        />
      )}
      {conversationId !== undefined && (
        <ConversationPane
          conversationId={conversationId}
          draftKey={draftKey(user.id, conversationId)}
          isNew={conversationId === newId}
          search={search}
          onAddressee={addressee => {
            const { text } = search;
            const next = { ...(text !== undefined && { text }), ...toSearch(addressee) };
            void navigate({ to: '.', search: next, replace: true });
          }}
          onBegun={() => setNewId()}
        />
      )}
    </div>
  );
}
