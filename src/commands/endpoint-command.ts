/**
 * The endpoints of `/api/v1` as commands. They use the same validation and the same handlers as over HTTP, but the
 * operator of the machine needs no key.
 */
import type { Command, Invocation, OptionSpec } from './command.ts';
import type { Connection } from './connecting.ts';
import descriptions from './endpoint-commands.json' with { type: 'json' };

export interface EndpointOption {
  property: string;
  place: 'query' | 'body';
  /** `lists` are arrays of arrays, such as filters; `json` is anything else that is no text. */
  type: 'string' | 'boolean' | 'object' | 'array' | 'lists' | 'json';
  required: boolean;
  summary: string;
}

export interface EndpointCommand {
  name: string;
  path: string;
  summary: string;
  options: readonly EndpointOption[];
}

const PLACEHOLDERS = {
  string: 'VALUE',
  boolean: 'true|false',
  object: 'JSON',
  array: 'VALUE,...',
  lists: 'JSON',
  json: 'VALUE',
} as const;
/** What an id without an option means. */
const IDS = ['entity_id', 'id'];

export const endpointCommands: readonly Command[] = (descriptions as EndpointCommand[]).map(toCommand);

function toCommand(described: EndpointCommand): Command {
  const id = described.options.find(({ property }) => IDS.includes(property));
  return {
    name: described.name,
    section: 'Provisioning',
    summary: described.summary,
    ...(id && { arguments: [{ name: 'ID', summary: `the same as --${optionName(id.property)}`, optional: true }] }),
    // What is missing is found when the request is complete, because the id may be an argument.
    options: described.options.map(toOption),
    remote: true,
    // An operator may prepare accounts before the first start.
    creates: described.name.endsWith(' create'),
    run: invocation => callEndpoint(described, id, invocation),
  };
}

function toOption({ property, type, required, summary }: EndpointOption): OptionSpec {
  return {
    name: optionName(property),
    value: PLACEHOLDERS[type],
    summary: [required ? 'required' : '', summary].filter(Boolean).join('; '),
    ...(type === 'boolean' && { bare: true }),
    ...((type === 'array' || type === 'lists') && { multiple: true }),
  };
}

function optionName(property: string): string {
  return property.replaceAll('_', '-');
}

async function callEndpoint(
  described: EndpointCommand,
  id: EndpointOption | undefined,
  invocation: Invocation,
): Promise<unknown> {
  const { withConnection } = await import('./connecting.ts');
  const use = async (connection: Connection) => {
    const query: Record<string, string> = {};
    const body: Record<string, unknown> = {};
    for (const option of described.options) {
      const given = invocation.optionValues(optionName(option.property));
      const positional = option === id ? invocation.optionalArgument('ID') : undefined;
      const texts = given.length > 0 || positional === undefined ? given : [positional];
      if (texts.length === 0) continue;
      const value = parseOption(option, texts);
      const isEmail = option.property.endsWith('user_id') && String(value).includes('@');
      const sent = isEmail ? await connection.findUserId(String(value)) : value;
      if (option.place === 'query') query[option.property] = String(sent);
      else body[option.property] = sent;
    }
    return connection.call(described.path, body, { query });
  };
  return withConnection(invocation, use, { paths: [described.path] });
}

/** Converts text to the type of the schema. The validation of the endpoint refuses text that does not match it. */
function parseOption({ type }: EndpointOption, texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  if (type === 'array' || type === 'lists') return texts.flatMap(each => parseElements(each, type));
  return type === 'string' ? text : parseJsonOrText(text);
}

/** Accepts `a,b` or a JSON array. Where the elements are arrays (filters), one of them is enough. */
function parseElements(text: string, type: 'array' | 'lists'): unknown[] {
  if (!text.startsWith('[')) return text.split(',');
  const parsed = parseJsonOrText(text);
  if (!Array.isArray(parsed)) return [text];
  return type === 'lists' && !parsed.every(Array.isArray) ? [parsed] : parsed;
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
