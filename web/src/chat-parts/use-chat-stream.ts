/**
 * A conversation in React: what is stored of it, and the answer that is being made.
 *
 *   reading ──▶ idle ── send ──▶ a turn of this page ── answered ──▶ reading
 *                ▲                 │  └─ failed: the message is a draft again
 *                │                 └─ the connection breaks, or the page is loaded anew ──▶ watching
 *                └── the answer is there, or will never be ── watching: asks once a second
 *
 * The service finishes an answer whether or not anybody listens, so leaving the page loses nothing.
 */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type ChatRequest,
  CONVERSATIONS,
  type ConsoleChatEvent,
  type ConsoleConversation,
  type ConsoleMessage,
  messagesQuery,
  progressQuery,
  stopAnswer,
  streamChat,
  type ToolUse,
} from '../api/chat.ts';
import { ApiError } from '../api/transport/client.ts';
import { chat as texts } from '../texts/chat.ts';
import { type Draft, type DraftChange, isEmpty, judgeSent, sendDraft, settleDraft, takeBackDraft } from './draft.ts';
import { createEventBatches } from './event-batches.ts';
import { failTurn, foldChatEvents, isOpen, type Question, startTurn, type Turn } from './turn.ts';
import { useDraft } from './use-draft.ts';

const WATCH_MS = 1_000;
const BUSY = 423;

/** Whom to ask. More fields may be sent along. */
export type Addressee = Omit<ChatRequest, 'message' | 'files' | 'conversation_id'>;

export interface ChatStreamOptions {
  conversationId: string;
  /** Where this browser keeps what is typed. */
  draftKey: string;
  /** Whether the conversation is known not to exist yet, so that nobody has to ask. */
  isNew: boolean;
  /** Called with every event of an answer that this page asked for. */
  onEvent?(event: ConsoleChatEvent): void;
}

export interface ChatStream {
  /** The conversation without the messages, if the service knows it. */
  conversation: ConsoleConversation | undefined;
  /** What is stored, oldest first, without what the turn shows. */
  messages: readonly ConsoleMessage[];
  /** The question of this page that is being answered or has failed. */
  turn: Turn | undefined;
  /** Whether an answer is made that this page did not ask for, and what it took so far. */
  elsewhere: { by: 'chat' | 'run'; tools: readonly ToolUse[] } | undefined;
  isReading: boolean;
  /** Whether there is no such conversation, and nothing was typed for it either. */
  isMissing: boolean;
  /** Why the conversation can not be read. */
  error: Error | undefined;
  /** Why the last message was not accepted, such as that another tab was faster. */
  refusal: string | undefined;
  earlier: { isReading: boolean; read(): void } | undefined;
  draft: Draft;
  changeDraft(change: DraftChange): void;
  send(question: Question, to: Addressee): void;
  stop(): Promise<void>;
  retry(): void;
}

export function useChatStream({ conversationId, draftKey, isNew, onEvent }: ChatStreamOptions): ChatStream {
  const queryClient = useQueryClient();
  const [draft, changeDraft] = useDraft(draftKey);
  const [turn, setTurn] = useTurn(conversationId, draft);
  const [refusal, setRefusal] = useState<string>();
  const [isStored, setStored] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation ends the stream of this one.
  useEffect(() => () => abort.current?.abort(), [conversationId]);

  const isThere = !isNew || isStored === conversationId;
  const isStreaming = isOpen(turn) && turn?.phase !== 'lost';
  const stored = useInfiniteQuery({ ...messagesQuery(conversationId), enabled: isThere && !isStreaming });
  const conversation = isMissing(stored.error) ? undefined : stored.data?.pages[0];
  const all = useMemo(() => stored.data?.pages.toReversed().flatMap(page => page.messages) ?? [], [stored.data]);
  const messages = useMemo(() => (turn ? all.filter(({ position }) => position <= turn.after) : all), [all, turn]);

  const isWatching = turn ? turn.phase === 'lost' : (conversation?.answering ?? null) !== null;
  const progress = useQuery({ ...progressQuery(conversationId), enabled: isWatching, refetchInterval: WATCH_MS });
  const refreshList = () => void queryClient.invalidateQueries({ queryKey: CONVERSATIONS });
  const onStored = async () => {
    setStored(conversationId);
    await stored.refetch();
  };
  useWatching({ isWatching, progress, turn, setTurn, draft, changeDraft, onStored, refreshList });
  useSettling(turn, all, () => setTurn(undefined), stored.refetch);

  // A question without an answer is replaced by the next one.
  const last = all.findLast(({ role }) => role === 'assistant')?.position ?? -1;
  const send = useCallback(
    (question: Question, to: Addressee) => {
      const controller = new AbortController();
      abort.current?.abort();
      abort.current = controller;
      let current = startTurn(question, last);
      const show = (next: Turn | undefined) => {
        if (next) current = next;
        if (!controller.signal.aborted) setTurn(next);
      };
      const batches = createEventBatches<ConsoleChatEvent>(events => show(foldChatEvents(current, events)));
      setRefusal(undefined);
      show(current);
      changeDraft(sendDraft(question, last, Date.now()));
      const request = {
        ...to,
        message: question.text,
        files: question.files.map(({ file_id }) => file_id),
        conversation_id: conversationId,
      };
      const hear = (event: ConsoleChatEvent) => {
        batches.add(event);
        onEvent?.(event);
      };
      void streamChat(request, hear, controller.signal)
        .then(() => {
          batches.flush();
          if (current.phase !== 'answered') return show({ ...current, phase: 'lost' });
          changeDraft(settleDraft);
          setStored(conversationId);
        })
        .catch(error => {
          batches.flush();
          if (controller.signal.aborted) return;
          const { status, message } = error instanceof ApiError ? error : new ApiError(500, String(error));
          if (status === 0) return show({ ...current, phase: 'lost' });
          changeDraft(takeBackDraft);
          if (status !== BUSY) return show(failTurn(current, message));
          // Somebody else's question is being answered: it is shown, and the message stays where it was typed.
          show(undefined);
          setRefusal(message);
          setStored(conversationId);
          void stored.refetch();
        })
        .finally(() => void queryClient.invalidateQueries({ queryKey: CONVERSATIONS }));
    },
    [conversationId, last, changeDraft, setTurn, onEvent, queryClient, stored.refetch],
  );

  const byOthers = turn ? undefined : (conversation?.answering ?? undefined);
  const shown = turn ?? (byOthers ? undefined : findUnanswered(all, last));
  return {
    conversation,
    messages: shown === turn ? messages : messages.slice(0, -1),
    turn: shown?.phase === 'lost' ? { ...shown, tools: progress.data?.unfinished ?? shown.tools } : shown,
    elsewhere: byOthers && { by: byOthers, tools: progress.data?.unfinished ?? conversation?.unfinished ?? [] },
    isReading: stored.isFetching && !stored.data,
    error: stored.error && !isMissing(stored.error) && !stored.data ? stored.error : undefined,
    isMissing: isMissing(stored.error) && !turn && !draft.sent && isEmpty(draft),
    refusal,
    earlier: stored.hasNextPage
      ? { isReading: stored.isFetchingNextPage, read: () => void stored.fetchNextPage() }
      : undefined,
    draft,
    changeDraft,
    send,
    stop: async () => {
      // Where there is nothing to stop, the answer or an error is on its way.
      await stopAnswer(conversationId).catch(error => {
        if (!isMissing(error)) throw error;
      });
    },
    retry: () => void stored.refetch(),
  };
}

/** The question of a process that died before it answered. */
function findUnanswered(messages: readonly ConsoleMessage[], after: number): Turn | undefined {
  const question = messages.at(-1);
  if (question?.role !== 'user') return undefined;
  return failTurn(startTurn({ text: question.content, files: question.files }, after), texts.noAnswer);
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** A draft that was sent before the page was loaded is a turn that this page has lost. */
function useTurn(conversationId: string, draft: Draft): [Turn | undefined, (turn: Turn | undefined) => void] {
  const [held, setHeld] = useState(() => ({ conversationId, turn: lostTurn(draft) }));
  if (held.conversationId !== conversationId) setHeld({ conversationId, turn: lostTurn(draft) });
  const set = useCallback(
    (turn: Turn | undefined) =>
      setHeld(before => (before.conversationId === conversationId ? { conversationId, turn } : before)),
    [conversationId],
  );
  return [held.conversationId === conversationId ? held.turn : undefined, set];
}

function lostTurn({ sent }: Draft): Turn | undefined {
  return sent ? { ...startTurn(sent, sent.after), phase: 'lost' } : undefined;
}

interface Watching {
  isWatching: boolean;
  progress: {
    data: ConsoleConversation | undefined;
    error: Error | null;
    dataUpdatedAt: number;
    errorUpdatedAt: number;
  };
  turn: Turn | undefined;
  setTurn(turn: Turn | undefined): void;
  draft: Draft;
  changeDraft(change: DraftChange): void;
  onStored(): Promise<void>;
  refreshList(): void;
}

/** Finds out what became of an answer that this page does not stream. */
function useWatching(watching: Watching): void {
  const { isWatching, progress } = watching;
  const latest = useRef(watching);
  latest.current = watching;
  // What was heard before the watch began says nothing about this answer.
  const since = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    since.current = isWatching ? Date.now() : Number.POSITIVE_INFINITY;
  }, [isWatching]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the service is judged once.
  useEffect(() => {
    const { turn, setTurn, draft, changeDraft, onStored, refreshList } = latest.current;
    const gone = isMissing(progress.error);
    const heardAt = gone ? progress.errorUpdatedAt : progress.dataUpdatedAt;
    if (!isWatching || heardAt <= since.current) return;
    const conversation = gone ? undefined : progress.data;
    if (turn?.phase !== 'lost') {
      if (conversation?.answering) return;
      void onStored();
      refreshList();
      return;
    }
    const verdict = judgeSent(draft, conversation, Date.now());
    if (verdict === 'pending' || verdict === 'typed') return;
    refreshList();
    if (verdict === 'answered') {
      changeDraft(settleDraft);
      void onStored().then(() => setTurn(undefined));
      return;
    }
    changeDraft(takeBackDraft);
    setTurn(failTurn(turn, texts.noAnswer));
  }, [isWatching, progress.dataUpdatedAt, progress.errorUpdatedAt]);
}

/** The turn is shown until what is stored has its answer, so that nothing flickers in between. */
function useSettling(
  turn: Turn | undefined,
  messages: readonly ConsoleMessage[],
  end: () => void,
  refetch: () => Promise<unknown>,
): void {
  const latest = useRef({ end, refetch });
  latest.current = { end, refetch };
  const answer = turn?.phase === 'answered' ? turn.message?.id : undefined;
  useEffect(() => {
    if (answer !== undefined) void latest.current.refetch();
  }, [answer]);
  const isThere = answer !== undefined && messages.some(({ id }) => id === answer);
  useEffect(() => {
    if (isThere) latest.current.end();
  }, [isThere]);
}
