import { ConfigError } from '../configuration/config.ts';
import { errorCode } from '../platform/error-details.ts';
import { connectionProblem, isReadOnly } from '../platform/postgres/connection-error.ts';
import { DatabaseTooNew } from '../platform/postgres/migrate.ts';
import { KeyFileError } from '../platform/sealing/key-file.ts';
import { CannotListen } from './serve.ts';
import { UsageError } from './usage-error.ts';

/** Explains why a command failed: in one line when an operator can fix it, and with the stack when we have to. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([UsageError, ConfigError, DatabaseTooNew, KeyFileError].some(kind => error instanceof kind)) return error.message;
  const code = errorCode(error);
  if (error instanceof CannotListen) {
    if (code === 'EADDRINUSE') return `the port is in use by another program: choose another with ${error.variable}`;
    if (code === 'EACCES') return `the port is not for everybody: choose one above 1023 with ${error.variable}`;
    return 'this machine has no such address to listen on (HEDDLE_HOST)';
  }
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${failedPath(error)} is no folder: choose another with HEDDLE_DATA`;
    case 'EROFS':
      return `${failedPath(error)} is on a read-only file system: make it writable, or choose another folder with HEDDLE_DATA`;
    case 'EACCES':
    case 'EPERM':
      return `${failedPath(error)} can not be used (${code}): give Heddle the right to it, or choose another folder with HEDDLE_DATA`;
    case 'ENOSPC':
      return 'the disk of the data folder is full (HEDDLE_DATA)';
  }
  if (/PostgreSQL/.test(error.message)) return error.message;
  const connection = connectionProblem(error) ?? connectionProblem(error.cause);
  const setting = process.env.HEDDLE_DATABASE_URL ? 'HEDDLE_DATABASE_URL' : 'HEDDLE_DATA';
  if (isReadOnly(error) || isReadOnly(error.cause)) {
    return `the database is read-only, as a standby server is: name the primary server (${setting})`;
  }
  if (connection !== undefined) return `the database can not be reached: ${connection} (${setting})`;
  return error.stack ?? error.message;
}

function failedPath(error: Error): string {
  return 'path' in error ? String(error.path) : 'the address or folder';
}
