/** Failed runs as items of work: what people do about them. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../../http/schema-parts.ts';

const { failure } = fixedLimits.run;

export const FailureState = about(
  '`open`: nobody deals with it. `assigned`: somebody does. `muted`: nobody has to. `resolved`: it is dealt with.',
  Type.Enum(['open', 'assigned', 'muted', 'resolved']),
);

export const RunFailure = named(
  'RunFailure',
  Type.Object({
    run_id: about('The newest attempt that failed.', Uuid),
    state: FailureState,
    assignee_id: about('Who deals with it, or has dealt with it; null: nobody.', Nullable(Uuid)),
    note: about('Why it is muted, or what was said when it was resolved.', Type.String()),
    resolved_by_run_id: about('The replay that succeeded; null: none, or a person resolved it.', Nullable(Uuid)),
    failed_step: about(
      'The id of the step that failed; null: none did, or the run is very long.',
      Nullable(Type.String()),
    ),
    revision: about('Grows with every change.', Type.Integer()),
    changed_at: about('When it was last changed.', Timestamp),
    changed_by: about('Who changed it last; null: a run did.', Nullable(Uuid)),
  }),
);

export const FailureChange = named(
  'RunFailureChange',
  Type.Object({
    run_ids: Type.Array(Uuid, {
      minItems: 1,
      maxItems: failure.runs,
      description: 'the failed runs; either all of them are changed, or none',
    }),
    revisions: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), {
        maxItems: failure.runs,
        description:
          'the `revision` that the caller has seen of each, in the same order; whoever has seen an older one gets 409',
      }),
    ),
    state: FailureState,
    assignee: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: fixedLimits.emailCharacters,
        description: 'with `assigned`: the id or the e-mail address of a user; default the caller',
      }),
    ),
    note: Type.Optional(
      Type.String({
        maxLength: failure.noteCharacters,
        description: 'one line: with `muted` the reason, which is required, and with `resolved` what was done',
      }),
    ),
  }),
);

export const FailureCountsRequest = named(
  'RunFailureCountsRequest',
  Type.Object({ workflow_id: about('Only those of this workflow.', Type.Optional(Uuid)) }),
);

const counts = {
  open: about('How many nobody deals with.', Type.Integer()),
  assigned: about('How many somebody deals with.', Type.Integer()),
  mine: about('How many of these are assigned to the caller.', Type.Integer()),
  muted: about('How many are muted.', Type.Integer()),
  resolved: about('How many are dealt with.', Type.Integer()),
};

export const FailureCounts = named(
  'RunFailureCounts',
  Type.Object({
    ...counts,
    workflows: Type.Array(Type.Object({ workflow_id: Uuid, workflow_name: Type.String(), ...counts }), {
      description: `those with the most open and assigned failures, at most ${failure.workflows}`,
    }),
  }),
);

export type FailureState = Static<typeof FailureState>;
export type RunFailure = Static<typeof RunFailure>;
export type FailureChange = Static<typeof FailureChange>;
export type FailureCounts = Static<typeof FailureCounts>;
