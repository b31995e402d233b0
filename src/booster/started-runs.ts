import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { Uuid } from '../http/endpoint.ts';

export const StartedRunIds = Type.Array(Uuid, {
  description:
    `The ids of the first ${fixedLimits.run.namedInReply} runs that the change starts. They are queued a moment later, unless their ` +
    'workflow was deactivated or their user may not use the panel. `debounce` and `batch` may merge them into another run.',
});
