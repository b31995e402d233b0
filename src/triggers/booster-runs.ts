/**
 * From a stored file or a record to the runs that its changes have started. Whoever may use the panel sees how these runs
 * stand, and nothing else of them: the inputs and outputs belong to those who may see the runs themselves.
 */
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { requireUsablePanel } from '../booster/access.ts';
import type { EventSubject } from '../booster/events.ts';
import { allows, folderSettings, requireRight } from '../booster/storage/folders.ts';
import type { PanelRow } from '../booster/tables.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { about, named } from '../http/described.ts';
import { endpointWith, Nullable, Uuid } from '../http/endpoint.ts';
import { Timestamp } from '../http/schema-parts.ts';
import { startedRunId, triggerTypeFor } from './booster-starting.ts';

const StartedRuns = named(
  'StartedRuns',
  Type.Object({
    pending: Type.Boolean({ description: 'whether a change has yet to start its runs' }),
    runs: about(
      'The runs that changes have started, the newest first.',
      Type.Array(
        Type.Object({
          id: Uuid,
          workflow_id: Uuid,
          status: about(
            'Where the run is: `queued`, `running`, `waiting`, `success`, `failed` or `cancelled`.',
            Type.String(),
          ),
          created_at: about('When it was queued.', Timestamp),
          finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
        }),
      ),
    ),
  }),
);

const settings = { scope: '*', tier: 'high', reply: StartedRuns } as const;

const endpoint = endpointWith<{ database: HeddleDatabase }>();

export const startedRunsEndpoints = [
  endpoint({
    path: '/api/v1/run/of_file',
    summary: 'Finds the runs that a stored file of a panel has started, and how they stand',
    description: 'For everybody who may read the file, or upload into its folder. Changes of the last 7 days count.',
    ...settings,
    body: Type.Object({ panel_id: Uuid, file_id: Uuid }),
    handle: ({ database }, { caller, body: { panel_id, file_id } }) =>
      findStartedRuns(database.query, caller, panel_id, 'file', file_id),
  }),
  endpoint({
    path: '/api/v1/run/of_record',
    summary: 'Finds the runs that a record of a panel has started, and how they stand',
    description: 'For everybody who may use the panel. Changes of the last 7 days count.',
    ...settings,
    body: Type.Object({
      panel_id: Uuid,
      key: Uuid,
    }),
    handle: ({ database }, { caller, body: { panel_id, key } }) =>
      findStartedRuns(database.query, caller, panel_id, 'record', key),
  }),
];

/** The latest changes of a file or record that are looked at. */
const MOST_EVENTS = 100;

async function findStartedRuns(
  db: Query,
  caller: Caller,
  panelId: string,
  kind: EventSubject,
  subject: string,
): Promise<Static<typeof StartedRuns>> {
  const panel = await requireUsablePanel(db, caller, panelId);
  const { rows: events } = await sql<{ id: number; isPending: boolean; folder: string | null }>`
    SELECT event.id, data -> 'file' ->> 'folder' AS folder,
      starts_runs OR EXISTS (SELECT FROM booster_starts WHERE event_id = event.id) AS "isPending"
    FROM booster_events AS event
    WHERE panel_id = ${panelId} AND subject = ${subject} AND type LIKE ${`${kind}.%`}
    ORDER BY event.id DESC LIMIT ${MOST_EVENTS}`.execute(db);
  for (const { folder } of events) if (folder !== null) requireKnownFolder(panel, folder);
  const triggers = await db
    .selectFrom('workflow_triggers')
    .select('id')
    .where('panel_id', '=', panelId)
    .where('type', '=', triggerTypeFor(kind))
    .execute();
  const ids = events.flatMap(event => triggers.map(trigger => startedRunId(event.id, trigger.id)));
  const runs = await db
    .selectFrom('runs')
    .select(['id', 'workflow_id', 'status', 'created_at', 'finished_at'])
    .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return {
    pending: events.some(({ isPending }) => isPending),
    runs: runs.map(({ created_at, finished_at, ...run }) => ({
      ...run,
      created_at: created_at.getTime(),
      finished_at: finished_at?.getTime() ?? null,
    })),
  };
}

/** Whoever may only upload into a folder also learns what became of their files. */
function requireKnownFolder({ file_storage }: PanelRow, folder: string): void {
  if (!allows(folderSettings(file_storage, folder), 'upload')) requireRight(file_storage, folder, 'read');
}
