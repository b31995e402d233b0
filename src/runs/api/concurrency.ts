/** `/api/v1/workflow/concurrency`: how full the limits of a workflow are. */

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { ConcurrencySettings } from '../../engine/settings.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { about, named } from '../../http/described.ts';
import { endpointWith, Uuid, workflowReaders } from '../../http/endpoint.ts';
import { requireWorkflow } from '../../workflows/access.ts';
import { limitOwner } from '../store/start-row.ts';

const SHOWN_KEYS = 100;

const KeyUse = named(
  'ConcurrencyUse',
  Type.Object({
    key: Type.String({ description: 'the value of the key; empty for a limit without one' }),
    used: Type.Integer({ description: 'runs that have a place' }),
    held: Type.Integer({ description: 'runs that wait for one' }),
  }),
);

const ConcurrencyRule = named(
  'ConcurrencyRule',
  Type.Object({
    limit: about('How many runs may execute at once.', Type.Integer()),
    expression: Type.Optional(Type.String({ description: 'the expression of the key' })),
    scope: about(
      'Whether the workflow has the limit alone, or shares it in its organization.',
      Type.Enum(['workflow', 'organization']),
    ),
    name: Type.Optional(Type.String()),
    on_full: about(
      'What happens to a run for which there is no place.',
      Type.Enum(['queue', 'skip', 'replace', 'cancel']),
    ),
    queued: Type.Integer({ description: 'how many runs may wait for each key' }),
    keys: Type.Array(KeyUse, { description: `the fullest ones, at most ${SHOWN_KEYS}` }),
  }),
);
type ConcurrencyRule = Static<typeof ConcurrencyRule>;

/** What a held run waits for. */
export const Place = named(
  'RunPlace',
  Type.Object({
    limit: Type.Integer(),
    used: Type.Integer({ description: 'runs that have a place' }),
    held: Type.Integer({ description: 'runs that wait for one, this one included' }),
  }),
);
export type Place = Static<typeof Place>;

export const concurrencyEndpoint = endpointWith<{ database: HeddleDatabase }>()({
  path: '/api/v1/workflow/concurrency',
  summary: 'Shows how many runs have a place in each limit of the published workflow, and how many wait for one',
  ...workflowReaders,
  body: Type.Object({ workflow_id: Uuid }),
  reply: Type.Object({ rules: about('The limits of the workflow.', Type.Array(ConcurrencyRule)) }),
  async handle({ database: { query: db } }, { caller, body: { workflow_id } }) {
    // The keys are parts of inputs, which only those see who may change the workflow.
    const { workflow } = await requireWorkflow(db, caller, workflow_id, 'write');
    const rules = workflow.settings?.concurrency ?? [];
    const shown: ConcurrencyRule[] = [];
    for (const [index, rule] of rules.entries()) shown.push(await readRule(db, workflow, rule, index));
    return { rules: shown };
  },
});

async function readRule(
  db: Query,
  { id, organization_id }: { id: string; organization_id: string | null },
  rule: ConcurrencySettings,
  index: number,
): Promise<ConcurrencyRule> {
  const owner = `${limitOwner(rule, index, { workflowId: id, organizationId: organization_id })} `;
  const column = sql.ref(index === 0 ? 'slot_key' : 'slot_key_2');
  const { rows } = await sql<{ key: string; used: number; held: number }>`
    WITH own AS (
      SELECT ${column} AS key FROM runs WHERE workflow_id = ${id} AND status = 'queued' AND held IS NULL
      UNION ALL SELECT ${column} FROM runs WHERE workflow_id = ${id} AND status = 'queued' AND held IS NOT NULL
      UNION ALL SELECT ${column} FROM runs WHERE workflow_id = ${id} AND status = 'running'
      UNION ALL SELECT ${column} FROM runs WHERE workflow_id = ${id} AND status = 'waiting' AND keeps_place
    ),
    fullest AS (
      SELECT key FROM own WHERE starts_with(key, ${owner}) GROUP BY key ORDER BY count(*) DESC, key LIMIT ${SHOWN_KEYS}
    )
    SELECT substr(key, ${owner.length + 1}) AS key, used_places(key, 1000) AS used,
      held_runs(key, ${settingsLimits.heldRuns}) AS held
    FROM fullest ORDER BY held DESC, used DESC, key`.execute(db);
  const { limit, key, scope = 'workflow', name, on_full = 'queue', queued } = rule;
  return {
    limit,
    ...(key !== undefined && { expression: key }),
    scope,
    ...(name !== undefined && { name }),
    on_full,
    queued: queued ?? settingsLimits.defaultHeldRuns,
    keys: rows,
  };
}

/** Reads how full the limits are in which a held run waits for a place. */
export async function readPlaces(db: Query, runId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT slot.most AS limit, used_places(slot.key, slot.most) AS used,
      held_runs(slot.key, ${settingsLimits.heldRuns}) AS held
    FROM runs, LATERAL (VALUES (slot_key, (slots #>> '{limits,0}')::integer, 1),
      (slot_key_2, (slots #>> '{limits,1}')::integer, 2)) AS slot (key, most, position)
    WHERE id = ${runId} AND slot.key IS NOT NULL ORDER BY position`.execute(db);
  return rows;
}
