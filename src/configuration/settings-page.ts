/** The page `docs/reference/settings.md`, which a test compares with the declarations of the settings. */
import type { Area, Setting } from './setting-values.ts';
import { areas, listSettings } from './settings.ts';
import type { Sharing } from './shares.ts';

const INTRODUCTION = `# Settings

All settings are environment variables. Heddle checks them when it starts and reports all problems at once; an empty
variable counts as unset. \`bin/heddle config\` prints the settings in effect.

A value with ¹ counts for all processes that one command starts (\`HEDDLE_PROCESSES\`): each of them has its part of it. One with ² does so
as well when it is set, and its default is what each process has. Everything else counts for each process.

A megabyte has 1,048,576 bytes. Secrets are never printed or logged. "Part" names the part of Heddle that acts on a setting.

<!-- Written by \`bin/heddle config --markdown > docs/reference/settings.md\` from the declarations in src/configuration. -->`;

const TABLE = '| Variable | Default | Allowed values | Meaning | Part |\n|---|---|---|---|---|';

export function settingsPage(): string {
  return [INTRODUCTION, ...Object.values(areas).map(section)].join('\n\n');
}

function section({ title, usedBy, settings }: Area): string {
  const rows = listSettings(settings).map(setting => row({ usedBy, ...setting }));
  return [`## ${title}`, '', TABLE, ...rows].join('\n');
}

function row({ variable, default: value = '', values, secret, shared, meaning, usedBy }: Setting): string {
  const cells = [
    `\`${variable}\`${secret ? ' (secret)' : ''}${sharingMark(shared)}`,
    value === '' ? '' : `\`${value}\``,
    values.allowed,
    linkPages(meaning),
    usedBy,
  ];
  return `| ${cells.join(' | ')} |`;
}

function sharingMark(shared: Sharing | undefined): string {
  if (!shared) return '';
  return shared.byDefault === 'for each' ? ' ²' : ' ¹';
}

/** Meanings name other pages by their paths. */
function linkPages(text: string): string {
  return text.replaceAll(/\bdocs\/(guides\/[a-z]+\.md)/g, '[docs/$1](../$1)');
}
