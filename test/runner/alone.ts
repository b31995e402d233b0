/** Runs test files each in a process of its own, in the foreground, with options for Node: for one test, or a debugger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../support/process.ts';
import type { TestFile } from './parts.ts';

/** Returns the exit code. */
export async function runAlone(
  files: readonly TestFile[],
  nodeOptions: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let worst = 0;
  for (const { file } of files) {
    const child = spawn(process.execPath, [...nodeOptions, file], {
      cwd: ROOT,
      stdio: 'inherit',
      signal,
    });
    const [code] = await once(child, 'exit');
    worst = Math.max(worst, code ?? 1);
  }
  return worst;
}
