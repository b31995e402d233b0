import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Uuid } from '../http/endpoint.ts';
import { Timestamp } from '../http/schema-parts.ts';
import { scheduleDays } from '../nodes/triggers/schedule.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

export const schedulePreview = ({ cronCharacters }: WorkflowLimits) =>
  named(
    'SchedulePreview',
    Type.Object({
      cron: about('The times, as a cron expression of five fields.', Type.String({ maxLength: cronCharacters })),
      timezone: about(
        'The time zone, such as `Europe/Berlin`.',
        Type.String({ maxLength: fixedLimits.nameCharacters, default: 'UTC' }),
      ),
    }),
  );

export const daysPreview = (limits: WorkflowLimits) =>
  named(
    'ScheduleDaysPreview',
    Type.Object({
      ...schedulePreview(limits).properties,
      days: Type.Optional(scheduleDays),
      workflow_id: Type.Optional({
        ...Uuid,
        description: 'the workflow whose variables have the holidays; without it, these are variables of the caller',
      }),
    }),
  );
export type DaysPreview = Static<ReturnType<typeof daysPreview>>;

export const ScheduleOccurrences = named(
  'ScheduleOccurrences',
  Type.Object({
    valid: Type.Boolean(),
    error: about('What is wrong with the expression. Empty when it is valid.', Type.String()),
    next_runs: about('The next times.', Type.Array(Timestamp)),
  }),
);
