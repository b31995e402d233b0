/** Runs one command after another for `command-host.ts`, each with the words, the environment and the streams of its own. */
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { CommandLine, CommandResult } from './command-host.ts';

const MAIN = pathToFileURL(path.join(import.meta.dirname, '..', '..', 'dist', 'main.js'));
const LOOK_AGAIN_MS = 5;

// Where a process of a test runs, so that no command depends on the folder of the sources.
process.chdir('/');
process.on('disconnect', () => process.exit());
process.on('message', async (line: CommandLine) => {
  const before = countOpen();
  const result = await run(line);
  // A process ends when nothing is left that it could wait for.
  while (countOpen() > before) await delay(LOOK_AGAIN_MS);
  process.send?.(result);
});

/** Node goes on to list what has read a file, although it waits for nothing any more. */
function countOpen(): number {
  return process.getActiveResourcesInfo().filter(type => type !== 'FileHandleReadWrap').length;
}

let count = 0;

async function run({ words, environment, input }: CommandLine): Promise<CommandResult> {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const stdout = readAll(streams.stdout);
  const stderr = readAll(streams.stderr);
  for (const [name, value] of Object.entries(streams)) Object.defineProperty(process, name, { value });
  streams.stdin.end(input);
  process.env = environment;
  process.argv = [process.execPath, MAIN.pathname, ...words];
  process.exitCode = undefined;
  // Another query loads the program again, and so runs it, but none of the modules that it imports.
  await import(`${MAIN.href}?${count++}`);
  streams.stdout.end();
  streams.stderr.end();
  return { code: Number(process.exitCode ?? 0), stdout: await stdout, stderr: await stderr };
}

async function readAll(stream: PassThrough): Promise<string> {
  return (await stream.setEncoding('utf8').toArray()).join('');
}
