/** What the console needs of a panel's records beyond `/api/v3`. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { ErrorCode, Nullable, Uuid } from '../../http/endpoint.ts';
import { limitField } from '../../http/schema-parts.ts';
import { QueryBody } from '../../query/query-body.ts';
import { StartedRunIds } from '../started-runs.ts';
import { BoosterRecord, Collection, Data, Milliseconds } from './schemas.ts';

const { importedRows, deletedRecords, exportedRecords } = fixedLimits.record;

export const CollectionsBody = named('CollectionsQuery', Type.Object({ panel_id: Uuid }));
export const RecordFilesBody = named('RecordFilesQuery', Type.Object({ panel_id: Uuid, key: Uuid }));
export const CollectionSummary = named(
  'CollectionSummary',
  Type.Object({
    collection: about('The collection of the record.', Collection),
    records: about('How many records there are.', Type.Integer()),
    updated: { ...Milliseconds, description: 'when a record in it was last created or changed' },
  }),
);

/** A row is validated by itself, so that one that is wrong refuses no other. */
export const ImportBody = named(
  'RecordImport',
  Type.Object({
    panel_id: Uuid,
    collection: about('The collection of the record.', Collection),
    rows: about(
      'The records.',
      Type.Array(
        Type.Unknown({
          title: 'Row',
          description:
            '`{key?, data}`. With a `key` of your own, the request can be repeated: no record is created twice.',
          examples: [{ key: '0199e0a4-5a3c-7f6e-8b1d-2c3d4e5f6a7b', data: { name: 'Ada' } }],
        }),
        { minItems: 1, maxItems: importedRows },
      ),
    ),
    existing: Type.Optional(
      Type.Enum(['refuse', 'update'], {
        description:
          'What to do with a row whose key exists with other data: refuse it (default), or replace its top-level fields.',
      }),
    ),
  }),
);
export const ImportReply = named(
  'RecordImportReply',
  Type.Object({
    created: about('How many records were created.', Type.Integer()),
    updated: about('How many records were changed.', Type.Integer()),
    unchanged: Type.Integer({ description: 'rows that exist already, with the same key and the same data' }),
    refused: about(
      'What was refused, and why.',
      Type.Array(
        Type.Object({
          row: Type.Integer({ description: 'index in `rows`' }),
          code: ErrorCode,
          message: Type.String(),
        }),
      ),
    ),
    started_runs: StartedRunIds,
  }),
);

/** Every stored time is before the year 10000. */
const Created = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999, description: 'milliseconds since 1970' });
const Cursor = named(
  'RecordCursor',
  Type.Object({
    created: about('That of the last record of the page before, in milliseconds since 1970.', Created),
    key: Uuid,
  }),
);
export const ExportBody = named(
  'RecordExport',
  Type.Object({
    panel_id: Uuid,
    collection: about('The collection of the record.', Collection),
    filters: about('Only records that match all of them.', QueryBody.properties.filters),
    after: Type.Optional({ ...Cursor, description: '`next` of the page before' }),
    limit: limitField(exportedRecords),
  }),
);
export const ExportReply = named(
  'RecordExportReply',
  Type.Object({
    records: Type.Array(BoosterRecord, {
      description: 'in the order of their creation; fewer than the limit if they are long',
    }),
    next: { ...Nullable(Cursor), description: 'where the next page begins; null after the last page' },
  }),
);

export const FileOfRecord = named(
  'FileOfRecord',
  Type.Object({
    id: Uuid,
    path: Type.String(),
    size: Type.Integer({ description: 'bytes' }),
    content_type: about('The media type of the file.', Type.String()),
    updated: about('In milliseconds since 1970.', Milliseconds),
  }),
);

export const SaveBody = named(
  'RecordSave',
  Type.Object({
    panel_id: Uuid,
    key: Uuid,
    updated: {
      ...Milliseconds,
      description: 'of the record as it was read: if it was changed since, nothing is saved',
    },
    set: Type.Optional({ ...Data, description: 'top-level fields to replace' }),
    remove: Type.Optional(Type.Array(Type.String(), { maxItems: 1000, description: 'top-level fields to remove' })),
  }),
);

export const SavedRecord = named(
  'SavedRecord',
  Type.Object({ ...BoosterRecord.properties, started_runs: StartedRunIds }),
);

export const DeletionBody = named(
  'RecordDeletion',
  Type.Object({
    panel_id: Uuid,
    keys: Type.Array(Uuid, { minItems: 1, maxItems: deletedRecords }),
  }),
);
export const DeletionReply = named(
  'RecordDeletionReply',
  Type.Object({
    deleted: about('How many were deleted.', Type.Integer()),
    refused: about(
      'What was refused, and why.',
      Type.Array(Type.Object({ key: Uuid, code: ErrorCode, message: Type.String() })),
    ),
    started_runs: StartedRunIds,
  }),
);

export type CollectionSummary = Static<typeof CollectionSummary>;
export type ImportBody = Static<typeof ImportBody>;
export type ImportReply = Omit<Static<typeof ImportReply>, 'started_runs'>;
export type ExportBody = Static<typeof ExportBody>;
export type ExportReply = Static<typeof ExportReply>;
export type FileOfRecord = Static<typeof FileOfRecord>;
export type SaveBody = Static<typeof SaveBody>;
export type DeletionReply = Omit<Static<typeof DeletionReply>, 'started_runs'>;
