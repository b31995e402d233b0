import Type, { type Static } from 'typebox';
import { named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../../workflows/schemas.ts';

const NodeId = Type.String({ minLength: 1, maxLength: 256 });

export const PollNowRequest = named('PollNowRequest', Type.Object({ workflow_id: Uuid, node_id: NodeId }));
export const PollNowReply = named(
  'PollNowReply',
  Type.Object({
    polled_at: Timestamp,
    found: Type.Integer({ description: 'items of the result' }),
    new: Type.Integer({ description: 'items that were not known before' }),
    started: Type.Integer({ description: 'items for which runs were queued' }),
    left: Type.Integer({ description: 'new items that wait for the next poll' }),
    skipped: Type.Integer({ description: 'items that existed when the trigger began' }),
    error: Nullable(Type.String()),
  }),
);

export const PollPreviewRequest = named(
  'PollPreviewRequest',
  Type.Object({
    workflow_id: Uuid,
    node_id: NodeId,
    params: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'instead of those that the node has' }),
    ),
  }),
);
export type PollPreviewRequest = Static<typeof PollPreviewRequest>;

export const PollPreview = named(
  'PollPreview',
  Type.Object({
    count: Type.Integer(),
    items: Type.Array(Type.Object({ key: Type.String(), item: Type.Unknown(), cut: Type.Boolean() })),
    cursor: Type.Unknown(),
    error: Nullable(Type.String()),
  }),
);
export type PollPreview = Static<typeof PollPreview>;
