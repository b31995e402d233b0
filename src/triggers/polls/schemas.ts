import Type, { type Static } from 'typebox';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../../http/schema-parts.ts';

const NodeId = Type.String({ minLength: 1, maxLength: 256 });

export const PollNowRequest = named(
  'PollNowRequest',
  Type.Object({ workflow_id: Uuid, node_id: about('The id of the step.', NodeId) }),
);
export const PollNowReply = named(
  'PollNowReply',
  Type.Object({
    polled_at: Timestamp,
    found: Type.Integer({ description: 'items of the result' }),
    new: Type.Integer({ description: 'items that were not known before' }),
    started: Type.Integer({ description: 'items for which runs were queued' }),
    left: Type.Integer({ description: 'new items that wait for the next poll' }),
    skipped: Type.Integer({ description: 'items that existed when the trigger began' }),
    error: about('What went wrong. Empty when nothing did.', Nullable(Type.String())),
  }),
);

export const PollPreviewRequest = named(
  'PollPreviewRequest',
  Type.Object({
    workflow_id: Uuid,
    node_id: about('The id of the step.', NodeId),
    params: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'instead of those that the node has' }),
    ),
  }),
);
export type PollPreviewRequest = Static<typeof PollPreviewRequest>;

export const PollPreview = named(
  'PollPreview',
  Type.Object({
    count: about('How many new items there are.', Type.Integer()),
    items: about(
      'The new items.',
      Type.Array(
        Type.Object({
          key: about('The key by which it is recognised.', Type.String()),
          item: Type.Unknown(),
          cut: about('Whether it is too long to be shown whole.', Type.Boolean()),
        }),
      ),
    ),
    cursor: about('Where the next look begins.', Type.Unknown()),
    error: about('What went wrong. Empty when nothing did.', Nullable(Type.String())),
  }),
);
export type PollPreview = Static<typeof PollPreview>;
