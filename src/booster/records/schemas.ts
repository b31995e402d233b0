import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { named } from '../../http/described.ts';
import { Uuid } from '../../http/endpoint.ts';
import { QueryBody } from '../../query/query-body.ts';

export const Collection = Type.String({
  minLength: 1,
  maxLength: fixedLimits.record.collectionCharacters,
  pattern: '^\\P{Cc}*$',
  description: 'exists as soon as there is a record in it; no control characters',
});
export const Data = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { additionalProperties: true, description: 'any JSON object' }),
);
export const Milliseconds = Type.Integer({ description: 'milliseconds since 1970' });

export const RecordCreation = named(
  'RecordCreation',
  Type.Object({
    collection: Collection,
    data: Data,
    key: Type.Optional({ ...Uuid, description: 'unique within the panel; made when it is left out' }),
  }),
);
export const RecordUpdate = named('RecordUpdate', Type.Object({ key: Uuid, data: Data }));
export const RecordReference = named('RecordReference', Type.Object({ key: Uuid }));
export const RecordQuery = named(
  'RecordQuery',
  Type.Object({ collection: Collection, params: Type.Optional(QueryBody) }),
);
export const BoosterRecord = named(
  'PanelRecord',
  Type.Object({
    key: Uuid,
    collection: Collection,
    data: Data,
    created: Milliseconds,
    updated: Milliseconds,
  }),
);

export type BoosterRecord = Static<typeof BoosterRecord>;
export type RecordCreation = Static<typeof RecordCreation>;
export type RecordUpdate = Static<typeof RecordUpdate>;
export type RecordQuery = Static<typeof RecordQuery>;
