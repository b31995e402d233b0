/** The types of columns that many tables have. */
import type { ColumnType, Selectable } from 'kysely';
import type { StorableJson } from './storable-text.ts';

/** A JSON column is written as text, by `toStorableJson`, and read as a value. */
export type Json<Value> = ColumnType<Value, StorableJson, StorableJson>;
export type JsonWithDefault<Value> = ColumnType<Value, StorableJson | undefined, StorableJson>;
export type NullableJson<Value> = ColumnType<Value | null, StorableJson | null | undefined, StorableJson | null>;

/** The database sets this column when it inserts the row. */
export type CreatedAt = ColumnType<Date, never, never>;
/** The database sets this column when it inserts the row, and we set it with every change. */
export type UpdatedAt = ColumnType<Date, never, Date>;

/** What a query gets of a table that selects these columns, each as `table.column`. */
export type SelectedRow<Table, Columns extends readonly string[]> = Pick<
  Selectable<Table>,
  keyof Selectable<Table> & ColumnName<Columns[number]>
>;
type ColumnName<Column extends string> = Column extends `${string}.${infer Name}` ? Name : never;
