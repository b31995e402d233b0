/** The messages of a conversation, and the answer that is being made. It stays at its end while that grows. */
import { Button, Loader } from '@mantine/core';
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ConsoleMessage } from '../api/chat.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { Icon } from '../look/icons.tsx';
import { Markdown } from '../look/markdown/markdown.tsx';
import { Time } from '../look/time.tsx';
import { chat as texts } from '../texts/chat.ts';
import { formatCredits } from './credits.ts';
import { MessageFiles } from './message-files.tsx';
import classes from './message-list.module.css';
import { type RenderTool, ToolSteps } from './tool-steps.tsx';
import { isOpen, type Turn } from './turn.ts';
import type { ChatStream } from './use-chat-stream.ts';

interface MessageListProps {
  chat: Pick<ChatStream, 'messages' | 'turn' | 'elsewhere' | 'earlier' | 'isReading' | 'conversation'>;
  /** Who answers, for answers whose model is not known. */
  answerer: string;
  /** Shown while there are no messages. */
  empty?: ReactNode;
  renderTool?: RenderTool | undefined;
  /** Sends the question of a failed turn again. */
  onAskAgain(): void;
}

export function MessageList({ chat, answerer, empty, renderTool, onAskAgain }: MessageListProps) {
  const { messages, turn, elsewhere, earlier, isReading, conversation } = chat;
  const scroller = useRef<HTMLElement>(null);
  useStickToEnd(scroller);
  const isEmpty = messages.length === 0 && !turn && !elsewhere;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.scroller} ref={scroller} aria-label={texts.messages} tabIndex={0}>
      {isReading && !turn ? (
        <Loader size="sm" m="md" aria-label={texts.messages} />
      ) : isEmpty ? (
        empty
      ) : (
        <ol className={classes.messages}>
          {earlier && (
            <li className={classes.earlier}>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                loading={earlier.isReading}
                onClick={earlier.read}
              >
                {texts.earlier}
              </Button>
            </li>
          )}
          {messages.map(message => (
            <StoredMessage
              key={message.id}
              message={message}
              answerer={answerer}
              // Steps ask the questions of a run.
              asker={conversation?.run ? texts.step : texts.you}
              renderTool={renderTool}
            />
          ))}
          {turn && <OpenTurn turn={turn} answerer={answerer} renderTool={renderTool} onAskAgain={onAskAgain} />}
          {elsewhere && (
            <li className={classes.message}>
              <Head name={answerer} />
              <ToolSteps tools={elsewhere.tools} isOpen renderTool={renderTool} />
              <Doing text={texts.madeElsewhere} />
              <p className="small dim mt-4">{elsewhere.by === 'run' ? texts.madeByRun : texts.madeElsewhereText}</p>
            </li>
          )}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {announcement(turn)}
      </p>
    </section>
  );
}

/** Screen readers are told of the phases, and not of every piece of the text. */
function announcement(turn: Turn | undefined): string {
  if (turn?.phase === 'failed') return texts.failedTitle;
  if (turn?.phase === 'answered') return texts.answered;
  return turn ? doing(turn) : '';
}

function doing({ phase, text, tools }: Turn): string {
  if (phase === 'sending') return texts.sending;
  const running = tools.findLast(({ output }) => output === null);
  if (running) return texts.using(running.name);
  return text === '' ? texts.thinking : texts.writing;
}

interface StoredMessageProps {
  message: ConsoleMessage;
  answerer: string;
  asker: string;
  renderTool: RenderTool | undefined;
}

const StoredMessage = memo(function StoredMessage({ message, answerer, asker, renderTool }: StoredMessageProps) {
  const isAnswer = message.role === 'assistant';
  return (
    <li className={classes.message} data-role={message.role}>
      <Head name={isAnswer ? (message.model ?? answerer) : asker} at={message.created} credits={message.credits}>
        <CopyButton text={message.content} label={isAnswer ? texts.copyAnswer : texts.copyMessage} />
      </Head>
      <ToolSteps tools={message.tools} isOpen={false} renderTool={renderTool} />
      {isAnswer ? <Markdown text={message.content} /> : <p className="pre-wrap break-anywhere">{message.content}</p>}
      <MessageFiles files={message.files} />
    </li>
  );
});

interface OpenTurnProps {
  turn: Turn;
  answerer: string;
  renderTool: RenderTool | undefined;
  onAskAgain(): void;
}

function OpenTurn({ turn, answerer, renderTool, onAskAgain }: OpenTurnProps) {
  const { phase, question, text, tools, message, problem } = turn;
  const isFailed = phase === 'failed';
  return (
    <>
      <li className={classes.message} data-role="user" data-void={isFailed || undefined}>
        <Head name={texts.you} note={isFailed ? texts.notAnswered : undefined} />
        <p className="pre-wrap break-anywhere">{question.text}</p>
        <MessageFiles files={question.files} />
      </li>
      <li className={classes.message} aria-busy={isOpen(turn)}>
        <Head name={message?.model ?? answerer} {...(message && { at: message.created, credits: message.credits })}>
          {message && <CopyButton text={message.content} label={texts.copyAnswer} />}
        </Head>
        <ToolSteps tools={tools} isOpen={isOpen(turn)} renderTool={renderTool} />
        {text !== '' && (
          <div className={classes.text} data-void={isFailed || undefined}>
            {isFailed && <p className="tiny mb-8 failed">{texts.void}</p>}
            <Markdown text={text} />
          </div>
        )}
        {message && <MessageFiles files={message.files} />}
        {phase === 'lost' && <p className="small dim mt-4">{texts.lost}</p>}
        {isOpen(turn) && <Doing text={phase === 'lost' ? texts.madeElsewhere : doing(turn)} />}
        {isFailed && (
          <div className={classes.problem} role="alert">
            <Icon name="circle-alert" size={18} />
            <div>
              <strong className="semibold">{texts.failedTitle}</strong>
              <p className="ink break-anywhere">{problem}</p>
            </div>
            <Button variant="default" size="compact-sm" onClick={onAskAgain}>
              {texts.askAgain}
            </Button>
          </div>
        )}
      </li>
    </>
  );
}

interface HeadProps {
  name: string;
  at?: number;
  credits?: number;
  note?: string | undefined;
  children?: ReactNode;
}

function Head({ name, at, credits = 0, note, children }: HeadProps) {
  return (
    <div className={classes.head}>
      <strong className="semibold ink">{name}</strong>
      {at !== undefined && <Time at={at} />}
      {credits > 0 && <span>{texts.credits(formatCredits(credits))}</span>}
      {note !== undefined && <span className="failed">{note}</span>}
      {children}
    </div>
  );
}

function Doing({ text }: { text: string }) {
  return (
    <p className={classes.doing}>
      <span className={classes.pulse} aria-hidden="true" />
      {text}
    </p>
  );
}

/** So near to the end somebody is reading the end. */
const NEAR_PIXELS = 60;

/** Keeps the end of a scroller in view while its content grows, unless somebody has scrolled away from it. */
function useStickToEnd(ref: RefObject<HTMLElement | null>): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const scroller = ref.current;
    if (!scroller) return undefined;
    const remember = () => {
      isAtEnd.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_PIXELS;
    };
    const stick = () => {
      if (isAtEnd.current) scroller.scrollTop = scroller.scrollHeight;
    };
    scroller.addEventListener('scroll', remember, { passive: true });
    // The field below grows while one types, and takes room from the messages.
    const observer = new ResizeObserver(stick);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', remember);
      observer.disconnect();
    };
  }, [ref]);
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (scroller && isAtEnd.current) scroller.scrollTop = scroller.scrollHeight;
  });
}
