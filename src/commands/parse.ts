/** Sorts the words of a command line: which command, which arguments, which options. */
import { type Command, GLOBAL_OPTIONS, type Invocation, type OptionSpec } from './command.ts';
import { suggest } from './suggest.ts';
import { UsageError } from './usage-error.ts';

export interface Line {
  command: Command | undefined;
  /** What stands behind the name of the command. */
  words: readonly string[];
  wantsHelp: boolean;
  /** Whether the version of the program is asked for. */
  wantsVersion: boolean;
  json: boolean;
  local: boolean;
  /** The words of a group of commands, such as `workflow`, when no command of it was named. */
  group: string | undefined;
}

const GLOBALS: ReadonlyMap<string, 'help' | 'json' | 'local' | 'version'> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--json', 'json'],
  ['--local', 'local'],
  ['--version', 'version'],
  ['-v', 'version'],
]);

/**
 * Global options may stand anywhere before `--`, and a line without a command serves. An option that a command declares
 * itself is its own, so the command is found first: `run again RUN --version published` does not ask for our version.
 */
export function readLine(words: readonly string[], commands: readonly Command[]): Line {
  const { named: withoutGlobals, wantsHelp } = sortGlobals(words, new Set());
  const command = findCommand(withoutGlobals.length > 0 || wantsHelp ? withoutGlobals : ['serve'], commands);
  const { globals, named } = sortGlobals(words, new Set(command?.options?.map(({ name }) => `--${name}`)));
  const leading = beforeOptions(named);
  return {
    command,
    words: named.slice(command ? command.name.split(' ').length : 0),
    wantsHelp,
    wantsVersion: globals.has('version'),
    json: globals.has('json'),
    local: globals.has('local'),
    group: !command && commands.some(({ name }) => name.startsWith(`${leading} `)) ? leading : undefined,
  };
}

/** Takes the global options out of a line, except those that belong to its command. */
function sortGlobals(words: readonly string[], ofCommand: ReadonlySet<string>) {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const isGlobal = (word: string, index: number) => index < end && GLOBALS.has(word) && !ofCommand.has(word);
  const globals = new Set(words.filter(isGlobal).map(word => GLOBALS.get(word)));
  const own = words.filter((word, index) => !isGlobal(word, index));
  const isHelp = own[0] === 'help';
  return { globals, named: isHelp ? own.slice(1) : own, wantsHelp: isHelp || globals.has('help') };
}

/** Finds the command with the longest name with which the words begin. */
function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((part, index) => words[index] === part))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
}

/** The words before the first option, which name a command. */
function beforeOptions(words: readonly string[]): string {
  const firstOption = words.findIndex(word => word.startsWith('-'));
  return words.slice(0, firstOption < 0 ? words.length : firstOption).join(' ');
}

export function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageError {
  const name = beforeOptions(words) || (words[0] ?? '');
  const meant = suggest(
    name,
    commands.map(command => command.name),
  );
  return new UsageError(
    meant === undefined
      ? `there is no command '${name}': see 'heddle --help'`
      : `there is no command '${name}': did you mean 'heddle ${meant}'?`,
  );
}

export function readInvocation(
  command: Command,
  words: readonly string[],
  { json, local }: Pick<Line, 'json' | 'local'>,
): Invocation {
  const { values, positional } = sortWords(command, words);
  const places = command.arguments ?? [];
  const last = places.at(-1);
  if (positional.length > places.length && !last?.rest) {
    const surplus = positional[places.length];
    throw new UsageError(`'${surplus}' is too much: see 'heddle ${command.name} --help'`);
  }
  const given = new Map(places.map(({ name }, index) => [name, positional[index]]));
  for (const { name, optional } of places) {
    if (!optional && given.get(name) === undefined) {
      throw new UsageError(`${name} is missing: see 'heddle ${command.name} --help'`);
    }
  }
  for (const { name, required } of command.options ?? []) {
    if (required && !values.has(name)) throw new UsageError(`--${name} is required`);
  }
  return {
    json,
    local,
    creates: command.creates ?? false,
    argument: name => given.get(name) ?? '',
    optionalArgument: name => given.get(name),
    rest: name => positional.slice(places.findIndex(place => place.name === name)),
    option: name => values.get(name)?.at(-1),
    optionValues: name => values.get(name) ?? [],
    flag: name => values.has(name),
  };
}

interface SortedWords {
  values: ReadonlyMap<string, readonly string[]>;
  positional: readonly string[];
}

function sortWords(command: Command, words: readonly string[]): SortedWords {
  const values = new Map<string, string[]>();
  const positional: string[] = [];
  const queue = [...words];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      positional.push(...queue);
      break;
    }
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      positional.push(word);
      continue;
    }
    const [name = '', inline] = splitOption(word);
    const option = requireOption(command, name, word);
    const value = inline ?? takeValue(option, queue);
    requireChoice(option, value);
    const before = values.get(option.name) ?? [];
    values.set(option.name, [...before, value]);
  }
  return { values, positional };
}

function splitOption(word: string): [name: string, value?: string] {
  const sign = word.indexOf('=');
  const name = (sign < 0 ? word : word.slice(0, sign)).replace(/^--?/, '');
  return sign < 0 ? [name] : [name, word.slice(sign + 1)];
}

function requireOption(command: Command, name: string, word: string): OptionSpec {
  const options = [...(command.options ?? []), ...GLOBAL_OPTIONS];
  const found = options.find(option => option.name === name);
  if (found) return found;
  const meant = suggest(
    name,
    options.map(option => option.name),
  );
  const shown = word.split('=', 1)[0];
  throw new UsageError(
    `'${shown}' is no option of 'heddle ${command.name}'${meant === undefined ? `: see 'heddle ${command.name} --help'` : `: did you mean '--${meant}'?`}`,
  );
}

/** `-1` is a value, and so is `-` for standard input. */
function takeValue(option: OptionSpec, queue: string[]): string {
  if (option.value === undefined) return 'true';
  const [next] = queue;
  const isValue = next !== undefined && (!next.startsWith('-') || next === '-' || /^-\d/.test(next));
  if (option.bare && !(next === 'true' || next === 'false' || next === 'null')) return 'true';
  if (!isValue) throw new UsageError(`--${option.name} needs a value (${option.value})`);
  queue.shift();
  return next;
}

function requireChoice({ name, choices, multiple }: OptionSpec, value: string): void {
  if (!choices || multiple || choices.includes(value)) return;
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not '${value}'`);
}
