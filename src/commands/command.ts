/** What a command is. The table of them drives parsing, help, completion and the reference page. */

export interface OptionSpec {
  /** Without the dashes. */
  name: string;
  /** What stands for the value in help, such as `FILE`. An option without it is a flag. */
  value?: string;
  summary: string;
  required?: boolean;
  /** Whether it may be given several times. */
  multiple?: boolean;
  /** Whether the value may be left out, which means `true`. */
  bare?: boolean;
  choices?: readonly string[];
}

export interface ArgumentSpec {
  name: string;
  summary: string;
  optional?: boolean;
  /** Whether it takes all words that are left. */
  rest?: boolean;
}

export interface Example {
  command: string;
  meaning?: string;
}

/** The words of a command line, sorted by what the command declares. */
export interface Invocation {
  /** Throws when the argument was left out. */
  argument(name: string): string;
  optionalArgument(name: string): string | undefined;
  rest(name: string): readonly string[];
  option(name: string): string | undefined;
  optionValues(name: string): readonly string[];
  flag(name: string): boolean;
  json: boolean;
  /** Whether to work on this machine, whatever else is set. */
  local: boolean;
  /** Whether the command makes the installation of this machine where there is none. */
  creates: boolean;
}

export interface Command {
  /** All words, such as `workflow run`. */
  name: string;
  /** The heading in the help under which it stands. */
  section: string;
  summary: string;
  /** Paragraphs that only the help of the command shows. */
  description?: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  examples?: readonly Example[];
  /** Whether it works on a service elsewhere too. */
  remote?: boolean;
  /** Whether it makes the installation of this machine where there is none. A command that only asks must not. */
  creates?: boolean;
  /** What it returns is printed. It imports what it needs itself, so that a start loads nothing else. */
  run(invocation: Invocation): Promise<unknown>;
}

/** A result that people and programs see differently. */
export class Answer {
  readonly forPrograms: unknown;
  readonly forPeople: string;

  constructor(forPrograms: unknown, forPeople: string) {
    this.forPrograms = forPrograms;
    this.forPeople = forPeople;
  }
}

/** The options that every command has. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: 'json', summary: 'machine-readable output' },
  { name: 'local', summary: 'work on the installation of this machine, whatever HEDDLE_URL and the login say' },
  { name: 'help', summary: 'this text, or that of a command; also -h' },
];

/** A command that only works on this machine has no use for `--local`. */
export function globalsOf({ remote }: Command): readonly OptionSpec[] {
  return GLOBAL_OPTIONS.filter(({ name }) => name !== 'local' || remote);
}
