import Type from 'typebox';
import { Uuid } from '../http/endpoint.ts';
import { NAMED_RUNS } from './events.ts';

export const StartedRunIds = Type.Array(Uuid, {
  description:
    `The ids of the first ${NAMED_RUNS} runs that the change starts. They are queued a moment later, unless their ` +
    'workflow was deactivated or their user may not use the panel. `debounce` and `batch` may merge them into another run.',
});
