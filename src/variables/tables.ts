export type VariableTables = {};
