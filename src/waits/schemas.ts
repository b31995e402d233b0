import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';
import { Uuid } from '../http/endpoint.ts';

const { event, open } = fixedLimits.wait;

export const ResumeRequest = named(
  'ResumeRequest',
  Type.Object({
    run_id: Uuid,
    node_id: Type.String({ minLength: 1, description: 'the step that waits' }),
    iteration: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), {
        maxItems: fixedLimits.run.list.iterationLevels,
        description: 'in loops: the iteration of the step, as the run shows it',
      }),
    ),
    body: Type.Optional(
      Type.Unknown({ description: 'the body of the call, or the data of the event, that the step waits for' }),
    ),
  }),
);
export type ResumeRequest = Static<typeof ResumeRequest>;

export const EventRequest = named(
  'EventRequest',
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: event.nameCharacters }),
    key: Type.Optional(
      Type.String({ maxLength: event.keyCharacters, description: 'tells events of the same name apart; default ""' }),
    ),
    data: Type.Optional(
      Type.Unknown({ description: `what the steps get: JSON of at most ${event.dataCharacters} characters` }),
    ),
    organization_id: Type.Optional({
      ...Uuid,
      description: 'the organization whose runs it reaches; default: your own runs outside of organizations',
    }),
  }),
);

export const SentEvent = named(
  'SentEvent',
  Type.Object({
    event_id: Uuid,
    woken: Type.Integer({ description: `how many steps waited for it (each run has at most ${open})` }),
    woken_runs: Type.Array(Uuid, {
      description: `The ids of the first ${fixedLimits.run.namedInReply} runs that these steps belong to.`,
    }),
  }),
);
