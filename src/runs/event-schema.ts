/** The events of a run for the API description. `RunEvent` is their type. */
import Type from 'typebox';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { streamOf } from '../http/stream-schema.ts';

const RunEvent = named(
  'RunEvent',
  Type.Object(
    {
      type: about(
        'What happened. A stream ends with `run_end`, or with `run_waiting` when the run pauses.',
        Type.Enum(['run_start', 'step_start', 'step_progress', 'step_waiting', 'step_end', 'run_waiting', 'run_end']),
      ),
      run_id: Uuid,
      node_id: about('The id of the step. Empty in events of the run itself.', Type.String()),
      node_type: about('The type of the step. Empty in events of the run itself.', Type.String()),
      status: Type.String({ examples: ['running'] }),
      handle: about('The exit by which the step was left.', Nullable(Type.String())),
      text: about('A piece of text that an AI step produces, or what a step says about itself.', Type.String()),
      error: about('Why the step or the run failed. Otherwise empty.', Type.String()),
      output_json: about('The output as JSON, in `step_end` and `run_end`. Otherwise empty.', Type.String()),
      iteration: about(
        'The items of the loops around the step, from the outer to the inner one.',
        Type.Array(Type.Integer()),
      ),
    },
    { description: 'Something that happens in a run. Every event has every field.' },
  ),
);

export const RunStream = streamOf('RunStreamObject', RunEvent);
