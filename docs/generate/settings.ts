/** The table of `definition.settings`, from its schema. */
import { Settings } from '../../src/engine/settings-schema.ts';
import { type FieldSchema, fieldTable } from './schema-table.ts';

export function settingsTable(): string {
  return fieldTable(Settings as FieldSchema).replace('| Param |', '| Setting |');
}
