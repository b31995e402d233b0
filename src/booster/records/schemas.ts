import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named, shownAs } from '../../http/described.ts';
import { Uuid } from '../../http/endpoint.ts';
import { QueryBody } from '../../query/query-body.ts';

const collectionLengths = { minLength: 1, maxLength: fixedLimits.record.collectionCharacters };
export const Collection = shownAs(
  // The same characters, for tools that read patterns without the properties of Unicode.
  Type.String({ ...collectionLengths, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
  Type.String({
    ...collectionLengths,
    pattern: '^\\P{Cc}*$',
    description: 'exists as soon as there is a record in it; no control characters',
  }),
);
export const Data = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { additionalProperties: true, description: 'any JSON object' }),
);
export const Milliseconds = Type.Integer({ description: 'milliseconds since 1970' });

export const RecordCreation = named(
  'RecordCreation',
  Type.Object({
    collection: about('The collection of the record.', Collection),
    data: about('The data: any JSON object.', Data),
    key: Type.Optional({ ...Uuid, description: 'unique within the panel; made when it is left out' }),
  }),
);
export const RecordUpdate = named(
  'RecordUpdate',
  Type.Object({ key: Uuid, data: about('The data: any JSON object.', Data) }),
);
export const RecordReference = named('RecordReference', Type.Object({ key: Uuid }));
export const RecordQuery = named(
  'RecordQuery',
  Type.Object({
    collection: about('The collection of the record.', Collection),
    params: about('The filters, the order and the page.', Type.Optional(QueryBody)),
  }),
);
export const BoosterRecord = named(
  'PanelRecord',
  Type.Object({
    key: Uuid,
    collection: about('The collection of the record.', Collection),
    data: about('The data: any JSON object.', Data),
    created: about('When it was created, in milliseconds since 1970.', Milliseconds),
    updated: about('When it was last changed, in milliseconds since 1970.', Milliseconds),
  }),
);

export type BoosterRecord = Static<typeof BoosterRecord>;
export type RecordCreation = Static<typeof RecordCreation>;
export type RecordUpdate = Static<typeof RecordUpdate>;
export type RecordQuery = Static<typeof RecordQuery>;
