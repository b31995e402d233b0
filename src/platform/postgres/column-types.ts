/** The types of columns that many tables have. */
import type { ColumnType } from 'kysely';

/** A JSON column is written as text and read as a value. */
export type Json<Value> = ColumnType<Value, string, string>;
export type JsonWithDefault<Value> = ColumnType<Value, string | undefined, string>;

/** The database sets this column when it inserts the row. */
export type CreatedAt = ColumnType<Date, never, never>;
/** The database sets this column when it inserts the row, and we set it with every change. */
export type UpdatedAt = ColumnType<Date, never, Date>;
