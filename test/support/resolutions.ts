/** Resolves the imports of the program once per test run: see `resolutions-preload.ts`. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The variable that passes the file from the test run to its processes. */
const RESOLUTIONS = 'HEDDLE_TEST_RESOLUTIONS';
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'resolutions-preload.ts')).href;
const PROGRAM = path.join(import.meta.dirname, '..', '..', 'src', 'main.ts');

/** Records the resolutions for all processes that start from now on. */
export async function recordResolutions(file: string): Promise<void> {
  const preload = new URL(PRELOAD);
  preload.searchParams.set('record', file);
  // Leave out the options of the test runner, which are only for tests.
  const env = { PATH: process.env.PATH };
  await promisify(execFile)(process.execPath, [`--import=${preload}`, PROGRAM, '--help'], { env });
  process.env[RESOLUTIONS] = file;
}

/** The environment of a process that reads the recorded resolutions, with further options for Node. */
export function withResolutions(nodeOptions = ''): Record<string, string> {
  const file = process.env[RESOLUTIONS];
  if (file === undefined) return { NODE_OPTIONS: nodeOptions };
  return { [RESOLUTIONS]: file, NODE_OPTIONS: `--import=${PRELOAD} ${nodeOptions}` };
}
