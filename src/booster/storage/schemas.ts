import Type, { type Static } from 'typebox';
import { about, named, shownAs } from '../../http/described.ts';
import { FormFile, Nullable, Uuid } from '../../http/endpoint.ts';
import { QueryBody } from '../../query/query-body.ts';
import type { StorageLimits } from './files.ts';

const Record = named(
  'RecordLink',
  Type.Object({
    collection: about('The collection of the record.', Type.String({ minLength: 1 })),
    key: Uuid,
  }),
);
const ShownMetadata = Type.Object({}, { additionalProperties: true });
/** The handler refuses what is not an object, in its own words. */
const Metadata = shownAs(ShownMetadata, Type.Unknown({ description: 'a JSON object of at most 4 KB' }));

/** What `upload-b64` and `upload/init` contain beside the content. */
const placement = {
  metadata: about('Any JSON object of up to 4 KB.', Type.Optional(Metadata)),
  record: about('The record that the file belongs to; null: none.', Type.Optional(Nullable(Record))),
  overwrite: Type.Optional(Type.Boolean({ description: 'replace a file at the same path' })),
  rename: Type.Optional(Type.Boolean({ description: 'when the path is taken, store as `name (1).ext` and so on' })),
};

export const UploadForm = named(
  'UploadForm',
  Type.Object({
    file: FormFile,
    path: Type.String({ description: 'one that ends with / is a directory: the name of the file is appended' }),
    metadata: Type.Optional(Type.String({ description: 'a JSON object of at most 4 KB' })),
    record_collection: about('The collection of the record that the file belongs to.', Type.Optional(Type.String())),
    record_key: about('The key of the record that the file belongs to.', Type.Optional(Uuid)),
    overwrite: about('Whether to replace a file at the same path.', placement.overwrite),
    rename: about('Whether to store it under another name when the path is taken.', placement.rename),
  }),
);

export const Base64Upload = named(
  'Base64Upload',
  Type.Object({
    path: about('Where to store it. A path that ends with / is a directory.', Type.String()),
    data: Type.String({ description: 'base64 or a data URL' }),
    content_type: about('The media type; by default it is recognised.', Type.Optional(Nullable(Type.String()))),
    ...placement,
  }),
);

export const DirectUpload = named(
  'DirectUpload',
  Type.Object({
    path: about('Where to store it. A path that ends with / is a directory.', Type.String()),
    filename: Type.Optional(Type.String({ description: 'when the path ends with /' })),
    content_type: about('The media type of the file.', Type.String()),
    size: Type.Integer({ minimum: 0, description: 'exact bytes' }),
    ...placement,
  }),
);
export type PlacementOptions = Pick<Static<typeof DirectUpload>, keyof typeof placement>;

export const Announced = named(
  'AnnouncedUpload',
  Type.Object({
    upload_id: Uuid,
    url: about('Where the form is sent to.', Type.String()),
    fields: about('The fields of the form, which are sent before the file.', Type.Record(Type.String(), Type.String())),
    expires_at: Type.Integer(),
  }),
);
export const UploadId = named('UploadId', Type.Object({ upload_id: Uuid }));

const scope = {
  folder: Type.Optional(Type.String()),
  prefix: Type.Optional(Type.String({ description: 'a sub-folder inside the folder' })),
  recursive: about('Whether to include the files of sub-folders.', Type.Optional(Type.Boolean())),
  params: about('The filters, the order and the page.', Type.Optional(QueryBody)),
};
export const FileCountQuery = named('FileCountQuery', Type.Object(scope));
export const FileListQuery = named(
  'FileListQuery',
  Type.Object({ ...scope, links: about('Whether the files get links.', Type.Optional(Type.Boolean())) }),
);

export const FileName = named(
  'FileName',
  Type.Object({
    id: Type.Optional(Uuid),
    path: Type.Optional(Type.String()),
  }),
);
export const FileId = named('FileId', Type.Object({ id: Uuid }));
export const fileIds = ({ ids }: StorageLimits) => Type.Array(Uuid, { minItems: 1, maxItems: ids });

export const Update = named(
  'FileUpdate',
  Type.Object({
    id: Uuid,
    path: Type.Optional(Type.String()),
    metadata: about('Any JSON object of up to 4 KB.', Type.Optional(Metadata)),
    record: about('The record that the file belongs to; null: none.', Type.Optional(Record)),
    unlink_record: about('Whether to detach the file from its record.', Type.Optional(Type.Boolean())),
  }),
);
export type Update = Static<typeof Update>;

export const File = named(
  'StoredFile',
  Type.Object({
    id: Uuid,
    path: about('The path in the panel, which begins with the folder.', Type.String()),
    folder: Type.String(),
    name: about('The last part of the path.', Type.String()),
    size: Type.Integer({ description: 'bytes' }),
    content_type: about('The media type of the file.', Type.String()),
    sha256: about('The SHA-256 of its content, in hexadecimal.', Type.String()),
    metadata: about('Any JSON object of up to 4 KB.', Type.Record(Type.String(), Type.Unknown())),
    record: about('The record that the file belongs to; null: none.', Nullable(Record)),
    owner: about(
      'Null: uploads through the API have no owner. `/api/v1/panel/file` says who uploaded it.',
      Nullable(Uuid),
    ),
    created: about('When it was stored, in milliseconds since 1970.', Type.Integer()),
    updated: about('When it was last changed, in milliseconds since 1970.', Type.Integer()),
    expires_at: about('When it is deleted; null: it is kept.', Nullable(Type.String())),
    url: about('A link to the file; null: none was asked for.', Nullable(Type.String())),
    download_url: about('A link with which browsers save the file; null: none was asked for.', Nullable(Type.String())),
  }),
);
export type File = Static<typeof File>;
export const Files = named(
  'StoredFiles',
  Type.Object({
    files: Type.Array(File),
    folders: about('The sub-folders at this place.', Type.Array(Type.String())),
  }),
);
export const LinkReply = named(
  'FileLink',
  Type.Object({
    id: Uuid,
    url: Type.String(),
    expires_at: about('When the link expires; null: never.', Nullable(Type.Integer())),
  }),
);
export type LinkReply = Static<typeof LinkReply>;
export const StorageUsage = named(
  'StorageUsage',
  Type.Object({
    files: about('How many files there are.', Type.Integer()),
    size: Type.Integer({ description: 'bytes' }),
    limit: Type.Integer({ description: "bytes; 0: only the owner's storage quota applies" }),
    folders: about('The bytes in each folder.', Type.Record(Type.String(), Type.Integer())),
  }),
);
export type StorageUsage = Static<typeof StorageUsage>;
