/** Scripts that complete commands, options and their fixed values in a shell. They are made from the table of commands. */
import { Answer, type Command, globalsOf, type Invocation } from './command.ts';
import { UsageError } from './usage-error.ts';

const SHELLS = { bash, zsh, fish } as const;

export async function printCompletion(invocation: Invocation, commands: readonly Command[]): Promise<Answer> {
  const shell = invocation.argument('SHELL');
  const script = Object.entries(SHELLS).find(([name]) => name === shell)?.[1];
  if (!script) throw new UsageError(`there is no completion for '${shell}': bash, zsh and fish have one`);
  const text = script(commands);
  return new Answer(text, text.trimEnd());
}

interface Entry {
  word: string;
  summary: string;
}

/** What may follow some words of a command: the next words of commands, by the words before them. */
function nextWords(commands: readonly Command[]): ReadonlyMap<string, readonly Entry[]> {
  const next = new Map<string, Entry[]>();
  for (const { name, summary } of commands) {
    const words = name.split(' ');
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(' ');
      const entries = next.get(before) ?? [];
      const isLast = index === words.length - 1;
      if (!entries.some(entry => entry.word === word)) entries.push({ word, summary: isLast ? summary : `${word} …` });
      next.set(before, entries);
    }
  }
  return next;
}

function optionsOf(command: Command): string[] {
  return [...(command.options ?? []), ...globalsOf(command)].map(({ name }) => `--${name}`);
}

/** Values of options that are one of a few, by command and option. */
function choicesOf(command: Command): { option: string; choices: readonly string[] }[] {
  return (command.options ?? []).flatMap(({ name, choices }) => (choices ? [{ option: `--${name}`, choices }] : []));
}

/** Files complete wherever nothing else does, so that arguments such as FILE work. */
function bash(commands: readonly Command[]): string {
  const words = [...nextWords(commands)].map(
    ([before, entries]) => `    '${before}') words='${entries.map(({ word }) => word).join(' ')}' ;;`,
  );
  const options = commands.map(command => `    '${command.name}') options='${optionsOf(command).join(' ')}' ;;`);
  const choices = commands.flatMap(command =>
    choicesOf(command).map(
      ({ option, choices: values }) => `    '${command.name} ${option}') words='${values.join(' ')}' ;;`,
    ),
  );
  return `# Completion of heddle for bash: source <(heddle completion bash)
_heddle() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} before='' command='' words='' options='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; esac
    before=\${before:+$before }$word
    if _heddle_is_command "$before"; then command=$before; fi
  done
  case $before in
${words.join('\n')}
  esac
  case "$command $previous" in
${choices.join('\n')}
  esac
  case $command in
${options.join('\n')}
  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
}
_heddle_is_command() {
  case $1 in
    ${commands.map(({ name }) => `'${name}'`).join('|')}) return 0 ;;
  esac
  return 1
}
complete -o default -F _heddle heddle
`;
}

/** zsh understands the functions of bash. */
function zsh(commands: readonly Command[]): string {
  const rows = [...nextWords(commands)].map(([before, entries]) => {
    const described = entries.map(({ word, summary }) => quote(`${word}:${summary.replaceAll(':', ' -')}`));
    return `    ${quote(before)}) words=(${described.join(' ')}) ;;`;
  });
  const options = commands.map(command => {
    const described = [...(command.options ?? []), ...globalsOf(command)].map(({ name, summary }) =>
      quote(`--${name}:${summary.replaceAll(':', ' -')}`),
    );
    return `    ${quote(command.name)}) options=(${described.join(' ')}) ;;`;
  });
  return `#compdef heddle
_heddle() {
  local -a words_before=("\${words[@]:1:CURRENT-2}") options
  local before='' command='' word current=$words[CURRENT]
  for word in $words_before; do
    [[ $word == -* ]] && break
    before=\${before:+$before }$word
    case $before in
      ${commands.map(({ name }) => `'${name}'`).join('|')}) command=$before ;;
    esac
  done
  local -a words=()
  case $before in
${rows.join('\n')}
  esac
  case $command in
${options.join('\n')}
  esac
  if [[ $current == -* ]]; then _describe 'option' options
  elif (( $#words )); then _describe 'command' words
  else _files
  fi
}
if [[ $funcstack[1] == _heddle ]]; then _heddle "$@"; else compdef _heddle heddle; fi
`;
}

function fish(commands: readonly Command[]): string {
  const lines = [...nextWords(commands)].flatMap(([before, entries]) =>
    entries.map(
      ({ word, summary }) =>
        `complete -c heddle -f -n ${quote(isAfter(before))} -a ${quote(word)} -d ${quote(summary)}`,
    ),
  );
  const options = commands.flatMap(command =>
    [...(command.options ?? []), ...globalsOf(command)].map(
      ({ name, summary, value, choices }) =>
        `complete -c heddle -n ${quote(`__heddle_in '${command.name}'`)} -l ${name}${value === undefined ? '' : ' -r'}${choices ? ` -f -a ${quote(choices.join(' '))}` : ''} -d ${quote(summary)}`,
    ),
  );
  return `# Completion of heddle for fish
function __heddle_words
  set -l words (commandline -opc)
  for word in $words[2..]
    string match -q -- '-*' $word; and break
    echo $word
  end
end
function __heddle_at
  test (string join ' ' (__heddle_words)) = "$argv[1]"
end
function __heddle_in
  string match -q -- "$argv[1]*" (string join ' ' (__heddle_words))
end
${lines.join('\n')}
${options.join('\n')}
`;
}

function isAfter(before: string): string {
  return `__heddle_at '${before}'`;
}

/** Quotes for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
