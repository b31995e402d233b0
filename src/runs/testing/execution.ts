/** Executes the tests of a workflow, with the draft, the published version, or what is about to be published. */
import { recordAuditAlone } from '../../audit/record.ts';
import type { HeddleDatabase } from '../../database.ts';
import { ApiError, testsFailed, tooManyRuns, workflowNotPublished } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { requireWorkflow, requireWorkflowOrganization, workflowSubject } from '../../workflows/access.ts';
import type { Checker } from '../../workflows/checking.ts';
import { readPublishedDefinition } from '../../workflows/publishing.ts';
import type { Expectation, TestsRequest, TestsResult, WorkflowTestResult } from '../../workflows/tests/schemas.ts';
import { readTests, saveResults, type TestRow } from '../../workflows/tests/store.ts';
import { chooseTrigger } from '../plans/choose-trigger.ts';
import type { RunPlans } from '../plans/run-plans.ts';
import type { Runner } from '../runner/runner.ts';
import { readPins, type SentPin } from '../starting/pins.ts';
import { readRunVariables } from '../store/variables.ts';
import { findProblems } from './expectations.ts';
import { type Rehearsal, type RehearsalServices, type Rehearsed, rehearseInTime } from './rehearsal.ts';

export interface TestServices extends RehearsalServices {
  database: HeddleDatabase;
  checker: Checker;
  plans: RunPlans;
  runner: Pick<Runner, 'rehearse' | 'hasRoom'>;
}

/** What the tests of a workflow are executed with. */
interface Tested {
  workflow: Rehearsal['workflow'];
  definition: unknown;
}

export async function runTests(
  services: TestServices,
  caller: Caller,
  { workflow_id, version = 'draft', test_ids }: TestsRequest,
  signal: AbortSignal,
): Promise<TestsResult> {
  const { query: db } = services.database;
  const { workflow } = await requireWorkflow(db, caller, workflow_id, 'write');
  await requireWorkflowOrganization(db, caller, workflow, 'edit');
  if (version === 'published' && workflow.published_version === null) throw workflowNotPublished();
  const definition = version === 'draft' ? workflow.definition : await readPublishedDefinition(db, workflow);
  const tests = await readTests(db, workflow_id);
  const chosen = test_ids ? tests.filter(({ id }) => test_ids.includes(id)) : tests;
  const tested = { workflow: toTestedWorkflow(workflow), definition };
  const outcomes = await executeTests(services, caller, tested, chosen, signal);
  if (version === 'draft') await saveResults(db, outcomes);
  const results = outcomes.map(({ result }) => result);
  const passed = results.filter(result => result.passed).length;
  const failed = results.length - passed;
  await recordAuditAlone(db, caller, {
    action: 'test.run',
    subject: workflowSubject(workflow),
    details: { version, passed, failed },
  });
  return { passed, failed, results };
}

/** Throws when a test fails. Called before a definition is published that requires its tests to pass. */
export async function requirePassingTests(
  services: TestServices,
  caller: Caller,
  workflow: { id: string; name: string; organization_id: string | null },
  definition: unknown,
  signal: AbortSignal,
): Promise<void> {
  const tests = await readTests(services.database.query, workflow.id);
  const tested = { workflow: toTestedWorkflow(workflow), definition };
  const outcomes = await executeTests(services, caller, tested, tests, signal);
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  if (failed.length === 0) return;
  throw testsFailed(failed.map(({ test, problems: [problem] }) => `'${test.name}': ${problem}`).join('; '));
}

function toTestedWorkflow({
  id,
  name,
  organization_id: organizationId,
}: {
  id: string;
  name: string;
  organization_id: string | null;
}) {
  return { id, name, organizationId };
}

/** One test, and what it is executed with. */
interface ExecutedTest extends Pick<Rehearsal, 'workflow' | 'plan' | 'variables'> {
  test: TestRow;
  signal: AbortSignal;
}

interface TestOutcome {
  test: TestRow;
  problems: string[];
  result: WorkflowTestResult;
}

async function executeTests(
  services: TestServices,
  caller: Caller,
  { workflow, definition }: Tested,
  tests: readonly TestRow[],
  signal: AbortSignal,
): Promise<TestOutcome[]> {
  if (tests.length === 0) return [];
  const { database, checker, plans, runner } = services;
  await checker.requireValid(database.query, caller, definition);
  const plan = await plans.get(JSON.stringify(definition), caller.userId);
  const variables = await readRunVariables(database.query, plan, workflow.id);
  const outcomes: TestOutcome[] = [];
  for (const test of tests) {
    signal.throwIfAborted();
    if (!runner.hasRoom(caller.userId)) throw tooManyRuns();
    outcomes.push(await executeTest(services, caller, { workflow, plan, variables, test, signal }));
  }
  return outcomes;
}

async function executeTest(services: TestServices, caller: Caller, tested: ExecutedTest): Promise<TestOutcome> {
  const startedMs = performance.now();
  const { test } = tested;
  const expectation: Expectation = JSON.parse(test.expected);
  const rehearsed = await rehearseTest(services, caller, tested, expectation).catch(keepRefusal);
  const isRefused = rehearsed instanceof ApiError;
  const problems = isRefused ? [rehearsed.message] : compare(expectation, rehearsed);
  const end = isRefused ? undefined : rehearsed.end;
  const result: WorkflowTestResult = {
    id: test.id,
    name: test.name,
    passed: problems.length === 0,
    problems,
    status: end?.status ?? 'failed',
    error: !end || end.status === 'waiting' ? '' : end.error,
    duration_ms: Math.round((performance.now() - startedMs) * 100) / 100,
    steps: (end?.steps ?? []).map(({ node_id, iteration, status, error }) => ({ node_id, iteration, status, error })),
  };
  return { test, problems, result };
}

async function rehearseTest(
  services: TestServices,
  caller: Caller,
  { workflow, plan, variables, test, signal }: ExecutedTest,
  { effects }: Expectation,
): Promise<Rehearsed> {
  const sent: Record<string, SentPin> = JSON.parse(test.pins);
  const rehearsal: Rehearsal = {
    workflow,
    plan,
    variables,
    trigger: chooseTrigger(plan, test.trigger_node_id ?? undefined),
    input: JSON.parse(test.input),
    pins: readPins(plan, sent),
  };
  return rehearseInTime(services, caller, rehearsal, { signal, asks: effects !== undefined });
}

function compare(expectation: Expectation, { end, asked }: Rehearsed): string[] {
  if (end.status === 'waiting') return ['The run waits for something, and never ended'];
  return findProblems(expectation, { ...end, asked });
}

/** Why a test could not be executed is what is wrong with the test. */
function keepRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
