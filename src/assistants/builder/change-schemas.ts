import Type, { type Static } from 'typebox';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../../workflows/schemas.ts';

const BuilderContent = named(
  'BuilderContent',
  Type.Object({
    name: about('The name of the change.', Type.String()),
    description: about('What the change is for.', Type.String()),
    definition: about('The definition: the steps and the edges between them.', Type.Unknown()),
  }),
);

export const BuilderChange = named(
  'BuilderChange',
  Type.Object({
    id: about('The id of the change.', Uuid),
    workflow_id: about('The id of the workflow.', Uuid),
    kind: about('What kind of change it is.', Type.Enum(['edit', 'proposal'])),
    state: about('The state of the change.', Type.Enum(['open', 'kept', 'undone', 'applied', 'dismissed'])),
    revision_id: Nullable(Type.String({ ...Uuid, description: 'the revision that an edit made' })),
    before: about('What it was before.', BuilderContent),
    after: about('Where to continue: the `next` of the page before.', BuilderContent),
    created: about('When it was created, and by whom.', Timestamp),
  }),
);

/** What is still to be decided. */
export const OpenChange = named(
  'OpenChange',
  Type.Object({
    id: about('The id of the change.', Uuid),
    kind: about('What kind of change it is.', BuilderChange.properties.kind),
    created: about('When it was created, and by whom.', Timestamp),
  }),
);
export const OpenChangesRequest = named(
  'OpenChangesRequest',
  Type.Object({ workflow_id: about('The id of the workflow.', Uuid) }),
);

export const ChangeId = named('ChangeId', Type.Object({ change_id: about('The id of the change.', Uuid) }));
export const ChangeSettling = named(
  'ChangeSettling',
  Type.Object({
    change_id: about('The id of the change.', Uuid),
    state: Type.Enum(['kept', 'undone', 'applied', 'dismissed'], {
      description: 'kept or undone for edits, applied or dismissed for proposals',
    }),
  }),
);

export type OpenChange = Static<typeof OpenChange>;
export type BuilderContent = Static<typeof BuilderContent>;
export type BuilderChange = Static<typeof BuilderChange>;
export type ChangeSettling = Static<typeof ChangeSettling>;
