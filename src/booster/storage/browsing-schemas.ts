/** The bodies of `/api/v1/panel/files` and `/api/v1/panel/folders`. */

import Type, { type Static } from 'typebox';
import { Person } from '../../accounts/sign-in/session-schemas.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { ErrorCode, Nullable, Uuid } from '../../http/endpoint.ts';
import { limitField } from '../../http/schema-parts.ts';
import { StartedRunIds } from '../started-runs.ts';
import { File } from './schemas.ts';

const { browsedFiles, chosenFiles, pathCharacters } = fixedLimits.storage;
const panel_id = Uuid;
const directory = Type.String({
  maxLength: 2 * pathCharacters,
  description: 'a folder, or a folder and its sub-folders with slashes between them',
});
const text = Type.Optional(Type.String({ maxLength: 200, description: 'a part of the name, in upper or lower case' }));

export const FileOrder = Type.Enum(['name', 'type', 'size', 'created', 'updated']);
export type FileOrder = Static<typeof FileOrder>;

export const FolderQuery = named(
  'FolderQuery',
  Type.Object({
    panel_id,
    directory: Type.Optional(Type.String({ maxLength: 2 * pathCharacters, description: 'empty: the top' })),
  }),
);
export const Folder = named(
  'Folder',
  Type.Object({
    name: Type.String(),
    path: Type.String(),
    files: Type.Integer({ description: 'in it and below it' }),
    size: Type.Integer({ description: 'bytes, in it and below it' }),
    has_folders: Type.Boolean(),
  }),
);
export type Folder = Static<typeof Folder>;
export const Folders = named('Folders', Type.Object({ folders: Type.Array(Folder) }));
export type Folders = Static<typeof Folders>;

/** A stored file with what the console shows beside it. */
export const PanelFile = named(
  'PanelFile',
  Type.Object({
    ...File.properties,
    uploaded_by: about(
      'Who stored the content: with a key, in the console, or for whom the run of a step executed. Null: nobody knows it any more.',
      Nullable(Person),
    ),
  }),
);
export type PanelFile = Static<typeof PanelFile>;
export const PanelFileQuery = named('PanelFileQuery', Type.Object({ panel_id, id: Uuid }));

export const FilePageQuery = named(
  'FilePageQuery',
  Type.Object({
    panel_id,
    directory,
    text,
    sort: Type.Optional(FileOrder),
    descending: about('Whether the order is reversed.', Type.Optional(Type.Boolean())),
    from: about(
      'How many files to leave out at the beginning.',
      Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    ),
    limit: limitField(browsedFiles),
  }),
);
export type FilePageQuery = Static<typeof FilePageQuery>;
export const FilePage = named(
  'FilePage',
  Type.Object({
    total: Type.Integer({ description: 'all files that match' }),
    files: about('Those of the part that was asked for, in its order.', Type.Array(PanelFile)),
  }),
);
export type FilePage = Static<typeof FilePage>;

export const FileIdsQuery = named(
  'FileIdsQuery',
  Type.Object({
    panel_id,
    directory,
    text,
    after: about('Where to continue: the `next` of the page before.', Type.Optional(Uuid)),
  }),
);
export type FileIdsQuery = Static<typeof FileIdsQuery>;
export const FileIds = named(
  'FileIds',
  Type.Object({
    ids: Type.Array(Uuid),
    next: about('Where the next page begins; null: there is none.', Nullable(Uuid)),
  }),
);
export type FileIds = Static<typeof FileIds>;

const ids = Type.Array(Uuid, { minItems: 1, maxItems: chosenFiles });
export const FileDeletion = named('FileDeletion', Type.Object({ panel_id, ids }));
export const FileMove = named('FileMove', Type.Object({ panel_id, ids, directory }));
export const FileOutcome = named(
  'FileOutcome',
  Type.Object({
    done: about('How many it was done with.', Type.Integer()),
    failed: about(
      'Those that it was refused for, and why.',
      Type.Array(
        Type.Object({
          id: Uuid,
          code: ErrorCode,
          error: about('Why it was refused.', Type.String()),
        }),
      ),
    ),
    started_runs: StartedRunIds,
  }),
);
export type FileOutcome = Static<typeof FileOutcome>;
