/** Recognises errors of a disk that nothing can be stored on at the moment, ours or the one of PostgreSQL. */
import { errorCode } from './error-details.ts';

export type DiskProblem = 'full' | 'not writable';

const PROBLEMS: Readonly<Record<string, DiskProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'not writable',
  EACCES: 'not writable',
  EPERM: 'not writable',
  EIO: 'not writable',
};

/** PostgreSQL's own code for a full disk. */
const DISK_FULL = '53100';

/** Connections can be refused with the same codes. */
const WRITING = new Set(['open', 'write', 'fsync', 'fdatasync', 'ftruncate', 'mkdir', 'rename', 'copyfile']);

export function diskProblem(error: unknown): DiskProblem | undefined {
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  if (code === DISK_FULL) return 'full';
  return 'syscall' in error && WRITING.has(String(error.syscall)) ? PROBLEMS[code] : undefined;
}
