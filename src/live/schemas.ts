import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';

export const LiveRequest = named(
  'LiveRequest',
  Type.Object({
    tab_id: about('The tab of the browser, as it names itself.', Uuid),
    workflow_id: Type.Optional(Uuid),
  }),
);

export const PresenceRequest = named(
  'PresenceRequest',
  Type.Object({
    tab_id: about('The tab of the browser, as it names itself.', Uuid),
    workflow_id: Nullable(Uuid),
  }),
);

/** A tab of somebody who has the workflow open. */
interface PresentTab {
  user_id: string;
  name: string;
  tab_id: string;
}

export type LiveEvent =
  | { type: 'hello' }
  | { type: 'run'; run_id: string; workflow_id: string; status: string }
  | { type: 'workflow'; workflow_id: string; revision_id: string; user_id: string }
  | { type: 'presence'; workflow_id: string; people: PresentTab[] }
  | { type: 'approvals'; waiting: number }
  | { type: 'failures'; mine: number }
  /** No more than a hundred are counted. */
  | { type: 'notifications'; unread: number };

const Page = Type.Enum(['runs', 'workflows']);

export const SavedView = named(
  'SavedView',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    page: about('The page of the console that it belongs to.', Page),
    search: about('The part of the address behind the question mark.', Type.String()),
  }),
);
export const ViewsRequest = named(
  'ViewsRequest',
  Type.Object({ page: about('The page of the console that it belongs to.', Type.Optional(Page)) }),
);
export const ViewCreation = named(
  'ViewCreation',
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters }),
    page: about('The page of the console that it belongs to.', Page),
    search: Type.String({
      maxLength: fixedLimits.live.searchCharacters,
      description: 'the part of the address behind the question mark',
    }),
  }),
);
export const SearchRequest = named(
  'SearchRequest',
  Type.Object({
    text: Type.Optional(
      Type.String({ maxLength: fixedLimits.nameCharacters, description: 'what the name begins with or contains' }),
    ),
  }),
);
export const Found = named(
  'SearchResult',
  Type.Object({
    kind: Type.Enum(['workflow', 'panel', 'file', 'assistant', 'conversation']),
    id: Uuid,
    name: Type.String(),
    panel_id: Type.Optional(Type.String({ ...Uuid, description: 'of a file' })),
    path: Type.Optional(Type.String({ description: 'of a file' })),
  }),
);
export const ViewId = named('ViewId', Type.Object({ id: Uuid }));

export type Found = Static<typeof Found>;
export type SavedView = Static<typeof SavedView>;
export type ViewCreation = Static<typeof ViewCreation>;
