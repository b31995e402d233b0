/** Commands about the connection and the command line itself. */
import type { Command } from '../command.ts';

const section = 'Connection';

/** Completion needs to know all commands there are. */
export const connectionCommands = (all: () => readonly Command[]): readonly Command[] => [
  {
    name: 'login',
    section,
    summary: 'Checks an address and a key, and keeps them for the following commands',
    description:
      'Both are asked for, the key without showing it. The key may also come from standard input. They are kept in a file that only you can read.',
    arguments: [{ name: 'URL', summary: 'the address of the service', optional: true }],
    examples: [
      { command: 'heddle login https://heddle.example.com' },
      { command: 'heddle login https://heddle.example.com < key.txt', meaning: 'from a script' },
    ],
    run: async invocation => (await import('../login/login.ts')).logIn(invocation),
  },
  {
    name: 'logout',
    section,
    summary: 'Forgets the address and the key',
    run: async () => (await import('../login/login.ts')).logOut(),
  },
  {
    name: 'whoami',
    section,
    summary: 'Shows which service and which user the commands work for',
    remote: true,
    run: async invocation => (await import('../login/login.ts')).whoAmI(invocation),
  },
  {
    name: 'openapi',
    section,
    summary: 'Prints the description of the API (OpenAPI), without a service',
    options: [
      { name: 'api', value: 'v1|v3', choices: ['v1', 'v3'], summary: 'which API; v3, the integration API, by default' },
    ],
    examples: [{ command: 'heddle openapi --api v3 > openapi.json' }],
    run: async invocation => (await import('../openapi.ts')).printOpenApi(invocation),
  },
  {
    name: 'completion',
    section,
    summary: 'Prints a script that completes commands and options in a shell',
    arguments: [{ name: 'SHELL', summary: 'bash, zsh or fish' }],
    examples: [
      { command: 'source <(heddle completion bash)', meaning: 'in ~/.bashrc' },
      { command: 'heddle completion zsh > ~/.zfunc/_heddle' },
      { command: 'heddle completion fish > ~/.config/fish/completions/heddle.fish' },
    ],
    run: async invocation => (await import('../completion.ts')).printCompletion(invocation, all()),
  },
];
