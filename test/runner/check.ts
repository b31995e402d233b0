/** The type check and the linter, which run in the place of one worker and count as one more test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../support/process.ts';
import type { ProcessorTime } from './processor-time.ts';
import { reportFile, type Write } from './report.ts';
import type { FileOutcome } from './workers.ts';

export const CHECK_FILE = 'npm run check';

export async function runCheck(
  processorTime: ProcessorTime,
  write: Write,
  signal: AbortSignal,
): Promise<FileOutcome[]> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', 'check'], { cwd: ROOT, detached: true, signal });
  child.on('error', () => {}); // It was aborted.
  processorTime.charge(child.pid ?? 0, CHECK_FILE);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  processorTime.look();
  const outcome: FileOutcome = {
    file: CHECK_FILE,
    part: 'check',
    wallSeconds: (performance.now() - startedAt) / 1000,
    processorSeconds: processorTime.secondsOf(CHECK_FILE),
    results: [
      { title: 'types and style', outcome: code === 0 ? 'passed' : 'failed', reason: code === 0 ? '' : output },
    ],
  };
  reportFile(outcome, write);
  return [outcome];
}
