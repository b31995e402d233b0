/** The texts of `--help`, made from the table of commands. */
import { styleText } from 'node:util';
import {
  type ArgumentSpec,
  type Command,
  type Example,
  GLOBAL_OPTIONS,
  globalsOf,
  type OptionSpec,
} from './command.ts';
import { commands, SECTIONS } from './table.ts';

const LEFT = 36;

export function generalHelp(): string {
  const sections = SECTIONS.map(section =>
    sectionHelp(
      section,
      commands.filter(each => each.section === section),
    ),
  );
  return `${styleText('bold', 'Heddle')} runs workflows and stores files.

Usage: heddle [command] [options]

${sections.join('\n\n')}

Options:
${[...GLOBAL_OPTIONS.map(optionLine), line('--version', 'the version; also -v')].join('\n')}

'heddle COMMAND --help' explains a command. Commands work on the installation of this machine; with HEDDLE_URL and
HEDDLE_KEY, or after 'heddle login', on a service elsewhere. Settings are environment variables: see 'heddle config'.
`;
}

/** The commands whose names begin with the same words, such as `workflow`. */
export function groupHelp(group: string): string {
  const own = commands.filter(({ name }) => name.startsWith(`${group} `));
  return `Usage: heddle ${group} COMMAND

${own.map(({ name, summary }) => line(name, summary)).join('\n')}

'heddle ${group} COMMAND --help' explains a command.
`;
}

export function commandHelp(command: Command): string {
  const { name, summary, description, examples = [] } = command;
  const parts = [
    `heddle ${name}: ${summary}`,
    `Usage: ${usage(command)}`,
    ...(description === undefined
      ? []
      : [
          description
            .split('\n')
            .map(text => wrap(text))
            .join('\n'),
        ]),
    ...argumentsHelp(command.arguments ?? []),
    `Options:\n${[...(command.options ?? []), ...globalsOf(command)].map(optionLine).join('\n')}`,
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map(exampleLines).join('\n')}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function usage({ name, arguments: places = [], options = [] }: Command): string {
  const words = places.map(({ name: place, optional, rest }) => {
    const shown = rest ? `${place}...` : place;
    return optional ? `[${shown}]` : shown;
  });
  return ['heddle', name, ...words, ...(options.length > 0 ? ['[options]'] : [])].join(' ');
}

export function optionLabel({ name, value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

export function optionSummary({ summary, required, multiple, value }: OptionSpec): string {
  const isRepeatable = multiple && value?.includes('=');
  return [required ? 'required' : '', summary, isRepeatable ? 'may be repeated' : ''].filter(Boolean).join('; ');
}

function sectionHelp(section: string, own: readonly Command[]): string {
  return `${section}:\n${own.map(({ name, summary }) => line(name, summary)).join('\n')}`;
}

function argumentsHelp(places: readonly ArgumentSpec[]): string[] {
  if (places.length === 0) return [];
  return [`Arguments:\n${places.map(({ name, summary }) => line(name, summary)).join('\n')}`];
}

function optionLine(option: OptionSpec): string {
  return line(optionLabel(option), optionSummary(option));
}

function exampleLines({ command, meaning }: Example): string {
  return meaning === undefined ? `  ${command}` : `  ${command}    # ${meaning}`;
}

function line(left: string, right: string): string {
  return `  ${left.padEnd(LEFT)} ${right}`.trimEnd();
}

function wrap(text: string, width = 110): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
