/**
 * Which errors mean that the database could not be reached, so that trying again later may help. It is decided by the
 * class of the error, by its SQLSTATE or by the code of the operating system: never by the words of a message, which
 * may quote what a user sent.
 */

/** The driver could not connect, or lost the connection. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** All connections were in use for as long as one may wait. */
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

/** What is wrong with the connection, in a line that holds no password; undefined when it is something else. */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  const problem = PROBLEMS[code] ?? (isMissingSocket(error) ? 'there is no such socket' : undefined);
  if (problem !== undefined) return problem;
  if (error instanceof ConnectionError) return connectionProblem(error.cause) ?? error.message;
  return CONNECTION_EXCEPTION.test(code) ? error.message : undefined;
}

/** After a fail-over, connections may lead to the server that was the primary before. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === READ_ONLY;
}

/** What a statement was given up for, because of other transactions. */
const CONFLICTS: Readonly<Record<string, string>> = {
  '55P03': 'a lock was not free in time',
  '40P01': 'two transactions waited for each other',
  '40001': 'another transaction was faster',
};
const STATEMENT_TIMEOUT = '57014';

/** Undefined when it is something else. What conflicted with another transaction may well succeed after it. */
export function conflict(error: unknown): string | undefined {
  return error instanceof Error ? CONFLICTS[codeOf(error)] : undefined;
}

/** A statement took longer than it may. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === STATEMENT_TIMEOUT;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

function isMissingSocket(error: Error): boolean {
  return codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}
