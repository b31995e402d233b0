/** Commands that keep workflows and what belongs to them as files. */
import type { Command, OptionSpec } from '../command.ts';

const section = 'Workflows as code';
const remote = true;
const folder: OptionSpec = { name: 'folder', value: 'FOLDER', summary: 'where the files are; heddle by default' };
const only: OptionSpec = {
  name: 'only',
  value: 'KIND,...',
  multiple: true,
  summary: 'only workflows, panels, connectors or variables',
};

export const asCodeCommands: readonly Command[] = [
  {
    name: 'pull',
    section,
    summary: 'Writes workflows, panels, connectors and variables into files, one each',
    description:
      'Files that you changed and that also changed on the service are left as they are, and named. Secrets are never written: credentials stand there by their names.',
    options: [folder, only, { name: 'force', summary: 'replace files that were changed here too' }],
    examples: [{ command: 'heddle pull && git diff' }],
    remote,
    run: async invocation => (await import('../as-code/pull.ts')).pull(invocation),
  },
  {
    name: 'diff',
    section,
    summary: 'Shows what a push would change, line by line',
    options: [
      folder,
      only,
      { name: 'exit-code', summary: 'end with exit code 1 when there is a difference' },
      { name: 'prune', summary: 'also show what a push with --prune would delete' },
    ],
    remote,
    run: async invocation => (await import('../as-code/push.ts')).diff(invocation),
  },
  {
    name: 'push',
    section,
    summary: 'Changes the service so that it is as the files say, after showing a plan',
    description:
      'The plan has a line for each change: + creates, ~ changes, - deletes. In a terminal it is applied after you agree. What somebody changed on the service since the last pull is not overwritten, unless with --force.',
    options: [
      folder,
      only,
      { name: 'yes', summary: 'apply the plan without asking, as scripts have to' },
      { name: 'dry-run', summary: 'only show the plan' },
      { name: 'prune', summary: 'also delete what has no file' },
      { name: 'publish', summary: 'also publish workflows whose draft is not the published version' },
      { name: 'force', summary: 'overwrite what was changed on the service meanwhile' },
    ],
    examples: [{ command: 'heddle push' }, { command: 'heddle push --yes --publish', meaning: 'in CI' }],
    remote,
    run: async invocation => (await import('../as-code/push.ts')).push(invocation),
  },
];
