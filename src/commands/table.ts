/** All commands there are. */
import type { Command } from './command.ts';
import { endpointCommands } from './endpoint-command.ts';
import { asCodeCommands } from './table/as-code.ts';
import { connectionCommands } from './table/connection.ts';
import { serviceCommands } from './table/service.ts';
import { workflowCommands } from './table/workflows.ts';

/** The order of the headings in the help. */
export const SECTIONS = [
  'Service',
  'Connection',
  'Workflows',
  'Runs',
  'Approvals and files',
  'Workflows as code',
  'Operations',
  'Provisioning',
] as const;

const written: readonly Command[] = [
  ...serviceCommands,
  ...connectionCommands(() => commands),
  ...workflowCommands,
  ...asCodeCommands,
];

/** A command that is written by hand replaces the endpoint of the same name. */
export const commands: readonly Command[] = [
  ...written,
  ...endpointCommands.filter(({ name }) => !written.some(command => command.name === name)),
];
