export type CredentialTables = {};
