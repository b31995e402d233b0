import { styleText } from 'node:util';
import type { TSchema } from 'typebox';
import { provisioningEndpoints } from '../composition/provisioning.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { requiredProperties, schemaProperties } from '../http/openapi.ts';

const PREFIX = '/api/v1/';

/** The endpoints that are also commands. They describe the commands, and can not be called. */
export const commands: readonly Endpoint[] = provisioningEndpoints(() => {
  throw new Error('the endpoints are only described here');
});

/** `/api/v1/user/create` is also the command `user create`. */
export function commandName({ path }: Endpoint): string {
  return path.slice(PREFIX.length).replaceAll('/', ' ');
}

export function generalUsage(): string {
  const password = line('user password', 'Sets the password of a user, or prints a link for it');
  const lines = [password, ...commands.map(definition => line(commandName(definition), definition.summary))];
  return `${styleText('bold', 'Heddle')} runs workflows and stores files.

Usage: heddle [command] [options]

Service:
${line('serve', 'API and worker in one process (the default); --no-worker: API alone')}
${line('worker', 'background work alone, for more machines on the same database')}
${line('migrate', 'bring the database up to date and stop')}
${line('keys list|add|rotate', 'the keys with which secrets in the database are encrypted')}
${line('config', 'the settings in effect, without secrets; --markdown: all settings as a page')}

Provisioning, also while the service runs; 'heddle COMMAND --help' lists the options:
${lines.join('\n')}

Options:
${line('--json', 'machine-readable output')}
${line('--help', 'this text, or that of a command')}
${line('--version', 'the version')}

Settings are environment variables: see 'heddle config'.
`;
}

export function commandUsage(definition: Endpoint): string {
  const schemas = [definition.query, definition.body];
  const options = schemas.flatMap(schema =>
    Object.entries(schemaProperties(schema)).map(([name, property]) => {
      const required = requiredProperties(schema).includes(name) ? 'required' : '';
      return line(
        `--${optionName(name)} ${placeholder(property)}`,
        [required, describe(name, property)].filter(Boolean).join('; '),
      );
    }),
  );
  return `heddle ${commandName(definition)}: ${definition.summary}

Options:
${[...options, line('--json', 'machine-readable output')].join('\n')}
`;
}

export function optionName(property: string): string {
  return property.replaceAll('_', '-');
}

function line(left: string, right: string): string {
  return `  ${left.padEnd(36)} ${right}`.trimEnd();
}

function placeholder(schema: TSchema): string {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'boolean') return 'true|false';
  if (type === 'array') return 'VALUE,...';
  if (type === 'object') return 'JSON';
  return 'VALUE';
}

function describe(name: string, schema: TSchema): string {
  if (name.endsWith('user_id')) return 'id or e-mail of the user';
  return 'description' in schema ? String(schema.description) : '';
}
