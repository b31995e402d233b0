/** What the tools of a server are called here. */
import { createHash } from 'node:crypto';

const MOST_CHARACTERS = 64;
const HASH_CHARACTERS = 8;

/**
 * `<server>_<tool>`, in characters that every model takes, by the server's own name of the tool. A name that had to be
 * changed, and one that is taken, gets a hash instead of a number: which tools there are beside it must not change it.
 */
export function X_toolNames(server: string, tools: readonly string[], taken: ReadonlySet<string>): Map<string, string> {
  const plain = new Map(tools.map(tool => [tool, plainName(server, tool)]));
  const counts = new Map<string, number>();
  for (const name of plain.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Map<string, string>();
  for (const [tool, name] of plain) {
    const isExact = name === `${server}_${tool}`;
    const isFree = !taken.has(name) && (isExact || counts.get(name) === 1);
    names.set(tool, isFree && name.length <= MOST_CHARACTERS ? name : hashedName(name, tool));
  }
  return names;
}

function plainName(server: string, tool: string): string {
  return `${server}_${tool.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`;
}

function hashedName(name: string, tool: string): string {
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, HASH_CHARACTERS);
  return `${name.slice(0, MOST_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`;
}
