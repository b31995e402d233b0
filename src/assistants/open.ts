/** Opens assistants and chats. */
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import { createSemaphore } from '../platform/concurrency/semaphore.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import type { StepAssistants } from '../runs/executing/step-capabilities.ts';
import type { ChatServices } from './chat.ts';
import { createStepAssistants } from './steps.ts';
import { openChatStops } from './stopping.ts';

interface AssistantsOptions
  extends Omit<
    ChatServices,
    'builder' | 'runForUser' | 'modelSlots' | 'chatSlots' | 'stops' | 'trackChat' | 'closing'
  > {
  listener: Listener;
  /** The model that classifies for steps. Without one, it is the first model. */
  classificationModel: string | undefined;
  /** The number of concurrent model calls. */
  atOnce: number;
}

export interface Assistants {
  steps: StepAssistants;
  /** Opens the chats. Their builders and tools start runs, and runs use the assistants' steps: so the chats come last. */
  openChats(runs: Pick<ChatServices, 'builder' | 'runForUser'>): Chats;
}

export interface Chats {
  services: ChatServices;
  /** Waits for the active chats up to `drainMs`, and then aborts them. */
  stop(options: { drainMs: number }): Promise<void>;
}

/** The share of the slots that one user may have. The rest stays free for others. */
const USER_SHARE = 1 / 2;

/**
 * Chats in memory for each concurrent model call: a chat that waits for tools or runs does not call a model. A long
 * conversation takes about a megabyte.
 */
const CHATS_PER_MODEL_CALL = 4;

export function openAssistants(options: AssistantsOptions): Assistants {
  const modelSlots = createSemaphore({ total: options.atOnce, perOwner: Math.ceil(options.atOnce * USER_SHARE) });
  return {
    steps: createStepAssistants({ ...options, modelSlots }),
    openChats: runs => openChats({ ...options, modelSlots, ...runs }),
  };
}

function openChats(
  options: Omit<ChatServices, 'chatSlots' | 'stops' | 'trackChat' | 'closing'> & { atOnce: number; listener: Listener },
): Chats {
  const stops = openChatStops(options.listener);
  const closing = new AbortController();
  const maxChats = options.atOnce * CHATS_PER_MODEL_CALL;
  const chatSlots = createSemaphore({ total: maxChats, perOwner: Math.ceil(maxChats * USER_SHARE) });
  const chats = new Set<Promise<unknown>>();
  const trackChat = <Result>(chat: Promise<Result>): Promise<Result> => {
    const settled = chat.catch(() => {}).finally(() => chats.delete(settled));
    chats.add(settled);
    return chat;
  };
  return {
    services: { ...options, chatSlots, stops, trackChat, closing: closing.signal },
    async stop({ drainMs }) {
      const drainTimer = setTimeout(() => closing.abort(), drainMs);
      while (chats.size > 0) await Promise.all(chats);
      clearTimeout(drainTimer);
      await stops.close();
    },
  };
}

const deleteEmptyConversations = defineJob('assistants.sweep-conversations', {
  repeat: { everyMinutes: 60, offsetMinutes: 17 },
});

/** Deletes conversations without messages, whose process died before their first answer. */
export function assistantTasks({ query: db }: HeddleDatabase): Task[] {
  return [
    defineTask({
      kind: deleteEmptyConversations,
      concurrency: 1,
      run: async () => {
        await db
          .deleteFrom('conversations')
          .where('messages', '=', 0)
          .where('run_id', 'is', null)
          .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
          .execute();
      },
    }),
  ];
}
