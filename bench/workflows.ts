import { sql } from 'kysely';
import { findGroupIds } from '../src/accounts/memberships.ts';
import type { HeddleDatabase, Schema } from '../src/database.ts';
import type { Caller } from '../src/http/caller.ts';
import { openDatabase, type PostgresTarget } from '../src/platform/postgres/database.ts';
import { compileQuery } from '../src/query/compile.ts';
import { countRows, findRows } from '../src/query/execute.ts';
import { requireWorkflowEntity, visibleWorkflows } from '../src/workflows/access.ts';
import { workflowFields } from '../src/workflows/fields.ts';
import { lastRun } from '../src/workflows/last-run.ts';
import { buildWorkflow, toWorkflow } from '../src/workflows/workflows.ts';
import { median, milliseconds, type Row } from './report.ts';

const FEW = 1_000;
const MANY = 100_000;
/** Each user owns this many workflows, and a tenth as many are shared with them. */
const EACH = 100;
const REPEATS = 200;

/** Measures what users do with their lists, in a small table and in a big one. */
export async function benchWorkflows(target: PostgresTarget): Promise<Row[]> {
  const database = openDatabase<Schema>(target, { maxConnections: 4 });
  try {
    await seed(database, 0, FEW);
    const few = await measure(database);
    await seed(database, FEW, MANY);
    const many = await measure(database);
    return (['find', 'get', 'count'] as const).map(name => ({
      what: `workflow/${name} among ${MANY.toLocaleString('en')}`,
      value: milliseconds(many[name]),
      floor: `among ${FEW.toLocaleString('en')}, ${milliseconds(few[name])}`,
      ratio: many[name] / few[name],
      target: '≤ 2.00',
    }));
  } finally {
    await database.close();
  }
}

const toUserId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const toWorkflowId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

async function seed({ query }: HeddleDatabase, from: number, to: number): Promise<void> {
  const definition = JSON.stringify({
    nodes: Array.from({ length: 10 }, (_, index) => ({
      id: `step${index}`,
      type: index === 0 ? 'trigger.manual' : 'transform',
      name: `Step ${index}`,
      params: { value: `{{ input.value${index} }}`.repeat(5) },
      position: { x: index * 100, y: 0 },
    })),
    edges: [],
  });
  await sql`INSERT INTO users (id, email, name)
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'user' || n || '@example.org', 'User'
    FROM generate_series(${from / EACH}::int, ${to / EACH - 1}::int) AS n`.execute(query);
  await sql`INSERT INTO workflows (id, name, description, definition, sharing, created_by, updated_by, created_at)
    SELECT ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Workflow ' || n, '', ${definition}::json,
      CASE WHEN n % 10 = 0 THEN jsonb_build_array(jsonb_build_object(
        'user_email', 'user' || (n / ${EACH}::int + 1) || '@example.org', 'write', false, 'scopes', '{}'::jsonb))
      ELSE '[]' END,
      owner, owner, now() - (n || ' seconds')::interval
    FROM generate_series(${from}::int, ${to - 1}::int) AS n,
      LATERAL (SELECT ('00000000-0000-4000-8000-' || lpad((n / ${EACH}::int)::text, 12, '0'))::uuid AS owner) AS owners`.execute(
    query,
  );
  await sql`VACUUM ANALYZE workflows`.execute(query);
  await sql`CHECKPOINT`.execute(query); // Avoid a checkpoint during the measurement.
}

async function measure({ query: db }: HeddleDatabase): Promise<Record<'find' | 'get' | 'count', number>> {
  const caller: Caller = {
    keyId: '',
    userId: toUserId(5),
    email: 'user5@example.org',
    name: '',
    admin: false,
    scopes: new Set(),
    workflowPermission: 'write',
  };
  const page = compileQuery(workflowFields, { limit_from: 0, limit_to: 20 });
  const all = compileQuery(workflowFields, {});
  return {
    find: await typical(async () => {
      const groups = await findGroupIds(db, caller);
      const rows = await findRows(db, page, db => visibleWorkflows(db, caller, groups).select(lastRun.as('last_run')));
      rows.map(row => toWorkflow(row, caller, groups));
    }),
    get: await typical(async () => {
      const { workflow } = await requireWorkflowEntity(db, caller, toWorkflowId(5 * EACH + 3), 'read');
      await buildWorkflow(db, caller, workflow);
    }),
    count: await typical(async () => {
      const groups = await findGroupIds(db, caller);
      await countRows(db, all, db => visibleWorkflows(db, caller, groups));
    }),
  };
}

async function typical(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  return median(taken);
}
