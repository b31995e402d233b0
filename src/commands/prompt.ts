/** Asks the person at the terminal. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

export interface Prompt {
  ask(question: string): Promise<string>;
  /** What is typed is not shown. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

export function openPrompt(): Prompt {
  const echo = { on: true };
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (echo.on) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  terminal.once('SIGINT', () => terminal.close());
  const lines = terminal[Symbol.asyncIterator]();
  async function read(question: string, isHidden: boolean): Promise<string> {
    process.stderr.write(question);
    echo.on = !isHidden;
    const { value, done } = await lines.next();
    if (isHidden || done) process.stderr.write('\n');
    if (done) throw new UsageError('nothing was changed');
    return value;
  }
  return {
    ask: question => read(question, false),
    askHidden: question => read(question, true),
    close: () => terminal.close(),
  };
}

/** Asks for a yes. Where nobody can answer, the option that says it beforehand is named. */
export async function confirm(question: string, option: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError(`nobody can be asked here: add ${option}`);
  const prompt = openPrompt();
  try {
    const answer = await prompt.ask(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('nothing was changed');
  } finally {
    prompt.close();
  }
}
