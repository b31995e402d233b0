import Type, { type Static } from 'typebox';
import { named, shownAs } from '../../http/described.ts';
import { FormFile, Nullable, Uuid } from '../../http/endpoint.ts';
import { QueryBody } from '../../query/query-body.ts';
import type { StorageLimits } from './files.ts';

const Record = named('RecordLink', Type.Object({ collection: Type.String({ minLength: 1 }), key: Uuid }));
const ShownMetadata = Type.Object({}, { additionalProperties: true });
/** The handler refuses what is not an object, in its own words. */
const Metadata = shownAs(ShownMetadata, Type.Unknown({ description: 'a JSON object of at most 4 KB' }));

/** What `upload-b64` and `upload/init` contain beside the content. */
const placement = {
  metadata: Type.Optional(Metadata),
  record: Type.Optional(Nullable(Record)),
  overwrite: Type.Optional(Type.Boolean({ description: 'replace a file at the same path' })),
  rename: Type.Optional(Type.Boolean({ description: 'when the path is taken, store as `name (1).ext` and so on' })),
};

export const UploadForm = named(
  'UploadForm',
  Type.Object({
    file: FormFile,
    path: Type.String({ description: 'one that ends with / is a directory: the name of the file is appended' }),
    metadata: Type.Optional(Type.String({ description: 'a JSON object of at most 4 KB' })),
    record_collection: Type.Optional(Type.String()),
    record_key: Type.Optional(Uuid),
    overwrite: placement.overwrite,
    rename: placement.rename,
  }),
);

export const Base64Upload = named(
  'Base64Upload',
  Type.Object({
    path: Type.String(),
    data: Type.String({ description: 'base64 or a data URL' }),
    content_type: Type.Optional(Nullable(Type.String())),
    ...placement,
  }),
);

export const DirectUpload = named(
  'DirectUpload',
  Type.Object({
    path: Type.String(),
    filename: Type.Optional(Type.String({ description: 'when the path ends with /' })),
    content_type: Type.String(),
    size: Type.Integer({ minimum: 0, description: 'exact bytes' }),
    ...placement,
  }),
);
export type PlacementOptions = Pick<Static<typeof DirectUpload>, keyof typeof placement>;

export const Announced = named(
  'AnnouncedUpload',
  Type.Object({
    upload_id: Uuid,
    url: Type.String(),
    fields: Type.Record(Type.String(), Type.String()),
    expires_at: Type.Integer(),
  }),
);
export const UploadId = named('UploadId', Type.Object({ upload_id: Uuid }));

const scope = {
  folder: Type.Optional(Type.String()),
  prefix: Type.Optional(Type.String({ description: 'a sub-folder inside the folder' })),
  recursive: Type.Optional(Type.Boolean()),
  params: Type.Optional(QueryBody),
};
export const Count = named('FileCountQuery', Type.Object(scope));
export const List = named('FileListQuery', Type.Object({ ...scope, links: Type.Optional(Type.Boolean()) }));

export const FileName = named('FileName', Type.Object({ id: Type.Optional(Uuid), path: Type.Optional(Type.String()) }));
export const FileId = named('FileId', Type.Object({ id: Uuid }));
export const fileIds = ({ ids }: StorageLimits) => Type.Array(Uuid, { minItems: 1, maxItems: ids });

export const Update = named(
  'FileUpdate',
  Type.Object({
    id: Uuid,
    path: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
    record: Type.Optional(Record),
    unlink_record: Type.Optional(Type.Boolean()),
  }),
);
export type Update = Static<typeof Update>;

export const File = named(
  'StoredFile',
  Type.Object({
    id: Uuid,
    path: Type.String(),
    folder: Type.String(),
    name: Type.String(),
    size: Type.Integer({ description: 'bytes' }),
    content_type: Type.String(),
    sha256: Type.String(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    record: Nullable(Record),
    owner: Nullable(Uuid),
    created: Type.Integer(),
    updated: Type.Integer(),
    expires_at: Nullable(Type.String()),
    url: Nullable(Type.String()),
    download_url: Nullable(Type.String()),
  }),
);
export type File = Static<typeof File>;
export const Files = named('StoredFiles', Type.Object({ files: Type.Array(File), folders: Type.Array(Type.String()) }));
export const LinkReply = named(
  'FileLink',
  Type.Object({ id: Uuid, url: Type.String(), expires_at: Nullable(Type.Integer()) }),
);
export type LinkReply = Static<typeof LinkReply>;
export const Usage = named(
  'StorageUsage',
  Type.Object({
    files: Type.Integer(),
    size: Type.Integer({ description: 'bytes' }),
    limit: Type.Integer({ description: "bytes; 0: only the owner's storage quota applies" }),
    folders: Type.Record(Type.String(), Type.Integer()),
  }),
);
