import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { conversationQuery } from '../api/run.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { Time } from '../look/time.tsx';
import * as texts from '../texts/runs.ts';
import classes from './step-panel.module.css';

/** What the step and the model said to each other. */
export function StepConversation({ conversationId }: { conversationId: string }) {
  const { data, error } = useQuery(conversationQuery(conversationId));
  if (error) return <p className={classes.none}>{error.message}</p>;
  if (!data) return <Loader size="sm" m="md" aria-label={texts.readingConversation} />;
  return (
    <ol className={classes.messages}>
      {data.messages.map(message => (
        <li key={message.id}>
          <span className="dim">
            {message.role === 'user' ? texts.stepLabel : (message.model ?? texts.model)} · <Time at={message.created} />
            {message.credits > 0 && ` · ${texts.creditsOf(message.credits)}`}
          </span>
          <CopyButton text={message.content} label={texts.copyMessage} />
          <p>{message.content}</p>
        </li>
      ))}
    </ol>
  );
}
