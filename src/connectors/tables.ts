export type ConnectorTables = {};
