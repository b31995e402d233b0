import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { AccountTables } from './accounts/tables.ts';
import type { ApprovalTables } from './approvals/tables.ts';
import type { AssistantTables } from './assistants/tables.ts';
import type { AuditTables } from './audit/tables.ts';
import type { BoosterTables } from './booster/tables.ts';
import type { ConnectorTables } from './connectors/tables.ts';
import type { CredentialTables } from './credentials/tables.ts';
import { entityNotFound, stillInUse } from './errors.ts';
import type { FileTables } from './files/tables.ts';
import type { InstallationTables } from './installation/tables.ts';
import type { LiveTables } from './live/tables.ts';
import { errorCode } from './platform/error-details.ts';
import type { Database, PostgresTarget } from './platform/postgres/database.ts';
import { type MigrationResult, migrate } from './platform/postgres/migrate.ts';
import type { RunTables } from './runs/store/tables.ts';
import type { WebhookTables } from './triggers/webhooks/tables.ts';
import type { VariableTables } from './variables/tables.ts';
import type { WaitTables } from './waits/tables.ts';
import type { WorkflowTables } from './workflows/tables.ts';
import type { WorkflowTestTables } from './workflows/tests/tables.ts';

/** All tables. Each area declares its own. */
export interface Schema
  extends AccountTables,
    ApprovalTables,
    AssistantTables,
    AuditTables,
    BoosterTables,
    ConnectorTables,
    CredentialTables,
    FileTables,
    InstallationTables,
    LiveTables,
    RunTables,
    VariableTables,
    WebhookTables,
    WaitTables,
    WorkflowTables,
    WorkflowTestTables {}

export type HeddleDatabase = Database<Schema>;
/** The database, or a transaction in it. */
export type Query = Kysely<Schema>;

const MIGRATIONS = path.join(import.meta.dirname, '..', 'migrations');

/** Applies the migrations that the database does not have yet. */
/** Applies all migrations, or those up to a version. */
export async function prepareDatabase(target: PostgresTarget, upTo?: number): Promise<MigrationResult> {
  return migrate(target, MIGRATIONS, upTo);
}

const LOCK_NOT_AVAILABLE = '55P03';

/** For `.catch` after `NOWAIT`: throws this refusal when another transaction has locked the row. */
export function explainLockConflict(refusal: () => Error): (error: Error & { code?: string }) => never {
  return error => {
    throw error.code === LOCK_NOT_AVAILABLE ? refusal() : error;
  };
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a row refers to another row that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCode(error) === FOREIGN_KEY_VIOLATION;
}

/** For `.catch` of what is inserted or changed: refuses an id that refers to nothing. */
export function explainForeignKeyViolation(error: Error): never {
  throw isForeignKeyViolation(error) ? entityNotFound() : error;
}

/** For `.catch` of what is deleted: refuses a row that others still refer to. */
export function explainRemainingReference(error: Error & { table?: string }): never {
  throw isForeignKeyViolation(error) ? stillInUse(error.table ?? 'other records') : error;
}

/** The time of this statement. `now()` would be the time at which the transaction began, before it waited for locks. */
export async function readDatabaseTime(db: Query): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp()::timestamptz(3) AS now`.execute(db);
  if (!rows[0]) throw new Error('the database has no time');
  return rows[0].now;
}
