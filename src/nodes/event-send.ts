import Type from 'typebox';
import { effect, type NodeType } from './node.ts';
import { ACTION_TEXTS, actionParams, anyValue, strict } from './param-schemas.ts';
import { eventKey, eventNameParam } from './wait.ts';

const Params = Type.Object(
  {
    name: eventNameParam,
    key: Type.Optional(eventKey),
    data: Type.Optional(anyValue('Data', 'What the waiting steps get. Any JSON, also with templates.')),
    ...actionParams,
  },
  strict,
);

export const eventSend: NodeType<'event.send'> = {
  type: 'event.send',
  title: 'Send event',
  description:
    'Sends an event to all steps that wait for it in the same organization, or else in the runs of the same user. If ' +
    'none waits, the next that does within 24 hours gets it. Output: {event_id, woken}, woken is how many steps waited.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: ACTION_TEXTS,
  outputSchema: Type.Object({ event_id: Type.String(), woken: Type.Integer() }),
  execution: effect(Params, async ({ name, key = '', data = null }, context) => {
    const sent = await context.sendEvent({ name, key, data });
    const { woken } = sent;
    return {
      output: sent,
      text: woken === 0 ? 'Kept for 24 hours' : `Woke ${woken} ${woken === 1 ? 'step' : 'steps'}`,
    };
  }),
};
