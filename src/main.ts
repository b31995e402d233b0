/** The command line. An error is printed in one line, and the exit code says what kind of error it is. */
import { Answer } from './commands/command.ts';
import type { Explanation } from './commands/explain.ts';
import { note, print, tolerateClosedPipes } from './commands/output.ts';
import { readInvocation, readLine, unknownCommand } from './commands/parse.ts';
import { stopSignal } from './commands/signals.ts';
import { commands } from './commands/table.ts';
import { UsageError } from './commands/usage-error.ts';

tolerateClosedPipes();
const words = process.argv.slice(2);
try {
  await main(words);
} catch (error) {
  const { text, code, exitCode } = await explain(error);
  note(text.replaceAll(/^/gm, 'heddle: '));
  // Not from the parsed line, because the error may be that it can not be parsed.
  if (words.includes('--json')) print(JSON.stringify({ error: { code, detail: text } }));
  process.exitCode = exitCode;
}

async function main(words: readonly string[]): Promise<void> {
  const line = readLine(words, commands);
  const { command, group } = line;
  if (line.wantsVersion) {
    const { VERSION } = await import('./composition/version.ts');
    return print(VERSION);
  }
  if (command && !line.wantsHelp) {
    // A command on this machine that gets a signal runs to its end, and leaves no embedded PostgreSQL behind.
    if (!command.remote) void stopSignal();
    const result = await command.run(readInvocation(command, line.words, line));
    return printResult(result, line.json);
  }
  const help = await import('./commands/help.ts');
  if (command) return print(help.commandHelp(command));
  if (group) return print(help.groupHelp(group));
  const named = line.words.filter(word => word !== '--');
  if (named.length > 0) throw unknownCommand(named, commands);
  print(help.generalHelp());
}

async function printResult(result: unknown, asJson: boolean): Promise<void> {
  if (result === undefined) return;
  if (asJson) return print(JSON.stringify(result instanceof Answer ? result.forPrograms : result));
  if (result instanceof Answer) return print(result.forPeople);
  const { toHumanReadable } = await import('./commands/print.ts');
  print(toHumanReadable(result));
}

/** Errors of the service are explained by a part that loads much of it, which most errors do not need. */
async function explain(error: unknown): Promise<Explanation> {
  if (error instanceof UsageError) return { text: error.message, code: error.code, exitCode: error.exitCode };
  return (await import('./commands/explain.ts')).explain(error);
}
