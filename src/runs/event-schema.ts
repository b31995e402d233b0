/** The events of a run for the API description. `RunEvent` is their type. */
import Type, { type TProperties } from 'typebox';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { streamOf } from '../http/stream-schema.ts';

/** Every event has every field. Those that say nothing have these values. */
const EMPTY = {
  run_id: Uuid,
  node_id: Type.Literal(''),
  node_type: Type.Literal(''),
  handle: Type.Null(),
  text: Type.Literal(''),
  error: Type.Literal(''),
  output_json: Type.Literal(''),
  iteration: Type.Array(Type.Integer(), { maxItems: 0 }),
};

const OF_STEP = {
  node_id: about('The id of the step.', Type.String()),
  node_type: about('The type of the step.', Type.String()),
  iteration: about('In a loop the indexes of the items, from the innermost loop outward.', Type.Array(Type.Integer())),
};
const output_json = about('The output as JSON. Of a long one, its beginning.', Type.String());

function event<const Name extends string, Fields extends TProperties>(
  component: string,
  type: Name,
  description: string,
  fields: Fields,
) {
  return named(component, Type.Object({ type: Type.Literal(type), ...EMPTY, ...fields }, { description }));
}

const RunEvent = named(
  'RunEvent',
  Type.Union(
    [
      event('RunStartEvent', 'run_start', 'The run begins.', { status: Type.Literal('running') }),
      event('StepStartEvent', 'step_start', 'A step begins.', { ...OF_STEP, status: Type.Literal('running') }),
      event('StepProgressEvent', 'step_progress', 'A step says how far it is.', {
        ...OF_STEP,
        status: Type.Literal(''),
        text: about('What the step says, or the next piece of the text that a model writes.', Type.String()),
      }),
      event('StepWaitingEvent', 'step_waiting', 'A step waits for a person, a time, a call or an event.', {
        ...OF_STEP,
        status: Type.Literal('waiting'),
        text: about('What the step says about itself.', Type.String()),
        output_json: about('What it waits for, as JSON.', Type.String()),
      }),
      event('StepEndEvent', 'step_end', 'A step has ended, or was skipped.', {
        ...OF_STEP,
        status: about('`skipped`: no edge led to it.', Type.Enum(['success', 'failed', 'skipped'])),
        handle: about('The exit by which the step was left; null: the only one.', Nullable(Type.String())),
        text: about('What the step says about itself, or the text that a model wrote.', Type.String()),
        error: about('What went wrong. Empty when nothing did.', Type.String()),
        output_json,
      }),
      event('RunWaitingEvent', 'run_waiting', 'Only waiting steps are left. The stream of `run/stream` ends here.', {
        status: Type.Literal('waiting'),
        text: about('The ids of the steps that wait, with commas between them.', Type.String()),
      }),
      event('RunEndEvent', 'run_end', 'The run has ended. It is the last event.', {
        status: Type.Enum(['success', 'failed', 'cancelled']),
        error: about('Why it failed. Empty when it did not.', Type.String()),
        output_json,
      }),
    ],
    {
      description: 'Something that happens in a run. Every event has every field, and its type says which have values.',
    },
  ),
);

export const RunStream = streamOf('RunStreamObject', RunEvent);
