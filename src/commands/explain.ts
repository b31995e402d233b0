import { ConfigError } from '../configuration/config.ts';
import { errorCode } from '../platform/error-details.ts';
import { connectionFailure, isReadOnly } from '../platform/postgres/connection-error.ts';
import { EmbeddedPostgresError } from '../platform/postgres/embedded-folder.ts';
import { DatabaseTooNew } from '../platform/postgres/migrate.ts';
import { KeyFileError } from '../platform/sealing/key-file.ts';
import { EXIT_CODES, type ExitReason } from './exit-codes.ts';
import { CannotListen } from './serve.ts';
import { UsageError } from './usage-error.ts';

export interface Explanation {
  text: string;
  /** Names the error for programs. */
  code: string;
  exitCode: number;
}

/** Explains why a command failed: in one line when an operator can fix it, and with the stack when we have to. */
export function explain(error: unknown): Explanation {
  if (error instanceof UsageError) return { text: error.message, code: error.code, exitCode: error.exitCode };
  const [reason, text] = findReason(error);
  return { text, code: reason, exitCode: EXIT_CODES[reason].code };
}

function findReason(error: unknown): [ExitReason, string] {
  if (!(error instanceof Error)) return ['fault', String(error)];
  if (error instanceof ConfigError) return ['usage', error.message];
  if (error instanceof DatabaseTooNew || error instanceof KeyFileError) return ['installation', error.message];
  const problem = installationProblem(error);
  if (problem !== undefined) return ['installation', problem];
  const connection = connectionFailure(error) ?? connectionFailure(error.cause);
  const setting = process.env.HEDDLE_DATABASE_URL ? 'HEDDLE_DATABASE_URL' : 'HEDDLE_DATA';
  if (isReadOnly(error) || isReadOnly(error.cause)) {
    return ['installation', `the database is read-only, as a standby server is: name the primary server (${setting})`];
  }
  if (connection !== undefined) {
    return ['unreachable', `the database can not be reached: ${connection} (${setting})`];
  }
  return ['fault', error.stack ?? error.message];
}

/** What is wrong with the port, the data folder or the embedded server. */
function installationProblem(error: Error): string | undefined {
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
  return error instanceof EmbeddedPostgresError ? error.message : undefined;
}

function failedPath(error: Error): string {
  return 'path' in error ? String(error.path) : 'the address or folder';
}
