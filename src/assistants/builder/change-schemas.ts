import Type, { type Static } from 'typebox';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../../http/schema-parts.ts';

const BuilderContent = named(
  'BuilderContent',
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    definition: about('The definition: the steps and the edges between them.', Type.Unknown()),
  }),
);

export const BuilderChange = named(
  'BuilderChange',
  Type.Object({
    id: Uuid,
    workflow_id: Uuid,
    kind: Type.Enum(['edit', 'proposal']),
    state: Type.Enum(['open', 'kept', 'undone', 'applied', 'dismissed']),
    revision_id: Nullable(Type.String({ ...Uuid, description: 'the revision that an edit made' })),
    before: BuilderContent,
    after: about('The workflow as the change made it, or would make it.', BuilderContent),
    created: Timestamp,
  }),
);

/** What is still to be decided. */
export const OpenChange = named(
  'OpenChange',
  Type.Object({
    id: Uuid,
    kind: BuilderChange.properties.kind,
    created: Timestamp,
  }),
);
export const OpenChangesRequest = named('OpenChangesRequest', Type.Object({ workflow_id: Uuid }));

export const ChangeId = named('ChangeId', Type.Object({ change_id: Uuid }));
export const ChangeSettling = named(
  'ChangeSettling',
  Type.Object({
    change_id: Uuid,
    state: Type.Enum(['kept', 'undone', 'applied', 'dismissed'], {
      description: 'kept or undone for edits, applied or dismissed for proposals',
    }),
  }),
);

export type OpenChange = Static<typeof OpenChange>;
export type BuilderContent = Static<typeof BuilderContent>;
export type BuilderChange = Static<typeof BuilderChange>;
export type ChangeSettling = Static<typeof ChangeSettling>;
