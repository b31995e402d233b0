/** The waits of a process: how steps open them, and how they end. */
import type { HeddleDatabase } from '../database.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import { deriveId } from '../platform/ids.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { Logger } from '../platform/log.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { StepWaits } from '../runs/executing/step-capabilities.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import { deleteLeftWaits, endSomeDueWaits, startEndingWaits } from './ending.ts';
import { deleteOldEvents, eventScope, sendEvent } from './events.ts';
import { createStepLinks } from './links.ts';
import { createOpening } from './opening.ts';
import { type ResumeLinkServices, resumeLinks } from './resume-link.ts';
import { waitEndpoints } from './routes.ts';

interface WaitsOptions {
  database: HeddleDatabase;
  /** The database connections of background tasks. */
  machinery: HeddleDatabase;
  sealer: Sealer;
  /** The beginning of links. */
  publicUrl(): string;
  limits: RunLimits;
  log: Logger;
}

export interface Waits {
  steps: StepWaits;
  endpoints: Endpoint[];
  links(services: Pick<ResumeLinkServices, 'files' | 'rateLimiter' | 'limits' | 'shutdownSignal'>): Link[];
  /** Begins to end due waits. */
  start(): { stop(): Promise<void> };
  tasks: Task[];
}

export function openWaits({ database, machinery, sealer, publicUrl, limits, log }: WaitsOptions): Waits {
  const openLinks = createStepLinks({ database, sealer, publicUrl });
  /** The next look each second ends the others, and these too if it fails here. */
  const endDue = () =>
    endSomeDueWaits(machinery.query).catch(err => log.error({ err }, 'due waits could not be ended'));
  return {
    steps: {
      open: createOpening({ database, openLinks }),
      openLinks,
      async send(run, key, event, signal) {
        const named = { ...event, id: deriveId(`event/${key}`), scope: eventScope(run), owner: run.user.id };
        const { event_id, woken } = await sendEvent(database, named, signal);
        if (woken > 0) await endDue();
        return { event_id, woken };
      },
    },
    endpoints: waitEndpoints({ database, limits, endDue }),
    links: services => resumeLinks({ ...services, database, openLinks }),
    start: () => startEndingWaits(machinery, log),
    tasks: [
      defineTask({
        kind: defineJob('waits.delete-old', { repeat: { everyMinutes: 10 } }),
        concurrency: 1,
        run: () => deleteLeftWaits(machinery.query),
      }),
      defineTask({
        kind: defineJob('waits.delete-events', { repeat: { everyMinutes: 10, offsetMinutes: 5 } }),
        concurrency: 1,
        run: (_payload, { signal }) => deleteOldEvents(machinery.query, signal),
      }),
    ],
  };
}
