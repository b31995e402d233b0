/**
 * Decides which errors are problems of the database that pass by themselves, so that a later retry may help. The class of
 * the error, its SQLSTATE or the code of the operating system decide, and never the words of a message, which may quote
 * what a user sent.
 */
import pg from 'pg';
import { errorCode } from '../error-details.ts';

/** The driver could not connect, lost the connection, or waited for an answer in vain. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** All connections were in use for longer than a caller may wait. */
export class DatabaseBusy extends ConnectionError {
  override readonly name = 'DatabaseBusy';

  constructor() {
    super('no connection became free in time');
  }
}

/** The server, or each of several, is a standby or does not accept writes for another reason. */
export class ReadOnlyServer extends ConnectionError {
  override readonly name = 'ReadOnlyServer';

  constructor() {
    super('the server is read-only');
  }
}

/** This process has closed its connections, because it stops. */
export class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosed';

  constructor() {
    super('the database is closed');
  }
}

export interface DatabaseProblem {
  /**
   * `unreachable`: there is no server that could do it now. `busy`: no connection was free. `conflict`: another
   * transaction was in the way. `timeout`: the statement was cancelled because it took too long.
   */
  kind: 'unreachable' | 'busy' | 'conflict' | 'timeout';
  /** A line without a password. */
  text: string;
}

const READ_ONLY = '25006';
const STATEMENT_TIMEOUT = '57014';
const UNSUPPORTED = '0A000';

/** Codes of the operating system, some of which other connections than ours have as well. */
const SYSTEM_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host could not be looked up',
  ETIMEDOUT: 'the host does not answer',
  ENETUNREACH: 'no way leads to the host',
  EHOSTUNREACH: 'the host can not be reached',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
};

/** The SQLSTATEs with a text of their own. Whoever may not log in now may do so when the password is right again. */
const STATES: Readonly<Record<string, string>> = {
  '25P03': 'the server ended a transaction that was idle for too long',
  '25P04': 'the server ended a transaction that took too long',
  '28P01': 'user or password is wrong',
  '28000': 'the server refuses this user',
  '3D000': 'there is no such database',
  '53100': 'the disk of the server is full',
  '53200': 'the server has no memory left',
  '53300': 'the server has no connection left',
  '57P01': 'the server ended the connection',
  '57P02': 'the server crashed',
  '57P03': 'the server is starting or stopping',
};

/** The SQLSTATEs of statements that failed because of other transactions. */
const CONFLICTS: Readonly<Record<string, string>> = {
  '55P03': 'a lock was not free in time',
  '40P01': 'two transactions waited for each other',
  '40001': 'another transaction was faster',
};

/**
 * Whole classes of SQLSTATEs: connection exceptions (08, which poolers use too), insufficient resources (53), operator
 * intervention except for cancelled statements (57P), and errors of the server's system such as its disk (58).
 */
const UNREACHABLE_CLASSES = /^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P[0-9A-Z]{2}|58[0-9A-Z]{3})$/;
/** The server rolled the transaction back. */
const ROLLBACK_CLASS = /^40[0-9A-Z]{3}$/;

/** The one place that says what is wrong with the database. Undefined for any other error, which a retry repeats. */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseBusy) return { kind: 'busy', text: error.message };
  const code = errorCode(error) ?? '';
  if (isReadOnly(error)) return { kind: 'unreachable', text: 'the server is read-only' };
  const text =
    STATES[code] ?? SYSTEM_PROBLEMS[code] ?? (isMissingSocket(error) ? 'there is no such socket' : undefined);
  if (text !== undefined) return { kind: 'unreachable', text };
  if (error instanceof ConnectionError) {
    return { kind: 'unreachable', text: databaseProblem(error.cause)?.text ?? error.message };
  }
  if (UNREACHABLE_CLASSES.test(code)) return { kind: 'unreachable', text: error.message };
  if (CONFLICTS[code] !== undefined) return { kind: 'conflict', text: CONFLICTS[code] };
  if (ROLLBACK_CLASS.test(code)) return { kind: 'conflict', text: 'the transaction was rolled back' };
  if (isOutdatedPlan(error)) return { kind: 'conflict', text: 'a table was changed by an upgrade' };
  return code === STATEMENT_TIMEOUT ? { kind: 'timeout', text: 'a statement was cancelled' } : undefined;
}

/**
 * The problem of our own database, if this is one. A step may also fail with such a code because a server of its user
 * can not be reached, and only errors of our pools have these classes where steps fail.
 */
export function ownDatabaseProblem(error: unknown): DatabaseProblem | undefined {
  const isOwn = error instanceof ConnectionError || error instanceof pg.DatabaseError;
  return isOwn ? databaseProblem(error) : undefined;
}

/** Describes why no server could do it now. Returns undefined for any other error. */
export function connectionFailure(error: unknown): string | undefined {
  const problem = databaseProblem(error);
  return problem?.kind === 'unreachable' || problem?.kind === 'busy' ? problem.text : undefined;
}

/** After a failover, connections may lead to the former primary server, which is read-only. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === READ_ONLY || error instanceof ReadOnlyServer || isUnloggedOnStandby(error);
}

/** A standby refuses even to read unlogged tables, while the statement is planned. */
function isUnloggedOnStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNSUPPORTED && error.routine === 'get_relation_info';
}

/**
 * Describes a conflict with another transaction, after which a retry may succeed. Returns undefined for any other
 * error.
 */
export function transactionConflict(error: unknown): string | undefined {
  const problem = databaseProblem(error);
  return problem?.kind === 'conflict' ? problem.text : undefined;
}

/** Whether a statement exceeded its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === STATEMENT_TIMEOUT;
}

/** A statement that was prepared before an upgrade changed its table. It is prepared again on another connection. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNSUPPORTED && error.routine === 'RevalidateCachedQuery';
}

function isMissingSocket(error: Error): boolean {
  return errorCode(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}
