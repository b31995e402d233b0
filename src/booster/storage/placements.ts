/** Reads from a form or from JSON where an upload is to be stored. */
import { validationError } from '../../errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { checkMetadata, parseMetadata } from './metadata.ts';
import { parsePath } from './paths.ts';
import type { PlacementOptions } from './schemas.ts';
import type { Placement } from './storing.ts';

export function parseJsonPlacement(path: string, options: PlacementOptions, metadataBytes: number): Placement {
  const { metadata = {}, record = null, overwrite = false, rename = false } = options;
  return checked({
    path,
    metadata: checkMetadata(metadata, metadataBytes),
    record: record && { collection: record.collection, key: record.key.toLowerCase() },
    overwrite,
    rename,
  });
}

export function parseFormPlacement(
  fields: ReadonlyMap<string, string>,
  filename: string,
  metadataBytes: number,
): Placement {
  const metadata = fields.get('metadata');
  return checked({
    path: parseFormPath(fields, filename),
    metadata: metadata === undefined ? {} : parseMetadata(metadata, metadataBytes),
    record: parseFormRecord(fields),
    overwrite: parseFormFlag(fields, 'overwrite'),
    rename: parseFormFlag(fields, 'rename'),
  });
}

export function parseFormPath(fields: ReadonlyMap<string, string>, filename: string): string {
  const path = fields.get('path');
  if (path === undefined) throw validationError('path', 'is required');
  return parsePath(path, filename);
}

function parseFormRecord(fields: ReadonlyMap<string, string>) {
  const [collection, key] = [fields.get('record_collection'), fields.get('record_key')];
  if (collection === undefined && key === undefined) return null;
  if (!collection || !key || !isUuid(key)) throw validationError('record_key', 'is needed with record_collection');
  return { collection, key: key.toLowerCase() };
}

function parseFormFlag(fields: ReadonlyMap<string, string>, name: string): boolean {
  const value = fields.get(name)?.toLowerCase() ?? 'false';
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw validationError(name, 'must be true or false');
}

function checked(placement: Placement): Placement {
  if (placement.overwrite && placement.rename) throw validationError('overwrite', 'can not go with rename');
  return placement;
}
