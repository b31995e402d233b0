/** The tests of workflows in `/api/v1/workflow/test`. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../schemas.ts';

const { tests } = fixedLimits.workflow;

/** The result of a step that a test does not execute. */
export const Pin = Type.Union(
  [
    Type.Object({ output: Type.Unknown(), handle: Type.Optional(Nullable(Type.String())) }),
    Type.Object({ error: Type.String({ maxLength: fixedLimits.run.textCharacters }) }),
  ],
  { description: '{output, handle?} or {error}' },
);

export const Expectation = named(
  'TestExpectation',
  Type.Object(
    {
      status: Type.Optional(Type.Enum(['success', 'failed'])),
      output: Type.Optional(
        Type.Unknown({ description: 'the output of the run; objects may have more members than these' }),
      ),
      error: Type.Optional(
        Type.String({ description: 'a part of the error', maxLength: fixedLimits.run.textCharacters }),
      ),
      steps: Type.Optional(
        Type.Record(Type.String(), Type.Enum(['success', 'failed', 'skipped']), {
          description: 'how steps end, by their ids; in a loop, for every item',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

const Name = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });
const content = {
  trigger_node_id: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  pins: Type.Optional(
    Type.Record(Type.String(), Pin, {
      description: 'results of steps that are not executed, by their ids; `id[2]` is the third item of a loop',
    }),
  ),
  expect: Type.Optional(Expectation),
};

/** A test as export documents contain it. */
export const ExportedTest = named('ExportedTest', Type.Object({ name: Name, ...content }));

export const TestCreation = named('TestCreation', Type.Object({ workflow_id: Uuid, name: Name, ...content }));
export const TestUpdate = named('TestUpdate', Type.Object({ id: Uuid, name: Type.Optional(Name), ...content }));
export const TestFromRun = named('TestFromRun', Type.Object({ run_id: Uuid, name: Type.Optional(Name) }));
export const TestId = named('TestId', Type.Object({ id: Uuid }));

export const WorkflowTest = named(
  'WorkflowTest',
  Type.Object({
    id: Uuid,
    workflow_id: Uuid,
    name: Type.String(),
    trigger_node_id: Nullable(Type.String()),
    input: Type.Unknown(),
    pins: Type.Record(Type.String(), Pin),
    expect: Expectation,
    last_run_at: Nullable(Timestamp),
    last_problems: Nullable(
      Type.Array(Type.String(), { description: 'of the last time that it was executed with the draft' }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
);

export const TestsRequest = named(
  'TestsRequest',
  Type.Object({
    workflow_id: Uuid,
    version: Type.Optional(Type.Enum(['draft', 'published'], { default: 'draft' })),
    test_ids: Type.Optional(Type.Array(Uuid, { maxItems: tests })),
  }),
);

export const TestResult = named(
  'WorkflowTestResult',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    passed: Type.Boolean(),
    problems: Type.Array(Type.String()),
    status: Type.String(),
    error: Type.String(),
    duration_ms: Type.Number(),
    steps: Type.Array(
      Type.Object({
        node_id: Type.String(),
        iteration: Type.Array(Type.Integer()),
        status: Type.String(),
        error: Type.String(),
      }),
    ),
  }),
);

export const TestsResult = named(
  'WorkflowTestResults',
  Type.Object({
    passed: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(TestResult),
  }),
);

export type Expectation = Static<typeof Expectation>;
export type Pin = Static<typeof Pin>;
export type ExportedTest = Static<typeof ExportedTest>;
export type TestCreation = Static<typeof TestCreation>;
export type TestUpdate = Static<typeof TestUpdate>;
export type TestFromRun = Static<typeof TestFromRun>;
export type WorkflowTest = Static<typeof WorkflowTest>;
export type TestsRequest = Static<typeof TestsRequest>;
export type TestResult = Static<typeof TestResult>;
export type TestsResult = Static<typeof TestsResult>;
