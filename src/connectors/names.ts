/** The names of connectors, and of the tools that they bring. */
import { createHash } from 'node:crypto';

export const CONNECTOR_NAME = { pattern: '^[a-z][a-z0-9_]*$', maxLength: 32 } as const;

const MOST_CHARACTERS = 64;
const HASH_CHARACTERS = 8;

/** The tools that find and call the operations of a large connector. */
export const SEARCH_TOOLS = ['find', 'call'] as const;
export type SearchToolKind = (typeof SEARCH_TOOLS)[number];

/** The name of an operation's tool. It depends on nothing but these two names, so that workflows can rely on it. */
export function toToolName(connector: string, operation: string): string {
  const isSearch = SEARCH_TOOLS.some(name => name === operation);
  const name = `${connector}_${operation}${isSearch ? '_operation' : ''}`;
  if (name.length <= MOST_CHARACTERS) return name;
  const hash = createHash('sha256').update(operation).digest('hex').slice(0, HASH_CHARACTERS);
  return `${name.slice(0, MOST_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`;
}

/** Splits `github_find` into the connector `github` and `find`. */
export function parseSearchTool(name: string): { connector: string; kind: SearchToolKind } | undefined {
  const kind = SEARCH_TOOLS.find(each => name.endsWith(`_${each}`));
  return kind && { connector: name.slice(0, -kind.length - 1), kind };
}

/** The names that others have: those of the installation's tools, and of its MCP servers. */
export interface TakenNames {
  tools: Iterable<string>;
  servers: Iterable<string>;
}

/** Whether tools of a connector with this name could have the names of other tools, or of those of a server. */
export function isReserved(name: string, taken: TakenNames): boolean {
  const begins = (text: string, beginning: string) => text === beginning || text.startsWith(`${beginning}_`);
  for (const tool of taken.tools) if (begins(tool, name)) return true;
  for (const server of taken.servers) if (begins(server, name) || begins(name, server)) return true;
  return false;
}
