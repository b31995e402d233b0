/** The tests of workflows in `/api/v1/workflow/test`. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Name, Timestamp } from '../../http/schema-parts.ts';

const { tests } = fixedLimits.workflow;

/** The result of a step that a test does not execute. */
export const TestPin = Type.Union(
  [
    Type.Object({
      output: Type.Unknown(),
      handle: about('The exit by which the step was left; null: the only one.', Type.Optional(Nullable(Type.String()))),
    }),
    Type.Object({
      error: about('The step fails with this error.', Type.String({ maxLength: fixedLimits.run.textCharacters })),
    }),
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
          description: 'how steps end, by their ids; in a loop, for every item; `id[2]` is the third item of a loop',
        }),
      ),
      effects: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description:
            'what steps with effects are asked to do, by their ids: their whole rendered params; `***` at the end of a text stands for anything',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

const content = {
  trigger_node_id: about(
    'The id of the trigger that it starts from.',
    Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  ),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  pins: Type.Optional(
    Type.Record(Type.String(), TestPin, {
      description: 'results of steps that are not executed, by their ids; `id[2]` is the third item of a loop',
    }),
  ),
  expect: about('What must be true for the test to pass.', Type.Optional(Expectation)),
};

/** A test as export documents contain it. */
export const ExportedTest = named('ExportedTest', Type.Object({ name: Name, ...content }));

export const TestCreation = named(
  'TestCreation',
  Type.Object({
    workflow_id: Uuid,
    name: Name,
    ...content,
  }),
);
export const TestUpdate = named(
  'TestUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    ...content,
  }),
);
export const TestFromRun = named('TestFromRun', Type.Object({ run_id: Uuid, name: Type.Optional(Name) }));
export const TestId = named('TestId', Type.Object({ id: Uuid }));

export const WorkflowTest = named(
  'WorkflowTest',
  Type.Object({
    id: Uuid,
    workflow_id: Uuid,
    name: Type.String(),
    trigger_node_id: about('The id of the trigger that it starts from.', Nullable(Type.String())),
    input: Type.Unknown(),
    pins: about(
      'The results that steps are given instead of executing, by the ids of the steps.',
      Type.Record(Type.String(), TestPin),
    ),
    expect: about('What must be true for the test to pass.', Expectation),
    last_run_at: about('When it last ran; null: never.', Nullable(Timestamp)),
    last_problems: Nullable(
      Type.Array(Type.String(), { description: 'of the last time that it was executed with the draft' }),
    ),
    created_at: Timestamp,
    updated_at: about('When it was last changed.', Timestamp),
  }),
);

export const TestsRequest = named(
  'TestsRequest',
  Type.Object({
    workflow_id: Uuid,
    version: Type.Optional(Type.Enum(['draft', 'published'], { default: 'draft' })),
    test_ids: about('The tests to run; by default all.', Type.Optional(Type.Array(Uuid, { maxItems: tests }))),
  }),
);

export const WorkflowTestResult = named(
  'WorkflowTestResult',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    passed: Type.Boolean(),
    problems: about('What did not come out as expected.', Type.Array(Type.String())),
    status: about('The status with which the run of the test ended.', Type.String()),
    error: about('What went wrong. Empty when nothing did.', Type.String()),
    duration_ms: about('How long it took, in milliseconds.', Type.Number()),
    steps: Type.Array(
      Type.Object({
        node_id: about('The id of the step.', Type.String()),
        iteration: about(
          'The items of the loops around the step, from the outer to the inner one.',
          Type.Array(Type.Integer()),
        ),
        status: Type.String(),
        error: about('What went wrong. Empty when nothing did.', Type.String()),
      }),
    ),
  }),
);

export const TestsResult = named(
  'WorkflowTestResults',
  Type.Object({
    passed: about('How many tests passed.', Type.Integer()),
    failed: about('How many failed.', Type.Integer()),
    results: about('The result of each test.', Type.Array(WorkflowTestResult)),
  }),
);

export type Expectation = Static<typeof Expectation>;
export type TestPin = Static<typeof TestPin>;
export type ExportedTest = Static<typeof ExportedTest>;
export type TestCreation = Static<typeof TestCreation>;
export type TestUpdate = Static<typeof TestUpdate>;
export type TestFromRun = Static<typeof TestFromRun>;
export type WorkflowTest = Static<typeof WorkflowTest>;
export type TestsRequest = Static<typeof TestsRequest>;
export type WorkflowTestResult = Static<typeof WorkflowTestResult>;
export type TestsResult = Static<typeof TestsResult>;
