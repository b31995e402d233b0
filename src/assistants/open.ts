/** Everything that assistants and conversations are made of. */
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import type { StepAssistants } from '../runs/executing/step-capabilities.ts';
import type { BuilderServices } from './builder/builder-services.ts';
import type { ChatServices } from './chat.ts';
import { assistantEndpoints } from './routes.ts';
import { createStepAssistants } from './steps.ts';

export interface AssistantsOptions extends Omit<ChatServices, 'builder' | 'turns' | 'open' | 'underWay' | 'closing'> {
  /** The model that is asked when steps decide; undefined: the first. */
  classificationModel: string | undefined;
  /** Models that are asked at once. */
  atOnce: number;
}

export interface Assistants {
  steps: StepAssistants;
  /** Opens the chats. Their builders start runs, and runs use the assistants' steps: so the chats come last. */
  openChats(builder: BuilderServices): Chats;
}

export interface Chats {
  endpoints: Endpoint[];
  /** Waits for the chats under way as long as it may, and then breaks them off. */
  stop(options: { drainMs: number }): Promise<void>;
}

/** Of all, what one user may have: the rest is for who comes next. */
const SHARE = 1 / 2;

/**
 * Chats in memory for each model that may be asked at once: those whose tools work, or whose runs go on, ask none
 * meanwhile. A long conversation takes about a megabyte.
 */
const OPEN_PER_TURN = 4;

export function openAssistants(options: AssistantsOptions): Assistants {
  const turns = createSemaphore({ total: options.atOnce, perOwner: Math.ceil(options.atOnce * SHARE) });
  return {
    steps: createStepAssistants({ ...options, turns }),
    openChats: builder => openChats({ ...options, turns, builder }),
  };
}

function openChats(options: Omit<ChatServices, 'open' | 'underWay' | 'closing'> & { atOnce: number }): Chats {
  const closing = new AbortController();
  const mostOpen = options.atOnce * OPEN_PER_TURN;
  const open = createSemaphore({ total: mostOpen, perOwner: Math.ceil(mostOpen * SHARE) });
  const chats = new Set<Promise<unknown>>();
  const underWay = <Result>(chat: Promise<Result>): Promise<Result> => {
    const over = chat.catch(() => {}).finally(() => chats.delete(over));
    chats.add(over);
    return chat;
  };
  return {
    endpoints: assistantEndpoints({ ...options, open, underWay, closing: closing.signal }),
    async stop({ drainMs }) {
      const impatience = setTimeout(() => closing.abort(), drainMs);
      while (chats.size > 0) await Promise.all(chats);
      clearTimeout(impatience);
    },
  };
}

const sweepConversations = defineJob('assistants.sweep-conversations', {
  repeat: { everyMinutes: 60, offsetMinutes: 17 },
});

/** Conversations in which nothing was said: the process that began them died. */
export function assistantTasks({ query: db }: HeddleDatabase): Task[] {
  return [
    defineTask({
      kind: sweepConversations,
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
