/** The page `docs/reference/command-line.md`, made from the table of commands. */
import { type Command, globalsOf, type OptionSpec } from './command.ts';
import { EXIT_CODES, STOPPED_BY_SIGNAL } from './exit-codes.ts';
import { optionLabel, optionSummary, usage } from './help.ts';
import { commands, SECTIONS } from './table.ts';

const INTRODUCTION = `# Command line

<!-- This page is generated from the commands: node src/commands/generate.ts -->

\`heddle\` runs the service and works with one. Commands work on the installation of this machine, without a key. With
\`HEDDLE_URL\` and \`HEDDLE_KEY\`, or after \`heddle login\`, they work on a service elsewhere; \`--local\` brings them back.

| Option of every command | Meaning |
|---|---|
| \`--json\` | machine-readable output instead of tables |
| \`--local\` | work on the installation of this machine, whatever \`HEDDLE_URL\` and the login say |
| \`-h\`, \`--help\` | explain the command |
| \`-v\`, \`--version\` | the version |

What is wrong is one line on standard error that begins with \`heddle:\`. Results go to standard output; questions and
progress go to standard error. With \`--json\`, standard output then has \`{"error": {"code": "...", "detail": "..."}}\`: the
[code of the service](errors.md) if it has refused something, and otherwise a code of the table below.

Commands that work on this machine need an installation there. Only \`serve\`, \`worker\`, \`migrate\`, \`restore\` and the
commands that create something, such as \`user create\`, make one where there is none.

## Exit codes

| Exit code | In \`--json\` | Meaning |
|---|---|---|
| 0 |  | The command did what it was asked to do. |
${Object.entries(EXIT_CODES)
  .map(([name, { code, meaning }]) => `| ${code} | ${name === 'bad' ? '' : `\`${name}\``} | ${meaning} |`)
  .join('\n')}
| ${STOPPED_BY_SIGNAL} + N | \`stopped\` | The signal N stopped the command: 130 for Ctrl-C, 143 for SIGTERM. |
`;

export function referencePage(): string {
  const sections = SECTIONS.map(section => {
    const own = commands.filter(command => command.section === section);
    return `## ${section}\n\n${own.map(commandPart).join('\n\n')}`;
  });
  return `${INTRODUCTION}\n${sections.join('\n\n')}\n`;
}

function commandPart(command: Command): string {
  const { name, summary, description, arguments: places = [], examples = [] } = command;
  const rows = [
    ...places.map(place => row(place.name, place.summary)),
    ...(command.options ?? []).map(option => row(optionLabel(option), optionSummary(option))),
  ];
  return [
    `### heddle ${name}`,
    `${summary}.`,
    ...(description === undefined ? [] : [description.replaceAll('\n', '\n\n')]),
    `\`\`\`text\n${usage(command)}\n\`\`\``,
    ...(rows.length === 0 ? [] : [`| Argument or option | Meaning |\n|---|---|\n${rows.join('\n')}`]),
    ...(examples.length === 0 ? [] : [`\`\`\`text\n${examples.map(({ command: text }) => text).join('\n')}\n\`\`\``]),
    ...(isLocalOnly(globalsOf(command)) ? ['It works on this machine only.'] : []),
  ].join('\n\n');
}

function isLocalOnly(globals: readonly OptionSpec[]): boolean {
  return !globals.some(({ name }) => name === 'local');
}

function row(left: string, right: string): string {
  return `| \`${left.replaceAll('|', '\\|')}\` | ${right.replaceAll('|', '\\|')} |`;
}
