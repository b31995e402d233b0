import { createHash } from 'node:crypto';

const MAX_CHARACTERS = 64;
const HASH_CHARACTERS = 8;

/**
 * Maps the server's own name of each tool to `<server>_<tool>`, in characters that every model accepts. A name that is
 * reserved or not unique gets a hash rather than a number, because the presence of other tools must not change it.
 */
export function nameServerTools(
  server: string,
  tools: readonly string[],
  reservedNames: ReadonlySet<string>,
): Map<string, string> {
  const plain = new Map(tools.map(tool => [tool, plainName(server, tool)]));
  const counts = new Map<string, number>();
  for (const name of plain.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Map<string, string>();
  for (const [tool, name] of plain) {
    const isExact = name === `${server}_${tool}`;
    const isFree = !reservedNames.has(name) && (isExact || counts.get(name) === 1);
    names.set(tool, isFree && name.length <= MAX_CHARACTERS ? name : hashedName(name, tool));
  }
  return names;
}

function plainName(server: string, tool: string): string {
  return `${server}_${tool.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`;
}

function hashedName(name: string, tool: string): string {
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, HASH_CHARACTERS);
  return `${name.slice(0, MAX_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`;
}
