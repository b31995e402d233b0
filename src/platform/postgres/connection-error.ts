import { errorCode } from '../error-details.ts';
/**
 * Decides which errors mean that the database could not be reached, so that a later retry may help. The class of the
 * error, its SQLSTATE or the code of the operating system decide, and never the words of a message, which may quote
 * what a user sent.
 */

/** The driver could not connect, or lost the connection. */
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

const READ_ONLY = '25006';

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host could not be looked up',
  ETIMEDOUT: 'the host does not answer',
  ENETUNREACH: 'no way leads to the host',
  EHOSTUNREACH: 'the host can not be reached',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  [READ_ONLY]: 'the server is read-only',
  '28P01': 'user or password is wrong',
  '28000': 'the server refuses this user',
  '3D000': 'there is no such database',
  '53100': 'the disk of the server is full',
  '53300': 'the server has no connection left',
  '57P01': 'the server ended the connection',
  '57P02': 'the server crashed',
  '57P03': 'the server is starting or stopping',
};

/** SQLSTATE class 08, "connection exception". */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/** Describes a problem of the connection in a line without a password. Returns undefined for any other error. */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = errorCode(error) ?? '';
  const problem = PROBLEMS[code] ?? (isMissingSocket(error) ? 'there is no such socket' : undefined);
  if (problem !== undefined) return problem;
  if (error instanceof ConnectionError) return connectionProblem(error.cause) ?? error.message;
  return CONNECTION_EXCEPTION.test(code) ? error.message : undefined;
}

/** After a failover, connections may lead to the former primary server, which is read-only. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === READ_ONLY;
}

/** The SQLSTATEs of statements that failed because of other transactions. */
const CONFLICTS: Readonly<Record<string, string>> = {
  '55P03': 'a lock was not free in time',
  '40P01': 'two transactions waited for each other',
  '40001': 'another transaction was faster',
};
const STATEMENT_TIMEOUT = '57014';

/**
 * Describes a conflict with another transaction, after which a retry may succeed. Returns undefined for any other
 * error.
 */
export function transactionConflict(error: unknown): string | undefined {
  return CONFLICTS[errorCode(error) ?? ''];
}

/** Whether a statement exceeded its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === STATEMENT_TIMEOUT;
}

function isMissingSocket(error: Error): boolean {
  return errorCode(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}
