/**
 * Tests every way in which a run begins with every rule about it. The table is generated: a new type of trigger, setting
 * or param of triggers does not compile until it has its row or column.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import { find } from '../runner/parts.ts';
import { type Person, testService } from '../support/service.ts';
import { type Expectation, expectations, NO_PARAM } from './run-beginning-expectations.ts';
import { QUEUED_PER_USER, type Rule, type RuleName, readRuns, rules } from './run-beginning-rules.ts';
import { type Beginning, type BeginningName, beginnings, type Stage } from './run-beginnings.ts';

const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_MCP_WORKFLOWS: 'all',
  HEDDLE_QUEUED_RUNS_PER_USER: String(QUEUED_PER_USER),
});
const guest = await service.person();

/** Runs that wait for a time or a place count for the queue of their user, so each cell has an owner of its own. */
async function setStage(
  { settings = {}, params = {}, approval, isUnpublished, isShared, begins = 1 }: Rule,
  signal: AbortSignal,
): Promise<Stage> {
  const owner: Person = await service.person();
  const actor = isShared ? guest : owner;
  const shown = approval?.([owner, actor]) ?? {};
  return { service, owner, actor, settings, params, approval: shown, isPublished: !isUnpublished, begins, signal };
}

async function observe(beginning: Beginning, rule: Rule, context: TestContext): Promise<string> {
  const over = new AbortController();
  context.after(() => over.abort());
  const stage = await setStage(rule, over.signal);
  const prepared = await beginning.prepare(stage);
  const known = (await readRuns(stage, prepared.workflowId, [])).map(({ id }) => id);
  const runs = () => readRuns(stage, prepared.workflowId, known);
  return rule.observe({ ...prepared, stage, runs });
}

function testCell(name: RuleName, beginning: Beginning, expectation: Expectation): void {
  if (typeof expectation === 'object') {
    test(name, { skip: expectation.never }, () => {});
    return;
  }
  test(name, async context => {
    assert.equal(await observe(beginning, rules[name], context), expectation);
  });
}

for (const [name, beginning] of Object.entries(beginnings) as [BeginningName, Beginning][]) {
  suite(name, { concurrency: 4 }, () => {
    for (const [rule, expectation] of Object.entries(expectations[name]) as [RuleName, Expectation][]) {
      testCell(rule, beginning, expectation);
    }
  });
}

test('every file that inserts runs belongs to a beginning', () => {
  const inserting = find(['src/**/*.ts'])
    .filter(file => !file.endsWith('.test.ts') && /INSERT INTO runs \(/.test(readFileSync(file, 'utf8')))
    .map(file => file.replace(/^.*src\//, ''));
  const known = Object.values(beginnings).flatMap(({ insertedBy }) => insertedBy);
  assert.deepEqual(inserting.toSorted(), [...new Set(known)].toSorted());
});

test('a rule that is a param is left out only where the trigger has no such param', async () => {
  interface Catalog {
    node_types: { type: string; params_schema: { properties: object } }[];
  }
  const { node_types } = await service.ask<Catalog>('/api/v3/workflow/catalog');
  const paramsOf = new Map(node_types.map(({ type, params_schema }) => [type, params_schema.properties]));
  for (const [name, { trigger }] of Object.entries(beginnings) as [BeginningName, Beginning][]) {
    const leftOut = Object.entries(expectations[name]).filter(([, expectation]) => expectation === NO_PARAM);
    for (const [rule] of leftOut) assert.ok(!(rule in (paramsOf.get(trigger) ?? {})), `${name}: ${rule}`);
  }
});
