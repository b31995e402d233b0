/** The command line. An error is printed in one line, and the exit code is 1. */
import { explain } from './commands/explain.ts';
import { isKeysCommand, KEYS_USAGE, runKeysCommand } from './commands/keys.ts';
import { toHumanReadable } from './commands/print.ts';
import { findCommand, provision, UsageError } from './commands/provision.ts';
import { startService, welcome } from './commands/serve.ts';
import { stopOnSignal, waitForSignal } from './commands/signals.ts';
import { commandUsage, generalUsage } from './commands/usage.ts';
import { isPasswordCommand, PASSWORD_USAGE, setUserPassword } from './commands/user-password.ts';
import { openSystem } from './composition/system.ts';
import { VERSION } from './composition/version.ts';
import { describeConfig, readConfig } from './configuration/config.ts';
import { settingsPage } from './configuration/settings-page.ts';
import { errorCode } from './platform/error-details.ts';

const GLOBAL_OPTIONS = ['--help', '--json', '--version'];
/** Handled for every command: one that gets a signal runs to its end, and leaves no embedded PostgreSQL behind. */
const stopSignal = waitForSignal();

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', error => {
  if (errorCode(error) !== 'EPIPE') throw error;
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error).replaceAll(/^/gm, 'heddle: ')}\n`);
  process.exitCode = 1;
}

async function main(words: readonly string[]): Promise<void> {
  const wants = (option: string) => words.includes(option);
  const [name = 'serve', ...rest] = words.filter(word => !GLOBAL_OPTIONS.includes(word));
  const provisioning = findCommand([name, ...rest]);
  if (wants('--version')) return print(VERSION);
  if (isPasswordCommand([name, ...rest])) {
    if (wants('--help')) return print(PASSWORD_USAGE);
    const result = await setUserPassword([name, ...rest]);
    return print(wants('--json') ? JSON.stringify(result) : toHumanReadable(result));
  }
  if (isKeysCommand([name])) {
    if (wants('--help')) return print(KEYS_USAGE);
    const result = await runKeysCommand([name, ...rest]);
    return print(wants('--json') ? JSON.stringify(result) : toHumanReadable(result));
  }
  if (wants('--help')) return print(provisioning ? commandUsage(provisioning.definition) : generalUsage());
  if (provisioning) {
    const result = await provision(provisioning.definition, provisioning.options);
    return print(wants('--json') ? JSON.stringify(result) : toHumanReadable(result));
  }
  switch (name) {
    case 'serve':
      return serve({ work: !hasOption(rest, '--no-worker') });
    case 'worker':
      requireNoOptions(rest);
      return worker();
    case 'migrate':
      requireNoOptions(rest);
      return migrate();
    case 'config':
      if (hasOption(rest, '--markdown')) return print(settingsPage());
      return printConfig(wants('--json'));
    case 'help':
      return print(generalUsage());
    default:
      throw new UsageError(`there is no command '${[name, ...rest].join(' ')}': see 'heddle --help'`);
  }
}

async function serve({ work }: { work: boolean }): Promise<void> {
  const service = await startService({ config: readConfig(process.env), work });
  print(welcome(service));
  await stopOnSignal(stopSignal, service.system, () => service.stop());
}

async function worker(): Promise<void> {
  const system = await openSystem({ config: readConfig(process.env), work: true, role: 'worker' });
  print(`Heddle ${VERSION} works in the background`);
  await stopOnSignal(stopSignal, system, () => system.close());
}

async function migrate(): Promise<void> {
  const system = await openSystem({ config: readConfig(process.env), work: false });
  await system.close();
  print('the database is up to date');
}

function printConfig(asJson: boolean): void {
  const settings = describeConfig(process.env);
  if (asJson) print(JSON.stringify(Object.fromEntries(settings.map(({ variable, value }) => [variable, value]))));
  else for (const { variable, value, meaning } of settings) print(`# ${meaning}\n${variable}=${value}\n`);
  readConfig(process.env); // throws when a setting is wrong
}

/** Refuses all words but this option. */
function hasOption(words: readonly string[], option: string): boolean {
  requireNoOptions(words.filter(word => word !== option));
  return words.includes(option);
}

function requireNoOptions([unknown]: readonly string[]): void {
  if (unknown !== undefined) throw new UsageError(`'${unknown}' is no option of this command: see 'heddle --help'`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
