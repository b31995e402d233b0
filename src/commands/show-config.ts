/** `heddle config`. It loads nothing of the service, which takes several times as long as reading the settings. */
import { describeConfig, readConfig } from '../configuration/config.ts';
import { settingsPage } from '../configuration/settings-page.ts';
import type { Invocation } from './command.ts';
import { print } from './output.ts';

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
