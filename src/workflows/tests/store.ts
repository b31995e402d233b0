/** Stores the tests of workflows. Who may write a workflow may change its tests. */
import { Ajv } from 'ajv';
import { type Selectable, sql } from 'kysely';
import Type from 'typebox';
import { type NewAuditEvent, recordAudit } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { entityNotFound, testNameTaken, testTooLarge, tooManyTests, validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { errorCode } from '../../platform/error-details.ts';
import { newId } from '../../platform/ids.ts';
import { jsonb, toStorableJson, toStorableText } from '../../platform/postgres/storable-text.ts';
import { requireWorkflow, withLockedWorkflow } from '../access.ts';
import { withoutWorkingLinks } from '../working-links.ts';
import { ExportedTest, type TestCreation, type TestUpdate, type WorkflowTest } from './schemas.ts';
import type { WorkflowTestTables } from './tables.ts';

export type TestRow = Selectable<WorkflowTestTables['workflow_tests']>;

export async function listTests(db: Query, caller: Caller, workflowId: string): Promise<WorkflowTest[]> {
  await requireWorkflow(db, caller, workflowId, 'write');
  return (await readTests(db, workflowId)).map(toTest);
}

export async function readTests(db: Query, workflowId: string): Promise<TestRow[]> {
  const rows = await db
    .selectFrom('workflow_tests')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(withoutLinks);
}

/** Tests that were made before links were taken out may still contain some. */
function withoutLinks(row: TestRow): TestRow {
  return {
    ...row,
    input: withoutWorkingLinks(row.input),
    pins: withoutWorkingLinks(row.pins),
    expected: withoutWorkingLinks(row.expected),
    last_problems: row.last_problems?.map(withoutWorkingLinks) ?? null,
  };
}

/** The row of the workflow is locked, so that two requests together can not exceed the number of tests. */
export async function createTest(db: Query, caller: Caller, creation: TestCreation): Promise<WorkflowTest> {
  const { workflow_id, name } = creation;
  const content = toColumns(creation);
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  return withLockedWorkflow(db, authorize, async transaction => {
    const { tests } = fixedLimits.workflow;
    if ((await readTests(transaction, workflow_id)).length >= tests) throw tooManyTests(tests);
    const row = await transaction
      .insertInto('workflow_tests')
      .values({ id: newId(), workflow_id, name, ...content, created_by: caller.userId, updated_by: caller.userId })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(explainTakenName(name));
    await recordTest(transaction, caller, 'test.create', row);
    return toTest(row);
  });
}

export async function updateTest(db: Query, caller: Caller, update: TestUpdate): Promise<WorkflowTest> {
  const known = await requireTest(db, caller, update.id);
  const changed = { ...toTest(known), ...update };
  return db.transaction().execute(async transaction => {
    const row = await transaction
      .updateTable('workflow_tests')
      .set({ name: changed.name, ...toColumns(changed), last_run_at: null, last_problems: null })
      .set({ updated_at: sql<Date>`now()`, updated_by: caller.userId })
      .where('id', '=', update.id)
      .returningAll()
      .executeTakeFirst()
      .catch(explainTakenName(changed.name));
    if (!row) throw entityNotFound();
    await recordTest(transaction, caller, 'test.update', row);
    return toTest(row);
  });
}

export async function deleteTest(db: Query, caller: Caller, id: string): Promise<string> {
  const test = await requireTest(db, caller, id);
  await db.transaction().execute(async transaction => {
    const { numDeletedRows } = await transaction.deleteFrom('workflow_tests').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows > 0n) await recordTest(transaction, caller, 'test.delete', test);
  });
  return id;
}

async function recordTest(
  transaction: Query,
  caller: Caller,
  action: NewAuditEvent['action'],
  { id, name, workflow_id }: TestRow,
): Promise<void> {
  await recordAudit(transaction, caller, { action, subject: { kind: 'test', id, name }, details: { workflow_id } });
}

/** To everybody who may not write the workflow, the test does not exist. */
async function requireTest(db: Query, caller: Caller, id: string): Promise<TestRow> {
  const row = await db.selectFrom('workflow_tests').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw entityNotFound();
  await requireWorkflow(db, caller, row.workflow_id, 'write').catch(() => {
    throw entityNotFound();
  });
  return withoutLinks(row);
}

/** Returns the tests as export documents contain them. */
export async function exportTests(db: Query, workflowId: string): Promise<ExportedTest[]> {
  return (await readTests(db, workflowId)).map(row => {
    const { name, trigger_node_id, input, pins, expect } = toTest(row);
    return { name, trigger_node_id, input: input as Record<string, unknown>, pins, expect };
  });
}

/** Checks the tests of an export document. Few documents have any, so the validator is compiled only for those. */
export function requireTests(tests: unknown): readonly ExportedTest[] {
  if (Array.isArray(tests) && tests.length === 0) return [];
  const isExported = new Ajv({ strict: false, verbose: true }).compile(
    Type.Array(ExportedTest, { maxItems: fixedLimits.workflow.tests }),
  );
  if (!isExported(tests)) {
    const [error] = isExported.errors ?? [];
    throw validationError(
      `data.tests${(error?.instancePath ?? '').replaceAll('/', '.')}`,
      error?.message ?? 'is not valid',
    );
  }
  const exported = tests as ExportedTest[];
  const names = exported.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw validationError('data.tests', `contains '${twice}' twice`);
  return exported;
}

/** Adds the tests of an export document to a new workflow. */
export async function insertTests(
  transaction: Query,
  { userId }: Caller,
  workflow_id: string,
  tests: readonly ExportedTest[],
): Promise<void> {
  if (tests.length === 0) return;
  const rows = tests.map(({ name, ...content }) => ({
    id: newId(),
    workflow_id,
    name,
    ...toColumns(content),
    created_by: userId,
    updated_by: userId,
  }));
  await transaction.insertInto('workflow_tests').values(rows).execute();
}

/** Notes what came out of tests of the draft. A test that was changed meanwhile has not been executed yet. */
export async function saveResults(
  db: Query,
  results: readonly { test: TestRow; problems: readonly string[] }[],
): Promise<void> {
  const rows = results.map(({ test: { id, updated_at }, problems }) => ({
    id,
    updated_at,
    problems: problems.map(toStorableText),
  }));
  await sql`
    UPDATE workflow_tests SET last_run_at = now(),
      last_problems = ARRAY(SELECT jsonb_array_elements_text(result.problems))
    FROM jsonb_to_recordset(${jsonb(toStorableJson(rows))}) AS result (id uuid, updated_at timestamptz, problems jsonb)
    WHERE workflow_tests.id = result.id AND workflow_tests.updated_at = result.updated_at`.execute(db);
}

export function toTest(row: TestRow): WorkflowTest {
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    name: row.name,
    trigger_node_id: row.trigger_node_id,
    input: JSON.parse(row.input),
    pins: JSON.parse(row.pins),
    expect: JSON.parse(row.expected),
    last_run_at: row.last_run_at?.getTime() ?? null,
    last_problems: row.last_problems,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
  };
}

type Content = Pick<TestCreation, 'trigger_node_id' | 'pins' | 'expect'> & { input?: unknown };

function toColumns({ trigger_node_id = null, input = {}, pins = {}, expect = {} }: Content) {
  const columns = {
    trigger_node_id,
    input: withoutWorkingLinks(JSON.stringify(input)),
    pins: withoutWorkingLinks(JSON.stringify(pins)),
    expected: withoutWorkingLinks(JSON.stringify(expect)),
  };
  const { testCharacters } = fixedLimits.workflow;
  const characters = columns.input.length + columns.pins.length + columns.expected.length;
  if (characters > testCharacters) throw testTooLarge(testCharacters);
  return columns;
}

const UNIQUE_VIOLATION = '23505';

function explainTakenName(name: string): (error: unknown) => never {
  return error => {
    throw errorCode(error) === UNIQUE_VIOLATION ? testNameTaken(name) : error;
  };
}
