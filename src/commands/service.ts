/** `serve`, `worker`, `migrate` and `config`. */
import { openSystem } from '../composition/system.ts';
import { VERSION } from '../composition/version.ts';
import { describeConfig, readConfig } from '../configuration/config.ts';
import { settingsPage } from '../configuration/settings-page.ts';
import type { Invocation } from './command.ts';
import { print } from './output.ts';
import { serveMetrics, startService, welcome } from './serve.ts';
import { stopOnSignal, stopSignal } from './signals.ts';

export async function serve({ work }: { work: boolean }): Promise<void> {
  const service = await startService({ config: readConfig(process.env), work });
  print(welcome(service));
  await stopOnSignal(stopSignal(), service.system, () => service.stop());
}

export async function work(): Promise<void> {
  const system = await openSystem({ config: readConfig(process.env), work: true, role: 'worker' });
  const closeMetrics = await serveMetrics(system).catch(async error => {
    await system.close();
    throw error;
  });
  print(`Heddle ${VERSION} works in the background`);
  await stopOnSignal(stopSignal(), system, async () => {
    await closeMetrics();
    await system.close();
  });
}

export async function migrate(): Promise<void> {
  const system = await openSystem({ config: readConfig(process.env), work: false });
  await system.close();
  print('the database is up to date');
}

export function showConfig({ json, flag }: Invocation): void {
  if (flag('markdown')) {
    print(settingsPage());
    return;
  }
  const settings = describeConfig(process.env);
  if (json) print(JSON.stringify(Object.fromEntries(settings.map(({ variable, value }) => [variable, value]))));
  else print(settings.map(({ variable, value, meaning }) => `# ${meaning}\n${variable}=${value}\n`).join('\n'));
  readConfig(process.env); // throws when a setting is wrong
}
