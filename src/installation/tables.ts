import type { Generated } from 'kysely';

export interface InstallationTables {
  processes: ProcessesTable;
}

interface ProcessesTable {
  id: string;
  kind: 'serve' | 'worker';
  host: string;
  pid: number;
  version: string;
  works: boolean;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
}
