/** The waits of a process: how steps open them, and how they end. */
import type { HeddleDatabase } from '../database.ts';
import { deriveId } from '../platform/ids.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { StepWaits } from '../runs/executing/step-capabilities.ts';
import { deleteLeftWaits, endSomeDueWaits, startEndingWaits } from './ending.ts';
import { deleteOldEvents, eventScope, sendEvent } from './events.ts';
import { createStepLinks, type OpenLinks } from './links.ts';
import { createWaitOpening } from './opening.ts';

interface WaitsOptions {
  database: HeddleDatabase;
  /** The database connections of background tasks. */
  background: HeddleDatabase;
  sealer: Sealer;
  /** The beginning of links. */
  publicUrl(): string;
  log: Logger;
}

export interface Waits {
  steps: StepWaits;
  openLinks: OpenLinks;
  /** Ends some due waits at once, so that few wait for the next second. */
  endDue(): Promise<void>;
  /** Begins to end due waits. */
  start(): { stop(): Promise<void> };
  tasks: Task[];
}

export function openWaits({ database, background, sealer, publicUrl, log }: WaitsOptions): Waits {
  const openLinks = createStepLinks({ database, sealer, publicUrl });
  /** The next look each second ends the others, and these too if it fails here. */
  const endDue = () =>
    endSomeDueWaits(background.query).catch(err => log.error({ err }, 'due waits could not be ended'));
  return {
    steps: {
      open: createWaitOpening({ database, openLinks }),
      openLinks,
      async send(run, key, event, signal) {
        const named = { ...event, id: deriveId(`event/${key}`), scope: eventScope(run), owner: run.user.id };
        const { event_id, woken } = await sendEvent(database, named, signal);
        if (woken > 0) await endDue();
        return { event_id, woken };
      },
    },
    ...{ openLinks, endDue },
    start: () => startEndingWaits(background, log),
    tasks: [
      defineTask({
        kind: defineJob('waits.delete-old', { repeat: { everyMinutes: 10 } }),
        concurrency: 1,
        run: () => deleteLeftWaits(background.query),
      }),
      defineTask({
        kind: defineJob('waits.delete-events', { repeat: { everyMinutes: 10, offsetMinutes: 5 } }),
        concurrency: 1,
        run: (_payload, { signal }) => deleteOldEvents(background.query, signal),
      }),
    ],
  };
}
